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

/** How {@link ReplaceWithKeyWatermark} rewrites OVER. */
class KeyWatermarkOverAggregateTest {

  @RegisterExtension static final GoldenPlans golden = new GoldenPlans();
  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  private static final ReplacedPlans plans = new ReplacedPlans(planner, golden);

  @Test
  void unboundedRange() {
    plans.assertReplaced("unbounded range", over("ORDER BY ts"));
  }

  @Test
  void boundedRange() {
    plans.assertReplaced(
        "bounded range",
        over("ORDER BY ts RANGE BETWEEN INTERVAL '5' SECOND PRECEDING AND CURRENT ROW"));
  }

  @Test
  void unboundedRows() {
    plans.assertReplaced(
        "unbounded rows", over("ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"));
  }

  @Test
  void boundedRows() {
    plans.assertReplaced(
        "bounded rows", over("ORDER BY ts ROWS BETWEEN 3 PRECEDING AND CURRENT ROW"));
  }

  @Test
  void severalFunctionsOfOneWindow() {
    plans.assertReplaced(
        "several functions of one window",
        """
        SELECT /*+ TRILINK('watermark'='key', 'watermark.max-skew'='1 min') */
          k, v, COUNT(DISTINCT v) OVER w AS c, AVG(v) OVER w AS a
        FROM t WINDOW w AS (PARTITION BY k, v ORDER BY ts)""");
  }

  @Test
  void aTablesHint() {
    plans.assertReplaced(
        "a table's hint",
        """
        SELECT k, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS s
        FROM t /*+ TRILINK('watermark'='key') */ WHERE v > 3""");
  }

  @Test
  void withoutAHintTheStockPlanStays() {
    String sql = over("ORDER BY ts").replace(TestPlanner.HINT + " ", "");
    String plan = planner.plan(sql);

    assertThat(plan).doesNotContain("KeyWatermark").doesNotContain("HintReport");
    golden.assertPlan("stock", sql, plan);
  }

  private static String over(String order) {
    return "SELECT "
        + TestPlanner.HINT
        + " k, ts, SUM(v) OVER (PARTITION BY k "
        + order
        + ") AS s FROM t";
  }
}
