/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.GoldenPlans;
import org.trilink.planner.testing.TestPlanner;

/**
 * The plans of {@link ReplaceWithKeyWatermark}, which are the same for Flink's one-phase and
 * two-phase plans.
 */
class KeyWatermarkWindowAggregatePlansTest {

  @RegisterExtension static final GoldenPlans golden = new GoldenPlans();

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE local_time (k STRING, v INT, ts TIMESTAMP_LTZ(3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen')",
              "CREATE TABLE computed (k STRING, v INT, ms BIGINT, ts AS TO_TIMESTAMP_LTZ(ms, 3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen')",
              "CREATE TABLE pushed (k STRING, v INT, ts TIMESTAMP(3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'planned')",
              "CREATE TABLE pushed_computed (k STRING, v INT, ms BIGINT,"
                  + " ts AS TO_TIMESTAMP_LTZ(ms, 3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'planned')",
              "CREATE TABLE late (k STRING, v INT, ts TIMESTAMP(3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE) WITH ('connector' = 'datagen')",
              "CREATE TABLE dimension (id STRING, name STRING) WITH ('connector' = 'planned')");

  private static final ReplacedPlans plans = new ReplacedPlans(planner, golden);

  @Test
  void tumble() {
    assertReplaced(
        "tumble",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, window_start, window_end, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""");
  }

  @Test
  void tumbleWithOffset() {
    assertReplaced(
        "tumble with offset",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '3' SECOND))
        GROUP BY k, window_start, window_end""");
  }

  @Test
  void hop() {
    assertReplaced(
        "hop",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, window_start, window_end, AVG(v) AS a
        FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""");
  }

  @Test
  void cumulate() {
    assertReplaced(
        "cumulate",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, window_start, window_end, SUM(v) AS s
        FROM TABLE(CUMULATE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' MINUTE, INTERVAL '1' HOUR))
        GROUP BY k, window_start, window_end""");
  }

  @Test
  void severalAggregatesWithDistinctAndFilter() {
    assertReplaced(
        "several aggregates, distinct and filter",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, window_start,
          COUNT(*) AS c, MIN(v) AS mn, MAX(v) AS mx, AVG(v) AS a, SUM(v) FILTER (WHERE v > 3) AS s,
          COUNT(DISTINCT v) AS d, COUNT(DISTINCT v) FILTER (WHERE v > 7) AS df,
          STDDEV_POP(v) AS sd
        FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""");
  }

  @Test
  void noAggregateAtAll() {
    assertReplaced(
        "no aggregate",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, window_start
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""");
  }

  @Test
  void severalKeysOneOfThemComputed() {
    assertReplaced(
        "several keys",
        """
        SELECT /*+ TRILINK('watermark'='key') */ window_end, UPPER(k) AS u, v, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY v, window_start, UPPER(k), window_end""");
  }

  @Test
  void windowTime() {
    assertReplaced(
        "window_time",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, window_time, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end, window_time""");
  }

  @Test
  void localTime() {
    assertReplaced("TIMESTAMP_LTZ", countByKey("local_time"));
  }

  @Test
  void computedRowtime() {
    assertReplaced("computed rowtime", countByKey("computed"));
  }

  @Test
  void watermarkPushedIntoTheSource() {
    assertReplaced("watermark in the source", countByKey("pushed"));
  }

  @Test
  void watermarkOfAComputedRowtimePushedIntoTheSource() {
    assertReplaced("watermark in the source, computed rowtime", countByKey("pushed_computed"));
  }

  @Test
  void filterBelowAndAbove() {
    assertReplaced(
        "filter below and above",
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE((SELECT * FROM t WHERE v > 3), DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end
        HAVING COUNT(*) > 1""");
  }

  @Test
  void aUnionNeedsAnExplicitDelay() {
    assertReplaced(
        "union of two tables",
        """
        SELECT /*+ TRILINK('watermark'='key', 'watermark.delay'='20 s') */ k, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE((SELECT * FROM (SELECT * FROM t UNION ALL SELECT * FROM late)),
          DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""");
  }

  @Test
  void functionsThatAddColumns() {
    assertReplaced(
        "table function below",
        """
        SELECT /*+ TRILINK('watermark'='key') */ word, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE((SELECT ts, word FROM t, UNNEST(ARRAY[k, 'all']) AS u (word)),
          DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY word, window_start, window_end""");
  }

  @Test
  void lookupJoinBelow() {
    assertReplaced(
        "lookup join below",
        """
        SELECT /*+ TRILINK('watermark'='key') */ name, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE((SELECT ts, name FROM (SELECT *, PROCTIME() AS now FROM t) AS r
            JOIN dimension FOR SYSTEM_TIME AS OF r.now AS d ON r.k = d.id),
          DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY name, window_start, window_end""");
  }

  @Test
  void unboundedAggregateAbove() {
    assertReplaced(
        "unbounded aggregate above",
        """
        SELECT window_start, MAX(c) AS m FROM (
          SELECT /*+ TRILINK('watermark'='key') */ k, window_start, COUNT(*) AS c
          FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
          GROUP BY k, window_start, window_end)
        GROUP BY window_start""");
  }

  @Test
  void boundedSkew() {
    assertReplaced(
        "max-skew and delay by hint",
        """
        SELECT /*+ TRILINK('watermark'='key', 'watermark.delay'='2 s',
          'watermark.max-skew'='5 min') */ k, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""");
  }

  @Test
  void eventTimeOperatorAboveABoundedSkew() {
    assertReplaced(
        "window above max-skew",
        """
        SELECT window_start, MAX(c) AS m FROM TABLE(TUMBLE((
            SELECT /*+ TRILINK('watermark'='key', 'watermark.max-skew'='5 min') */
              window_time AS wt, COUNT(*) AS c
            FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
            GROUP BY k, window_start, window_end, window_time),
          DESCRIPTOR(wt), INTERVAL '1' MINUTE))
        GROUP BY window_start, window_end""");
  }

  @Test
  void miniBatches() {
    planner.set("table.exec.mini-batch.enabled", "true");
    planner.set("table.exec.mini-batch.allow-latency", "2 s");
    planner.set("table.exec.mini-batch.size", "1000");
    assertReplaced("mini-batches", countByKey("t"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ONE_PHASE", "TWO_PHASE"})
  void withoutAHintTheStockPlanStays(String phases) {
    planner.set("table.optimizer.agg-phase-strategy", phases);
    String sql = countByKey("t").replace(TestPlanner.HINT, "");

    String plan = planner.plan(sql);

    assertThat(plan).contains(phases.equals("ONE_PHASE") ? "WindowAggregate" : "LocalWindow");
    assertThat(plan).doesNotContain("KeyWatermark").doesNotContain("HintReport");
    golden.assertPlan("stock, " + phases, sql, plan);
  }

  /** One golden plan for both: the number of phases in Flink's plan must not matter. */
  private static void assertReplaced(String name, String sql) {
    planner.set("table.optimizer.agg-phase-strategy", "TWO_PHASE");
    String fromTwoPhases = planner.plan(sql);
    planner.set("table.optimizer.agg-phase-strategy", "ONE_PHASE");
    String fromOnePhase = plans.assertReplaced(name, sql);

    assertThat(keyWatermarkAndBelow(fromTwoPhases)).isEqualTo(keyWatermarkAndBelow(fromOnePhase));
  }

  /** The plan from the key-level aggregate down; the nodes above may be in phases. */
  private static String keyWatermarkAndBelow(String plan) {
    return plan.substring(plan.indexOf("KeyWatermarkWindowAggregate"))
        .replaceAll("\n[ +-]*", "\n")
        .replaceAll("cor\\d+", "cor"); // a running number
  }

  private static String countByKey(String table) {
    return """
        SELECT /*+ TRILINK('watermark'='key') */ k, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE %s, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end"""
        .formatted(table);
  }
}
