/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.trilink.planner.testing.TestPlanner;

/** The last row of each key and window. */
class WindowDeduplicationTest {

  private static final String SQL =
      """
      SELECT /*+ TRILINK('watermark'='key') */ k, v, ts FROM (
        SELECT *, ROW_NUMBER() OVER (PARTITION BY k, window_start, window_end ORDER BY ts DESC) AS n
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)))
      WHERE n = 1""";

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  @Test
  void isANodeOfItsOwn() {
    String plan = planner.plan(SQL);

    assertThat(TestPlanner.keyWatermarks(plan)).isEmpty();
    assertThat(TestPlanner.advice(plan))
        .containsExactly("watermark=key refused: WindowDeduplicate is not supported yet");
  }
}
