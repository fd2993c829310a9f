/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.trilink.planner.testing.TestPlanner;

/** OVER and MATCH_RECOGNIZE are counted like aggregates, so that each gets its own hints. */
class HintLevelsTest {

  private static final String SKEW =
      "/*+ TRILINK('watermark'='key', 'watermark.max-skew'='1 min') */";
  private static final String HINTED_OVER =
      "SELECT %s k, v, ts, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS s FROM t";
  private static final String OF_RESULTS =
      "watermark=key (query hint), watermark.delay=1 ms (results of OverAggregate in order),"
          + " watermark.max-skew=%s";

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  @Test
  void aHintReachesOnlyTheInnerOfTwoOvers() {
    assertOneApplied(
        "SELECT k, MAX(s) OVER (PARTITION BY k ORDER BY ts) AS m FROM (%s)"
            .formatted(HINTED_OVER.formatted(SKEW)));
  }

  @Test
  void aHintOfAPlainQueryDoesNotReachTheOverAround() {
    String plan =
        planner.plan(
            "SELECT k, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS s FROM (SELECT %s k, v, ts FROM t)"
                .formatted(TestPlanner.HINT));

    assertThat(TestPlanner.keyWatermarks(plan)).isEmpty();
    assertThat(TestPlanner.advice(plan))
        .singleElement()
        .asString()
        .startsWith("TRILINK(watermark=key) on SELECT has no effect");
  }

  @Test
  void aHintReachesBothOfTwoOvers() {
    String plan =
        planner.plan(
            "SELECT %s k, MAX(s) OVER (PARTITION BY k ORDER BY ts) AS m FROM (%s)"
                .formatted(SKEW, HINTED_OVER.formatted("")));

    assertThat(TestPlanner.keyWatermarks(plan))
        .hasSize(2)
        .startsWith(OF_RESULTS.formatted("1 min (query hint)"));
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void anAggregateAboveAnOver() {
    assertOneApplied(
        "SELECT v, MAX(s) AS m FROM (%s) GROUP BY v".formatted(HINTED_OVER.formatted(SKEW)));
  }

  @Test
  void aTopNAboveAnOver() {
    assertOneApplied(
        ("SELECT k, s FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY s) AS n FROM (%s))"
                + " WHERE n <= 3")
            .formatted(HINTED_OVER.formatted(SKEW)));
  }

  @Test
  void aMatchAboveAnOver() {
    assertOneApplied(
        ("SELECT * FROM (%s) MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES LAST(B.s) AS l"
                + " PATTERN (A B) DEFINE A AS A.v > 1)")
            .formatted(HINTED_OVER.formatted(SKEW)));
  }

  @Test
  void anOverBelowAHintedWindowHasItsOwn() {
    String plan =
        planner.plan(
            """
            SELECT /*+ TRILINK('watermark'='key') */ k, window_start, MAX(s) AS m
            FROM TABLE(TUMBLE((%s), DESCRIPTOR(ts), INTERVAL '10' SECOND))
            GROUP BY k, window_start, window_end"""
                .formatted(HINTED_OVER.formatted("/*+ TRILINK('watermark'='subtask') */")));

    assertThat(TestPlanner.keyWatermarks(plan))
        .containsExactly(OF_RESULTS.formatted("unbounded (default)"));
    assertThat(plan).contains("KeyWatermarkWindowAggregate(").contains("- OverAggregate(");
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void anOverWhoseResultIsNotUsedTakesItsLevelAway() {
    String plan =
        planner.plan(
            """
            SELECT k, window_start, MAX(v) AS m
            FROM TABLE(TUMBLE((SELECT k, v, ts FROM (%s)), DESCRIPTOR(ts), INTERVAL '10' SECOND))
            GROUP BY k, window_start, window_end"""
                .formatted(HINTED_OVER.formatted(TestPlanner.HINT)));

    assertThat(TestPlanner.keyWatermarks(plan)).isEmpty();
    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "watermark=key refused: the optimizer rearranged the query's aggregates, so it is"
                + " unknown which TRILINK hint belongs to which of them; use one hint for all of"
                + " them, or table.optimizer.trilink.*");
  }

  @Test
  void theSessionReachesAll() {
    planner.set("table.optimizer.trilink.watermark", "key");
    String plan = planner.plan(HINTED_OVER.formatted(""));

    assertThat(TestPlanner.keyWatermarks(plan))
        .containsExactly(
            "watermark=key (session), watermark.delay=5 s (WATERMARK of t), watermark.max-skew=unbounded (default)");
  }

  private static void assertOneApplied(String sql) {
    String plan = planner.plan(sql);
    assertThat(TestPlanner.keyWatermarks(plan)).as(plan).hasSize(1);
    assertThat(plan).contains("KeyWatermarkOverAggregate(");
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }
}
