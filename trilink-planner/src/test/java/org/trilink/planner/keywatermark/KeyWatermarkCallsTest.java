/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.trilink.planner.testing.TestPlanner;
import org.trilink.runtime.watermark.KeyWatermarkFunction;

/** Where KEY_WATERMARK can be called, and where a call is an error. */
class KeyWatermarkCallsTest {

  private static final String WINDOWS =
      " FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
          + " GROUP BY k, window_start, window_end, window_time";

  @RegisterExtension static final TestPlanner PLANNER = new TestPlanner();

  @Test
  void becomesAColumnOfTheOperatorBelow() {
    String plan =
        PLANNER.plan(
            "SELECT /*+ TRILINK('watermark'='key') */ k, KEY_WATERMARK(window_time), COUNT(*)"
                + WINDOWS);

    assertThat(plan)
        .contains("Calc(select=[k, key_watermark AS EXPR$1, EXPR$2])")
        .containsPattern("KeyWatermarkColumn\\(select=\\[k, .*, key_watermark\\]\\)")
        .containsSubsequence("KeyWatermarkColumn", "KeyWatermarkWindowAggregate")
        .doesNotContain("KEY_WATERMARK(");
  }

  @Test
  void standsAboveAPlacement() {
    String plan =
        PLANNER.plan(
            "SELECT /*+ TRILINK('watermark'='key', 'partition'='least-key') */"
                + " k, COUNT(*), KEY_WATERMARK(window_time) > window_end"
                + WINDOWS);

    assertThat(plan)
        .contains(">(key_watermark, window_end)")
        .containsSubsequence("KeyWatermarkColumn", "KeyPlacement", "KeyWatermarkWindowAggregate");
  }

  @Test
  void goesBackAboveAnOver() {
    String plan =
        PLANNER.plan(
            "SELECT /*+ TRILINK('watermark'='key') */ k, KEY_WATERMARK(ts),"
                + " SUM(v) OVER (PARTITION BY k ORDER BY ts) FROM t");

    assertThat(plan)
        .containsSubsequence("key_watermark AS", "KeyWatermarkColumn", "KeyWatermarkOverAggregate")
        .doesNotContain("KEY_WATERMARK(");
  }

  /** It would not be in the local time of the window's end. */
  @Test
  void takesTimeAttributesOnly() {
    assertThat(
            PLANNER.error(
                "SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*), KEY_WATERMARK(window_end)"
                    + WINDOWS))
        .contains("Invalid function call:\nKEY_WATERMARK(TIMESTAMP(3) NOT NULL)");
  }

  @Test
  void isAnErrorBelowTheOperator() {
    assertThat(
            PLANNER.error(
                "SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*)"
                    + WINDOWS
                    + " HAVING KEY_WATERMARK(window_time) > window_end"))
        .contains(KeyWatermarkFunction.MISPLACED);
  }

  @Test
  void isAnErrorWithoutAnOperatorOfKeyLevelWatermarks() {
    assertThat(PLANNER.error("SELECT k, KEY_WATERMARK(window_time), COUNT(*)" + WINDOWS))
        .contains(KeyWatermarkFunction.MISPLACED);
    assertThat(PLANNER.error("SELECT k, KEY_WATERMARK(ts) FROM t"))
        .contains(KeyWatermarkFunction.MISPLACED);
    assertThat(
            PLANNER.error(
                "SELECT /*+ TRILINK('watermark'='key') */ k, MAX(KEY_WATERMARK(ts)), COUNT(*)"
                    + WINDOWS))
        .contains(KeyWatermarkFunction.MISPLACED);
  }

  @Test
  void takesATimeOnly() {
    assertThat(PLANNER.error("SELECT KEY_WATERMARK(v) FROM t"))
        .contains("Invalid function call:")
        .contains("KEY_WATERMARK(INT)");
  }
}
