/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.trilink.planner.testing.TestPlanner;

/** The optimizer adds, removes and splits aggregates; no hint may be applied to the wrong one. */
class RearrangedAggregatesTest {

  private static final String REFUSED =
      "watermark=key refused: the optimizer rearranged the query's aggregates, so it is unknown"
          + " which TRILINK hint belongs to which of them; use one hint for all of them, or"
          + " table.optimizer.trilink.*";
  private static final String APPLIED =
      "watermark=key (query hint), watermark.delay=5 s (WATERMARK of t), watermark.max-skew=unbounded (default)";

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  /** Counts per key and window; %s is for a hint. */
  private static final String COUNT =
      "SELECT %s k, window_start, window_end, COUNT(*) AS c"
          + " FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
          + " GROUP BY k, window_start, window_end";

  private static final String HINTED_COUNT = COUNT.formatted(TestPlanner.HINT);

  @Test
  void distinctSplitIntoTwoAggregates() {
    splitDistinct();
    String plan =
        planner.plan(
            "SELECT window_start, COUNT(DISTINCT c) FROM (%s) GROUP BY window_start"
                .formatted(HINTED_COUNT.replace("'key'", "'key','watermark.max-skew'='1 min'")));

    assertThat(plan).contains("IncrementalGroupAggregate(partialAggGrouping");
    assertThat(TestPlanner.keyWatermarks(plan))
        .containsExactly(APPLIED.replace("unbounded (default)", "1 min (query hint)"));
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void distinctOfAWindowIsSplitIntoTwoWindows() {
    splitDistinct();
    String sql = HINTED_COUNT.replace("COUNT(*)", "COUNT(DISTINCT v)");
    String unbounded = planner.plan(sql);
    assertThat(aggregates(unbounded)).isEqualTo(2);
    assertThat(TestPlanner.keyWatermarks(unbounded)).isEmpty();
    assertThat(TestPlanner.advice(unbounded)).hasSize(2);

    // the lower one has keys of k and a part of the values of v, each of which is in order like k
    String bounded =
        planner.plan(
            sql.replace("'watermark'='key'", "'watermark'='key','watermark.max-skew'='1 s'"));
    assertThat(aggregates(bounded)).isEqualTo(2);
    assertThat(TestPlanner.keyWatermarks(bounded)).hasSize(1);
    assertNoOtherThanTableWindows(bounded);
    assertThat(TestPlanner.advice(bounded)).hasSize(1);
  }

  private static void splitDistinct() {
    planner.set("table.exec.mini-batch.enabled", "true");
    planner.set("table.exec.mini-batch.allow-latency", "2 s");
    planner.set("table.exec.mini-batch.size", "1000");
    planner.set("table.optimizer.distinct-agg.split.enabled", "true");
  }

  @Test
  void anAggregateBelowAUnionIsMergedIntoTheOneAbove() {
    String plan =
        planner.plan(
            "SELECT DISTINCT k FROM ((SELECT DISTINCT k FROM (%s)) UNION ALL (SELECT k FROM t))"
                .formatted(HINTED_COUNT));

    assertThat(aggregates(plan)).isEqualTo(2);
    assertThat(TestPlanner.keyWatermarks(plan)).isEmpty();
    assertThat(TestPlanner.advice(plan)).containsExactly(REFUSED);
  }

  @Test
  void unionAddsAnAggregate() {
    String other = COUNT.formatted("").replace("COUNT(*)", "MAX(CAST(v AS BIGINT))");
    String all =
        planner.plan(
            "SELECT %s k, c FROM ((%s) UNION (%s))"
                .formatted(TestPlanner.HINT, COUNT.formatted(""), other));
    assertThat(aggregates(all)).isEqualTo(3);
    assertNoOtherThanTableWindows(all);

    String one = planner.plan("(" + HINTED_COUNT + ") UNION (" + other + ")");
    assertThat(aggregates(one)).isEqualTo(3);
    assertNoOtherThanTableWindows(one);
    assertThat(one.lines().filter(line -> line.contains("COUNT(*)"))).isNotEmpty();
    assertThat(one.lines().filter(line -> line.contains("KeyWatermark")))
        .allSatisfy(line -> assertThat(line).contains("COUNT(*)"));
  }

  @Test
  void oneAggregateAddedAndOneRemoved() {
    // the same number as before, but different ones: UNION's is added, the outer DISTINCT is
    // removed
    String plan =
        planner.plan(
            "SELECT DISTINCT * FROM ((%s) UNION (%s))"
                .formatted(
                    HINTED_COUNT,
                    COUNT.formatted("").replace("COUNT(*)", "MAX(CAST(v AS BIGINT))")));

    assertThat(TestPlanner.keyWatermarks(plan)).isEmpty();
    assertThat(TestPlanner.advice(plan)).isNotEmpty();
  }

  @Test
  void existsAddsAnAggregate() {
    String exists = "SELECT k FROM t WHERE EXISTS (SELECT * FROM (%s) WHERE c > 3)";
    String plan = planner.plan(exists.formatted(HINTED_COUNT));

    assertThat(aggregates(plan)).isGreaterThan(1);
    assertThat(TestPlanner.keyWatermarks(plan)).containsExactly(APPLIED);
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void notInAddsAggregates() {
    String plan =
        planner.plan(
            "SELECT k FROM t WHERE k NOT IN (SELECT k FROM (%s) WHERE c > 3)"
                .formatted(HINTED_COUNT));

    assertThat(TestPlanner.keyWatermarks(plan)).isNotEmpty().containsOnly(APPLIED);
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void aScalarSubQueryWithAHintOnOneOfItsAggregates() {
    String plan =
        planner.plan("SELECT k FROM t WHERE v > (SELECT MAX(c) FROM (%s))".formatted(HINTED_COUNT));

    assertThat(TestPlanner.keyWatermarks(plan)).isEmpty();
    assertThat(TestPlanner.advice(plan)).containsExactly(REFUSED);
  }

  @Test
  void aScalarSubQueryWithOneHintForAll() {
    String plan =
        planner.plan(
            "SELECT k FROM t WHERE v > (SELECT %s MAX(c) FROM (%s))"
                .formatted(TestPlanner.HINT, COUNT.formatted("")));

    assertThat(TestPlanner.keyWatermarks(plan)).containsExactly(APPLIED);
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void nestedUnboundedAggregatesKeepTheirLevels() {
    String plan =
        planner.plan(
            "SELECT MAX(m) FROM (SELECT window_start, MAX(c) AS m FROM (%s) GROUP BY window_start)"
                .formatted(HINTED_COUNT));

    assertThat(aggregates(plan)).isEqualTo(3);
    assertThat(TestPlanner.keyWatermarks(plan)).containsExactly(APPLIED);
  }

  /** Checks that only windows on a table's own time are under key-level watermarks. */
  private static void assertNoOtherThanTableWindows(String plan) {
    assertThat(plan.lines().filter(line -> line.contains("KeyWatermarkWindowAggregate")))
        .allSatisfy(line -> assertThat(line).contains("time_col=[ts]"));
  }

  /** The number of aggregates, not counting local ones. */
  private static long aggregates(String plan) {
    return plan.lines()
        .filter(line -> line.contains("Aggregate(") && !line.contains("Local"))
        .count();
  }
}
