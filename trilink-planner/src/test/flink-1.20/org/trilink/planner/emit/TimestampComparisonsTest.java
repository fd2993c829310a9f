/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.emit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.TestPlanner;

/** Conditions on a record that compare a TIMESTAMP_LTZ with a TIMESTAMP. */
class TimestampComparisonsTest {

  private static final String SQL =
      """
      SELECT /*+ TRILINK('exchange'='local-merge', 'local-merge.emit'='punctuated',
        'local-merge.emit.when'='%s') */ k, SUM(v)
      FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
      GROUP BY k, window_start, window_end""";

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  @ParameterizedTest
  @ValueSource(strings = {"CURRENT_TIMESTAMP > ts", "NOW() > ts"})
  void areComparedAsInWhere(String condition) {
    String plan = planner.plan(SQL.formatted(condition));

    assertThat(TestPlanner.advice(plan)).isEmpty();
    assertThat(plan).contains("LocalMerge");
    assertThat(planner.plan("SELECT k FROM t WHERE " + condition)).contains("where=[>(");
  }
}
