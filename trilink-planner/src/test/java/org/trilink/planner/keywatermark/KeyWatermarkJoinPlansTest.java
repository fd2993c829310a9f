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

/** How {@link ReplaceWithKeyWatermark} rewrites joins. */
class KeyWatermarkJoinPlansTest {

  private static final String WINDOWS =
      "(SELECT * FROM TABLE(TUMBLE(TABLE %s, DESCRIPTOR(ts), INTERVAL '10' SECOND)))";

  @RegisterExtension static final GoldenPlans golden = new GoldenPlans();

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE u (k STRING, v INT, ts TIMESTAMP(3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '9' SECOND) WITH ('connector' = 'datagen')",
              "CREATE TABLE changes (k STRING PRIMARY KEY NOT ENFORCED, v INT, ts TIMESTAMP(3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '7' SECOND) WITH ("
                  + "'connector' = 'planned', 'updates' = 'true')",
              "CREATE VIEW versions AS SELECT k, v, ts FROM (SELECT *, ROW_NUMBER() OVER"
                  + " (PARTITION BY k ORDER BY ts DESC) AS n FROM u) WHERE n = 1");

  private static final ReplacedPlans plans = new ReplacedPlans(planner, golden);

  @Test
  void intervalJoin() {
    assertReplaced("interval join", "IntervalJoin", intervalJoin("JOIN"));
  }

  @Test
  void outerIntervalJoin() {
    assertReplaced("outer interval join", "IntervalJoin", intervalJoin("FULL OUTER JOIN"));
  }

  @Test
  void anExplicitDelayHoldsForBothSides() {
    assertReplaced(
        "interval join with an explicit delay",
        "IntervalJoin",
        intervalJoin("JOIN").replace("'key'", "'key', 'watermark.delay'='1 s'"));
  }

  @Test
  void hintsOfBothTables() {
    assertReplaced(
        "interval join of hinted tables",
        "IntervalJoin",
        intervalJoin("JOIN")
            .replace(TestPlanner.HINT, "")
            .replace("FROM t", "FROM t " + TestPlanner.HINT)
            .replace("JOIN u", "JOIN u " + TestPlanner.HINT));
  }

  private static String intervalJoin(String join) {
    return """
        SELECT %s t.k, t.v, u.v AS w FROM t
        %s u ON t.k = u.k AND t.ts BETWEEN u.ts - INTERVAL '5' SECOND AND u.ts AND t.v < u.v"""
        .formatted(TestPlanner.HINT, join);
  }

  @Test
  void windowJoin() {
    assertReplaced("window join", "WindowJoin", windowJoin("JOIN"));
  }

  @Test
  void outerWindowJoin() {
    assertReplaced("outer window join", "WindowJoin", windowJoin("LEFT JOIN"));
  }

  private static String windowJoin(String join) {
    return """
        SELECT %s a.k, a.v, b.v AS w FROM %s AS a
        %s %s AS b
        ON a.k = b.k AND a.window_start = b.window_start AND a.window_end = b.window_end"""
        .formatted(TestPlanner.HINT, WINDOWS.formatted("t"), join, WINDOWS.formatted("u"));
  }

  @Test
  void windowSemiJoin() {
    assertReplaced(
        "window semi-join",
        "WindowJoin",
        """
        SELECT %s k, v FROM %s AS a WHERE k IN (
          SELECT k FROM %s AS b
          WHERE a.window_start = b.window_start AND a.window_end = b.window_end)"""
            .formatted(TestPlanner.HINT, WINDOWS.formatted("t"), WINDOWS.formatted("u")));
  }

  @Test
  void temporalJoinWithChanges() {
    assertReplaced("temporal join with changes", "TemporalJoin", temporalJoin("JOIN changes"));
  }

  @Test
  void temporalJoinWithAVersionedView() {
    assertReplaced(
        "temporal join with a versioned view", "TemporalJoin", temporalJoin("LEFT JOIN versions"));
  }

  private static String temporalJoin(String join) {
    return """
        SELECT %s t.k, t.v, r.v AS w FROM t %s FOR SYSTEM_TIME AS OF t.ts AS r ON t.k = r.k"""
        .formatted(TestPlanner.HINT, join);
  }

  /** The join keeps the latest version only, which may be of the year 2100. */
  @Test
  void idleKeysWithRowsTooFarAheadWouldLoseTheVersionsOfATemporalJoin() {
    String sql =
        temporalJoin("JOIN versions")
            .replace(
                TestPlanner.HINT,
                "/*+ TRILINK('watermark'='key', 'watermark.idle-timeout'='1 min',"
                    + " 'watermark.max-lead'='1 h'%s) */");
    String reason = "the temporal join has no version left that is older than these";

    assertThat(planner.plan(sql.formatted(""))).contains(reason);
    assertThat(planner.plan(sql.formatted(", 'watermark.max-lead.action'='drop'")))
        .contains("KeyWatermark")
        .doesNotContain(reason);
  }

  @Test
  void withoutAHintTheStockPlanStays() {
    String sql = intervalJoin("JOIN").replace(TestPlanner.HINT + " ", "");
    String plan = planner.plan(sql);

    assertThat(plan).doesNotContain("KeyWatermark").doesNotContain("HintReport");
    golden.assertPlan("stock", sql, plan);
  }

  @Test
  void miniBatchesBelowMayChangeTheOrder() {
    planner.set("table.exec.mini-batch.enabled", "true");
    planner.set("table.exec.mini-batch.allow-latency", "2 s");
    planner.set("table.exec.mini-batch.size", "1000");
    String plan = planner.plan(temporalJoin("JOIN versions"));

    assertThat(plan).doesNotContain("KeyWatermark");
    assertThat(TestPlanner.advice(plan))
        .contains(
            "watermark=key refused: its time column comes from Deduplicate, which does not emit a"
                + " key's rows in the order of that column; not supported yet");
  }

  @Test
  void normalizedChangesOfOtherKeysMayBeInAnyOrder() {
    planner.execute(
        "CREATE TABLE IF NOT EXISTS changes_by_id (id INT PRIMARY KEY NOT ENFORCED, k STRING,"
            + " ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '7' SECOND) WITH ("
            + "'connector' = 'planned', 'updates' = 'true')");
    planner.set("table.exec.source.cdc-events-duplicate", "true");
    String sql =
        "SELECT %s c.id, r.v FROM changes_by_id AS c JOIN versions FOR SYSTEM_TIME AS OF c.ts AS r"
                .formatted(TestPlanner.HINT)
            + " ON c.k = r.k";
    String plan = planner.plan(sql);

    assertThat(plan).contains("ChangelogNormalize(key=[id])").doesNotContain("KeyWatermark");
    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "watermark=key refused: ChangelogNormalize by [id] sends a key's rows through several"
                + " subtasks, so the delay is unknown; set 'watermark.delay'");
  }

  private static void assertReplaced(String name, String join, String sql) {
    assertThat(plans.assertReplaced(name, sql)).contains("KeyWatermark" + join + "(");
  }
}
