/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.TestPlanner;

/** Hints in statements that contain queries, which this version of Flink has. */
class StatementsTest {

  private static final String QUERY =
      """
      SELECT /*+ TRILINK('watermark'='key', 'strict'='true') */ k, COUNT(*) AS c FROM t GROUP BY k""";

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  private static String error(String statement) {
    return TestPlanner.error(() -> planner.tables().executeSql(statement));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXECUTE %s",
        "EXECUTE STATEMENT SET BEGIN INSERT INTO s SELECT k, 1 FROM t; %s; END",
        "EXPLAIN STATEMENT SET BEGIN INSERT INTO s SELECT k, 1 FROM t; %s; END",
        "EXPLAIN %s",
        "COMPILE PLAN 'file:///nowhere/plan.json' FOR %s",
        "COMPILE AND EXECUTE PLAN 'file:///nowhere/plan.json' FOR %s",
        "COMPILE PLAN 'file:///nowhere/plan.json' FOR STATEMENT SET BEGIN %s; END",
      })
  void onTheTableThatIsWritten(String statement) {
    String insert = "INSERT INTO s /*+ TRILINK('watermark'='key') */ SELECT k, 1 FROM t";

    assertThat(error(statement.formatted(insert)))
        .contains("TRILINK hint: a hint on the table that is written, 's', has no effect.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXECUTE INSERT INTO s %s",
        "EXECUTE STATEMENT SET BEGIN INSERT INTO s %s; END",
        "EXPLAIN STATEMENT SET BEGIN INSERT INTO s %s; END",
        "CREATE TABLE copied WITH ('connector' = 'blackhole') AS %s",
      })
  void ofAQueryWithin(String statement) {
    assertThat(error(statement.formatted(QUERY)))
        .startsWith("TRILINK hint: TRILINK(watermark=key, strict=true) on SELECT has no effect");
  }

  @Test
  void ofAQueryThatIsCompiled(@TempDir Path folder) {
    String plan = folder.resolve("plan.json").toUri().toString();

    assertThat(error("COMPILE PLAN '%s' FOR INSERT INTO s %s".formatted(plan, QUERY)))
        .startsWith("TRILINK hint: TRILINK(watermark=key, strict=true) on SELECT has no effect");
  }

  /** Flink has them in batch mode only. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM s WHERE k IN (SELECT /*+ TRILINK('watermark'='key') */ k FROM t)",
        "UPDATE s SET c = 1 WHERE k IN (SELECT /*+ TRILINK('watermark'='key') */ k FROM t)",
      })
  void changesOfRowsAreErrors(String statement) {
    assertThat(catchThrowable(() -> planner.tables().executeSql(statement))).isNotNull();
  }
}
