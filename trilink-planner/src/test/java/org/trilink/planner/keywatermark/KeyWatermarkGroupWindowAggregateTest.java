/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.trilink.planner.testing.GoldenPlans;
import org.trilink.planner.testing.TestPlanner;

/** How {@link ReplaceWithKeyWatermark} rewrites GROUP BY TUMBLE and the like. */
class KeyWatermarkGroupWindowAggregateTest {

  @RegisterExtension static final GoldenPlans golden = new GoldenPlans();

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE local_time (k STRING, v INT, ms BIGINT, ts AS TO_TIMESTAMP_LTZ(ms, 3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'planned')");

  private static final ReplacedPlans plans = new ReplacedPlans(planner, golden);

  @Test
  void tumble() {
    plans.assertReplaced(
        "tumble",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, TUMBLE_START(ts, INTERVAL '10' SECOND) AS w,
          COUNT(*) AS c, COUNT(DISTINCT v) FILTER (WHERE v > 3) AS d
        FROM t GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)""");
  }

  @Test
  void hop() {
    plans.assertReplaced(
        "hop",
        """
        SELECT /*+ TRILINK('watermark'='key', 'watermark.delay'='1 s') */
          k, HOP_END(ts, INTERVAL '2' SECOND, INTERVAL '10' SECOND) AS w, AVG(v) AS a
        FROM t GROUP BY HOP(ts, INTERVAL '2' SECOND, INTERVAL '10' SECOND), k""");
  }

  @Test
  void session() {
    plans.assertReplaced(
        "session",
        """
        SELECT /*+ TRILINK('watermark'='key') */ UPPER(k) AS u,
          SESSION_START(ts, INTERVAL '10' SECOND) AS f, SESSION_END(ts, INTERVAL '10' SECOND) AS l
        FROM t GROUP BY UPPER(k), SESSION(ts, INTERVAL '10' SECOND)""");
  }

  @Test
  void computedLocalTime() {
    plans.assertReplaced(
        "computed TIMESTAMP_LTZ",
        """
        SELECT k, COUNT(*) AS c
        FROM local_time /*+ TRILINK('watermark'='key') */
        GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)""");
  }

  @Test
  void windowAboveABoundedSkew() {
    plans.assertReplaced(
        "window above max-skew",
        """
        SELECT TUMBLE_START(wt, INTERVAL '1' MINUTE) AS w, MAX(c) AS m FROM (
          SELECT /*+ TRILINK('watermark'='key', 'watermark.max-skew'='5 min') */
            k, TUMBLE_ROWTIME(ts, INTERVAL '10' SECOND) AS wt, COUNT(*) AS c
          FROM t GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND))
        GROUP BY TUMBLE(wt, INTERVAL '1' MINUTE)""");
  }

  @Test
  void withoutAHintTheStockPlanStays() {
    String sql = "SELECT k, COUNT(*) AS c FROM t GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)";
    String plan = planner.plan(sql);

    assertThat(plan).doesNotContain("KeyWatermark").doesNotContain("HintReport");
    golden.assertPlan("stock", sql, plan);
  }
}
