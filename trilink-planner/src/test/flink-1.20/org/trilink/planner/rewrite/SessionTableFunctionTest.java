/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.TestPlanner;

/** Windows of the table function SESSION are each key's own, and no rewrite supports them yet. */
class SessionTableFunctionTest {

  private static final String SESSIONS =
      "TABLE(SESSION(TABLE t PARTITION BY k, DESCRIPTOR(ts), INTERVAL '5' SECOND))";
  private static final String COUNTS =
      "SELECT /*+ TRILINK(%s) */ k, COUNT(*) FROM "
          + SESSIONS
          + " GROUP BY k, window_start, window_end";
  private static final String OTHER_WINDOWS =
      "it uses the table function SESSION, whose windows each key has of its own; not supported yet";

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'watermark'='key' | watermark=key refused: " + OTHER_WINDOWS,
        "'partition'='hash' | partition=hash refused: " + OTHER_WINDOWS,
        "'exchange'='local-merge' | exchange=local-merge refused: a session window has no fixed"
            + " start and end, so there are no time slots to merge in",
      })
  void anAggregate(String hint, String refusal) {
    assertThat(TestPlanner.advice(planner.plan(COUNTS.formatted(hint)))).containsExactly(refusal);
  }

  @Test
  void aTopN() {
    String plan =
        planner.plan(
            """
            SELECT /*+ TRILINK('watermark'='key') */ k, v FROM (
              SELECT *, ROW_NUMBER() OVER (
                PARTITION BY k, window_start, window_end ORDER BY v) AS n
              FROM %s) WHERE n <= 3"""
                .formatted(SESSIONS));

    assertThat(TestPlanner.advice(plan)).containsExactly("watermark=key refused: " + OTHER_WINDOWS);
  }

  @Test
  void itsRowsAreCopiedForTheTableFunctionKeepsThem() {
    assertThat(planner.plan("SELECT k, v, window_end FROM " + SESSIONS))
        .contains("WindowTableFunction(window=[SESSION(")
        .doesNotContain("ObjectReuse");
  }
}
