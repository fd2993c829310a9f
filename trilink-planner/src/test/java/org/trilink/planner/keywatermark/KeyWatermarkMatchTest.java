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

/** How {@link ReplaceWithKeyWatermark} rewrites MATCH_RECOGNIZE. */
class KeyWatermarkMatchTest {

  @RegisterExtension static final GoldenPlans golden = new GoldenPlans();
  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  private static final ReplacedPlans plans = new ReplacedPlans(planner, golden);

  @Test
  void match() {
    plans.assertReplaced("match", match("SELECT " + TestPlanner.HINT + " * FROM t", "ts", ""));
  }

  @Test
  void withinATime() {
    plans.assertReplaced(
        "within a time",
        match("SELECT " + TestPlanner.HINT + " * FROM t", "ts", "WITHIN INTERVAL '1' MINUTE"));
  }

  @Test
  void secondOrder() {
    plans.assertReplaced(
        "second order", match("SELECT " + TestPlanner.HINT + " * FROM t", "ts, v", ""));
  }

  @Test
  void aTablesHint() {
    plans.assertReplaced(
        "a table's hint",
        match("SELECT * FROM (SELECT * FROM t /*+ TRILINK('watermark'='key') */)", "ts", ""));
  }

  @Test
  void windowAboveABoundedSkew() {
    plans.assertReplaced(
        "window above max-skew",
        """
        WITH found AS (%s)
        SELECT k, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE found, DESCRIPTOR(w), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end"""
            .formatted(
                match(
                    "SELECT /*+ TRILINK('watermark'='key', 'watermark.max-skew'='5 min') */"
                        + " * FROM t",
                    "ts",
                    "")));
  }

  @Test
  void withoutAHintTheStockPlanStays() {
    String sql = match("SELECT * FROM t", "ts", "");
    String plan = planner.plan(sql);

    assertThat(plan).doesNotContain("KeyWatermark").doesNotContain("HintReport");
    golden.assertPlan("stock", sql, plan);
  }

  private static String match(String select, String order, String within) {
    return """
        %s MATCH_RECOGNIZE (
          PARTITION BY k ORDER BY %s MEASURES MATCH_ROWTIME() AS w, FIRST(A.v) AS v
          PATTERN (A B+ C) %s DEFINE A AS A.v > 1, B AS B.v < 1, C AS C.v > 1)"""
        .formatted(select, order, within);
  }
}
