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

/**
 * Event-time operators over the results of others: which has a watermark per key, and from what.
 */
class CascadesTest {

  private static final String SKEW = "'watermark'='key', 'watermark.max-skew'='1 min'";

  private static final String WINDOWS =
      "(SELECT k, v, window_start, window_end, window_time AS wt, COUNT(*) AS c"
          + " FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
          + " GROUP BY k, v, window_start, window_end, window_time)";

  @RegisterExtension static final GoldenPlans golden = new GoldenPlans();
  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  @Test
  void windowsOfWindowsOfTheSameKeys() {
    assertPlanned(
        "windows of windows, same keys", 2, windowsOfWindows("k, v", "'watermark'='key'"));
  }

  @Test
  void windowsOfWindowsOfFewerKeysGetTheForwardedWatermark() {
    assertPlanned("windows of windows, fewer keys", 1, windowsOfWindows("k", SKEW));
  }

  @Test
  void windowsOfWindowsOfFewerKeysWithoutABoundStayStock() {
    assertPlanned(
        "windows of windows, fewer keys, no bound", 0, windowsOfWindows("k", "'watermark'='key'"));
  }

  private static String windowsOfWindows(String keys, String options) {
    return """
        SELECT /*+ TRILINK(%s) */ %s, window_start, SUM(c) AS s
        FROM TABLE(TUMBLE((SELECT k, v, wt, c FROM %s), DESCRIPTOR(wt), INTERVAL '1' MINUTE))
        GROUP BY %s, window_start, window_end"""
        .formatted(options, keys, WINDOWS, keys);
  }

  @Test
  void legacyWindowsOfLegacyWindows() {
    assertPlanned(
        "legacy windows of legacy windows",
        2,
        """
        SELECT /*+ TRILINK('watermark'='key') */
          k, TUMBLE_START(wt, INTERVAL '1' MINUTE) AS w, SUM(c) AS s
        FROM (SELECT k, HOP_ROWTIME(ts, INTERVAL '5' SECOND, INTERVAL '10' SECOND) AS wt,
            COUNT(*) AS c
          FROM t GROUP BY k, HOP(ts, INTERVAL '5' SECOND, INTERVAL '10' SECOND))
        GROUP BY k, TUMBLE(wt, INTERVAL '1' MINUTE)""");
  }

  @Test
  void overOfWindows() {
    assertPlanned(
        "OVER of windows",
        2,
        """
        SELECT /*+ TRILINK('watermark'='key') */
          k, SUM(c) OVER (PARTITION BY v, k ORDER BY wt) AS s
        FROM %s WHERE c > 1"""
            .formatted(WINDOWS));
  }

  @Test
  void rowsThatAreMultipliedShareATime() {
    assertPlanned(
        "OVER of multiplied results",
        2,
        """
        SELECT /*+ TRILINK('watermark'='key') */
          k, w, SUM(c) OVER (PARTITION BY k, v ORDER BY wt) AS s
        FROM %s, UNNEST(ARRAY[k, 'all']) AS u (w)"""
            .formatted(WINDOWS));
  }

  @Test
  void rowsOfATableThatAreMultipliedShareATimeWhateverTheHintSays() {
    String plan =
        planner.plan(
            """
            SELECT /*+ TRILINK('watermark'='key', 'watermark.delay'='0 s') */
              k, w, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS s
            FROM t, UNNEST(ARRAY[k, 'all']) AS u (w)""");

    assertThat(plan).contains("watermark.delay=1 ms (rows of a key may share a time)");
  }

