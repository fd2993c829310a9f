/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.GoldenPlans;
import org.trilink.planner.testing.TestPlanner;

/** How {@link ReplaceWithKeyWatermark} rewrites window Top-N and window deduplication. */
class KeyWatermarkWindowRankTest {

  private static final String TUMBLE =
      "TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))";

  @RegisterExtension static final GoldenPlans golden = new GoldenPlans();
  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  private static final ReplacedPlans plans = new ReplacedPlans(planner, golden);

  @Test
  void topNByTheRowsOwnTime() {
    assertReplaced("top-n", top("k, v, ts, n", TUMBLE, "k", "v", "n <= 3"));
  }

  @Test
  void topNByTheStartOfTheWindowIfTheTimeIsNotThere() {
    assertReplaced(
        "top-n without the time",
        top(
            "k, v",
            "(SELECT k, v, window_start, window_end FROM " + TUMBLE + ")",
            "k",
            "v",
            "n <= 3"));
  }

  @Test
  void topNOfLocalWindows() {
    planner.execute(
        "CREATE TABLE IF NOT EXISTS ltz (k STRING, v INT, ts TIMESTAMP_LTZ(3),"
            + " WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen')");
    assertReplaced(
        "top-n of local windows",
        top("k, v, n", TUMBLE.replace("TABLE t", "TABLE ltz"), "k", "v", "n BETWEEN 2 AND 3"));
  }

  @Test
  void topNOfAWindowsResultsOfTheSameKeys() {
    assertReplaced(
        "top-n of results of the same keys",
        top(
            "k, v, c",
            "(SELECT /*+ TRILINK('watermark'='subtask') */ k, window_start, window_end, v,"
                + " COUNT(*) AS c FROM "
                + TUMBLE
                + " GROUP BY k, v, window_start, window_end)",
            "k, v",
            "c",
            "n <= 3"));
  }

  @Test
  void withASkewAndAnIdleTimeoutAndGroups() {
    assertReplaced(
        "all options",
        top("k, v", TUMBLE, "k", "v", "n <= 3")
            .replace(
                "'watermark'='key'",
                "'watermark'='key', 'watermark.max-skew'='1 min', 'watermark.idle-timeout'='1 h',"
                    + " 'watermark.keys-per-group'='8', 'watermark.delay'='1 s'"));
  }

  @Test
  void withoutAHintTheStockPlanStays() {
    String sql = top("k, v", TUMBLE, "k", "v", "n <= 3").replace(TestPlanner.HINT + " ", "");
    String plan = planner.plan(sql);

    assertThat(plan).doesNotContain("KeyWatermark").doesNotContain("HintReport");
    golden.assertPlan("stock", sql, plan);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RANK() | n <= 3 | only ROW_NUMBER() is supported in a window Top-N"
            + " | RANK() function is not supported on Window TopN currently",
        "DENSE_RANK() | n <= 3 | only ROW_NUMBER() is supported in a window Top-N"
            + " | DENSE_RANK() function is not supported on Window TopN currently",
        "ROW_NUMBER() | n <= most | only a constant number of rows is supported in a window Top-N"
            + " | is not supported on window rank currently",
      })
  void whatFlinkCannotExecuteStaysFlinks(
      String function, String filter, String reason, String error) {
    planner.execute(
        "CREATE TABLE IF NOT EXISTS sized (k STRING, v INT, most BIGINT, ts TIMESTAMP(3),"
            + " WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen')");
    String sql =
        top("k, v", TUMBLE.replace("TABLE t", "TABLE sized"), "k", "v", filter)
            .replace("ROW_NUMBER()", function);
    String plan = planner.planWithoutOperators(sql);

    assertThat(plan).contains("WindowRank(").doesNotContain("KeyWatermark");
    assertThat(TestPlanner.advice(plan)).containsExactly("watermark=key refused: " + reason);
    assertThatThrownBy(() -> planner.plan(sql)).hasStackTraceContaining(error);
  }

  /** Flink can execute the windows below, but not their Top-N. */
  @Test
  void ofProcessingTimeStaysFlinks() {
    planner.execute(
        "CREATE TABLE IF NOT EXISTS untimed (k STRING, v INT, p AS PROCTIME())"
            + " WITH ('connector' = 'datagen')");
    String sql =
        top(
            "k, v, c",
            "(SELECT k, window_start, window_end, v, COUNT(*) AS c FROM "
                + TUMBLE.replace("TABLE t, DESCRIPTOR(ts)", "TABLE untimed, DESCRIPTOR(p)")
                + " GROUP BY k, v, window_start, window_end)",
            "k, v",
            "c",
            "n <= 3");
    String plan = planner.planWithoutOperators(sql);

    assertThat(plan).contains("WindowRank(").doesNotContain("KeyWatermark");
    assertThat(TestPlanner.advice(plan))
        .containsOnly(
            "watermark=key refused: the window is on processing time, which has no watermark");
    assertThatThrownBy(() -> planner.plan(sql))
        .hasStackTraceContaining("Processing time Window TopN is not supported yet");
  }

  private static String top(String columns, String from, String keys, String order, String filter) {
    return """
        SELECT %s %s FROM (
          SELECT *, ROW_NUMBER() OVER (PARTITION BY %s, window_start, window_end ORDER BY %s) AS n
          FROM %s)
        WHERE %s"""
        .formatted(TestPlanner.HINT, columns, keys, order, from, filter);
  }

  private static void assertReplaced(String name, String sql) {
    planner.set("table.optimizer.agg-phase-strategy", "ONE_PHASE");
    assertThat(plans.assertReplaced(name, sql)).contains("KeyWatermarkWindowRank(");
  }
}