  @Test
  void windowsOfOver() {
    assertPlanned(
        "windows of OVER",
        2,
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, window_start, MAX(s) AS m
        FROM TABLE(TUMBLE((SELECT k, ts, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS s FROM t),
          DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""");
  }

  @Test
  void anExplicitDelayMayBeMoreThanNeededButNotLess() {
    String sql =
        """
        SELECT /*+ TRILINK('watermark'='key', 'watermark.delay'='%s') */
          k, window_start, MAX(s) AS m
        FROM TABLE(TUMBLE((SELECT k, ts, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS s FROM t),
          DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""";

    assertThat(TestPlanner.keyWatermarks(planner.plan(sql.formatted("0 s"))))
        .hasSize(2)
        .first()
        .asString()
        .contains("watermark.delay=1 ms (results of OverAggregate in order)");
    assertThat(TestPlanner.keyWatermarks(planner.plan(sql.formatted("2 s"))))
        .hasSize(2)
        .allSatisfy(settings -> assertThat(settings).contains("delay=2 s (query hint)"));
  }

  @Test
  void matchOfOver() {
    assertPlanned(
        "MATCH_RECOGNIZE of OVER",
        2,
        """
        SELECT /*+ TRILINK('watermark'='key') */ *
        FROM (SELECT k, ts, v, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS s FROM t)
        MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES LAST(B.s) AS l
          PATTERN (A B) DEFINE A AS A.v > 1)""");
  }

  @Test
  void topNOfWindows() {
    assertPlanned(
        "top-n of windows",
        2,
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, c FROM (
          SELECT *, ROW_NUMBER() OVER (
            PARTITION BY k, v, window_start, window_end ORDER BY c) AS n
          FROM %s)
        WHERE n <= 3"""
            .formatted(WINDOWS));
  }

  @Test
  void joinOfWindowsOfTheSameKeys() {
    assertPlanned(
        "join of windows, same keys", 3, joinOfWindows("'watermark'='key'", " AND a.v = b.v"));
  }

  @Test
  void joinOfWindowsOfFewerKeysGetsTheForwardedWatermark() {
    assertPlanned("join of windows, fewer keys", 2, joinOfWindows(SKEW, ""));
  }

  @Test
  void windowsOfAJoinOfWindows() {
    assertPlanned(
        "windows of a join of windows",
        4,
        """
        SELECT /*+ TRILINK('watermark'='key') */ k, v, window_start, SUM(c) AS s
        FROM TABLE(TUMBLE((%s), DESCRIPTOR(wt), INTERVAL '1' MINUTE))
        GROUP BY k, v, window_start, window_end"""
            .formatted(
                joinOfWindows("'watermark'='key'", " AND a.v = b.v")
                    .replace("a.k, a.c, b.c AS d", "b.k, a.v, a.c, a.wt")));
  }

  private static String joinOfWindows(String options, String condition) {
    return """
        SELECT /*+ TRILINK(%s) */ a.k, a.c, b.c AS d
        FROM %s AS a JOIN %s AS b
        ON a.k = b.k AND a.window_start = b.window_start AND a.window_end = b.window_end%s"""
        .formatted(options, WINDOWS, WINDOWS, condition);
  }

  @Test
  void aBoundAboveIsOneBelow() {
    assertPlanned(
        "a bound above only",
        2,
        """
        SELECT /*+ TRILINK('watermark'='key', 'watermark.max-skew'='1 min') */
          k, SUM(c) OVER (PARTITION BY v, k ORDER BY wt) AS s
        FROM %s"""
            .formatted(WINDOWS.replace("SELECT k", "SELECT /*+ TRILINK('watermark'='key') */ k")));
  }

  @Test
  void aHintOnTheInnerQueryOnly() {
    assertPlanned(
        "a hint on the inner query",
        1,
        """
        SELECT k, SUM(c) OVER (PARTITION BY v, k ORDER BY wt) AS s
        FROM %s"""
            .formatted(WINDOWS.replace("SELECT k", "SELECT /*+ TRILINK(" + SKEW + ") */ k")));
  }

  /** One-phase aggregates make the plans shorter, and do not change decisions. */
  private static void assertPlanned(String name, int keyWatermarks, String sql) {
    planner.set("table.optimizer.agg-phase-strategy", "TWO_PHASE");
    String twoPhases = planner.plan(sql);
    planner.set("table.optimizer.agg-phase-strategy", "ONE_PHASE");
    String plan = planner.plan(sql);

    assertThat(TestPlanner.keyWatermarks(plan)).as(plan).hasSize(keyWatermarks);
    assertThat(TestPlanner.keyWatermarks(twoPhases)).as(twoPhases).hasSize(keyWatermarks);
    golden.assertPlan(name, sql, plan);
  }
}
