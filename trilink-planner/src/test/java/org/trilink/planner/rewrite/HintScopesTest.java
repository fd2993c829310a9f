/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.TestPlanner;

/** Where a hint may be placed, its scope there, and the precedence of several hints. */
class HintScopesTest {

  private static final String GROUP = " GROUP BY k, window_start, window_end";

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE VIEW hinted_table AS SELECT k, v, ts FROM t /*+ TRILINK('watermark'='key') */",
              "CREATE VIEW hinted_select AS SELECT /*+ TRILINK('watermark'='key') */"
                  + " k, window_start, COUNT(*) AS c FROM "
                  + tumble("TABLE t")
                  + GROUP,
              "CREATE VIEW plain AS SELECT k, window_start, COUNT(*) AS c FROM "
                  + tumble("TABLE t")
                  + GROUP);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRILINK('watermark'='key')",
        "trilink('watermark'='key')",
        "Trilink('WaterMark'='KEY')",
        "TRILINK('watermark' = ' key ')",
      })
  void behindSelectInAnyCase(String hint) {
    assertApplied(
        "query hint", "SELECT /*+ " + hint + " */ k, COUNT(*) FROM " + tumble("TABLE t") + GROUP);
  }

  @Test
  void behindATable() {
    assertApplied("table hint", count("(SELECT * FROM t /*+ TRILINK('watermark'='key') */)"));
  }

  @Test
  void behindATableBesideOptions() {
    assertApplied(
        "table hint",
        count(
            "(SELECT * FROM t /*+ OPTIONS('rows-per-second'='3'), TRILINK('watermark'='key') */)"));
    assertApplied(
        "table hint",
        count(
            "(SELECT * FROM t /*+ TRILINK('watermark'='key'), OPTIONS('rows-per-second'='3') */)"));
  }

  @Test
  void inACommonTableExpression() {
    assertApplied(
        "table hint",
        "WITH r AS (SELECT * FROM t /*+ TRILINK('watermark'='key') */) " + count("TABLE r"));
    assertApplied(
        "query hint",
        "WITH r AS (SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) AS c FROM "
            + tumble("TABLE t")
            + GROUP
            + ") SELECT k FROM r WHERE c > 1");
  }

  @Test
  void inAViewsBody() {
    assertApplied("table hint", count("TABLE hinted_table"));
    assertApplied("query hint", "SELECT k, c FROM hinted_select");
  }

  @Test
  void aQuerysHintReachesIntoAView() {
    assertApplied("query hint", "SELECT /*+ TRILINK('watermark'='key') */ k, c FROM plain");
  }

  @Test
  void inASubQueryOfWhere() {
    String sub =
        "(SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) AS c FROM "
            + tumble("TABLE t")
            + GROUP
            + ")";
    assertApplied(
        "query hint", "SELECT k FROM t WHERE k IN (SELECT k FROM " + sub + " AS w WHERE c > 1)");
    assertApplied(
        "query hint",
        "SELECT k FROM t WHERE EXISTS (SELECT * FROM " + sub + " AS w WHERE w.k = t.k AND c > 1)");
    String table = count("(SELECT * FROM t /*+ TRILINK('watermark'='key') */)");
    assertApplied("table hint", "SELECT k FROM t WHERE k IN (SELECT k FROM (" + table + ") AS w)");
  }

  @Test
  void aSelectsHintReachesItsSubQueries() {
    assertApplied(
        "query hint",
        "SELECT /*+ TRILINK('watermark'='key') */ k FROM t WHERE k IN (SELECT k FROM plain)");
  }

  @Test
  void innerBeforeOuterPerOption() {
    String plan =
        planner.plan(
            "SELECT /*+ TRILINK('watermark'='key','watermark.delay'='1 s',"
                + "'watermark.max-skew'='1 min') */ k, c FROM (SELECT"
                + " /*+ TRILINK('watermark.delay'='2 s') */ k, COUNT(*) AS c FROM "
                + tumble("TABLE t")
                + GROUP
                + ")");

    assertThat(TestPlanner.keyWatermarks(plan))
        .containsExactly(
            "watermark=key (query hint), watermark.delay=2 s (query hint), watermark.max-skew=1 min (query hint)");
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void aViewsHintBeforeThoseAroundIt() {
    planner.execute(
        "CREATE TEMPORARY VIEW inner_hint AS SELECT /*+ TRILINK('watermark.delay'='2 s') */"
            + " k, COUNT(*) AS c FROM "
            + tumble("TABLE t")
            + GROUP);
    String sql =
        "SELECT /*+ TRILINK('watermark'='key','watermark.delay'='1 s') */ k FROM t"
            + " WHERE k IN (SELECT k FROM inner_hint WHERE c > 3)";

    assertThat(delay(sql)).isEqualTo("2 s (query hint)");
  }

  /** It is none of the copies that the converter makes of hints. */
  @Test
  void anInnerHintThatEqualsAnOuterOneOverridesWhatIsInBetween() {
    String outer =
        "SELECT /*+ TRILINK('watermark'='key') */ k FROM (SELECT"
            + " /*+ TRILINK('watermark'='subtask') */ k FROM %s)";
    assertApplied(
        "query hint",
        outer.formatted(
            "(SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) AS c FROM "
                + tumble("TABLE t")
                + GROUP
                + ")"));
    assertApplied("query hint", outer.formatted("hinted_select"));
    assertApplied(
        "query hint",
        outer.formatted(
            "t WHERE EXISTS (SELECT /*+ TRILINK('watermark'='key') */ * FROM plain AS w"
                + " WHERE w.k = t.k AND c > 1)"));
    assertApplied(
        "query hint",
        outer.formatted(
            "t WHERE k IN (SELECT /*+ TRILINK('watermark'='key') */ k FROM plain WHERE c > 1)"));
  }

  @Test
  void anInnerPlacementThatEqualsAnOuterOneOverridesWhatIsInBetween() {
    String sql =
        "SELECT /*+ TRILINK('partition'='modulo') */ v, c FROM (SELECT"
            + " /*+ TRILINK('partition'='hash') */ v, c FROM (SELECT"
            + " /*+ TRILINK('partition'='modulo') */ v, COUNT(*) AS c FROM t GROUP BY v))";
    String plan = planner.plan(sql);

    assertThat(TestPlanner.keyPlacements(plan))
        .containsExactly("partition=modulo (query hint), max-parallelism=720");
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void queryBeforeTableBeforeSessionBeforeDefault() {
    String sql =
        "SELECT /*+ TRILINK('watermark'='key') */ k, COUNT(*) FROM "
            + tumble("(SELECT * FROM t /*+ TRILINK('watermark'='subtask') */)")
            + GROUP;
    assertThat(delay(sql)).isEqualTo("5 s (WATERMARK of t)");
    planner.set("table.optimizer.trilink.watermark.delay", "4 s");
    assertThat(delay(sql)).isEqualTo("4 s (session)");
    sql = sql.replace("'subtask'", "'subtask','watermark.delay'='3 s'");
    assertThat(delay(sql)).isEqualTo("3 s (table hint)");
    sql = sql.replace("'key'", "'key','watermark.delay'='2 s'");
    assertThat(delay(sql)).isEqualTo("2 s (query hint)");
  }

  @Test
  void theSessionAlone() {
    planner.set("table.optimizer.trilink.watermark", "key");
    assertApplied("session", count("TABLE t"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT k, v FROM t",
        "INSERT INTO s SELECT k, COUNT(*) FROM t GROUP BY k",
        "SELECT a.k FROM t AS a JOIN t AS b ON a.k = b.k",
      })
  void theSessionWhereNothingWaitsForWatermarks(String sql) {
    String stock = planner.plan(sql);
    planner.set("table.optimizer.trilink.watermark", "key");
    planner.set("table.optimizer.trilink.strict", "true"); // the hint fits, or it does not
    String plan = planner.plan(sql);

    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "watermark=key (session) has no effect here: the statement has no operator that waits"
                + " for watermarks");
    assertThat(stock).doesNotContain("HintReport");
    assertThat(TestPlanner.advice(planner.plan(count("TABLE t")))).isEmpty();
  }

  @Test
  void eachBranchOfAUnionHasItsOwn() {
    String plan =
        planner.plan(
            "SELECT /*+ TRILINK('watermark'='key','watermark.delay'='1 s') */ k, COUNT(*) FROM "
                + tumble("TABLE t")
                + GROUP
                + " UNION ALL "
                + "SELECT /*+ TRILINK('watermark'='key','watermark.delay'='2 s') */ k, COUNT(*)"
                + " FROM "
                + tumble("TABLE t")
                + GROUP
                + " UNION ALL "
                + count("TABLE t"));

    assertThat(TestPlanner.keyWatermarks(plan))
        .containsExactly(
            "watermark=key (query hint), watermark.delay=1 s (query hint), watermark.max-skew=unbounded (default)",
            "watermark=key (query hint), watermark.delay=2 s (query hint), watermark.max-skew=unbounded (default)");
    assertThat(plan.lines().filter(line -> line.contains("GlobalWindowAggregate"))).hasSize(1);
    assertThat(plan).doesNotContain("hints=");
  }

  @Test
  void eachSideOfASelfJoinHasItsOwn() {
    String side =
        count("(SELECT * FROM t /*+ TRILINK('watermark'='key','watermark.delay'='%s') */)");
    String plan =
        planner.plan(
            "SELECT a.k FROM ("
                + side.formatted("1 s")
                + ") AS a JOIN ("
                + side.formatted("2 s")
                + ") AS b ON a.k = b.k");

    assertThat(TestPlanner.keyWatermarks(plan))
        .containsExactly(
            "watermark=key (table hint), watermark.delay=1 s (table hint), watermark.max-skew=unbounded (default)",
            "watermark=key (table hint), watermark.delay=2 s (table hint), watermark.max-skew=unbounded (default)");
  }

  @Test
  void aHintReachesOnlyTheInnerOfTwoAggregates() {
    String plan =
        planner.plan(
            """
            SELECT window_start, MAX(c) AS m FROM TABLE(TUMBLE((
                SELECT /*+ TRILINK('watermark'='key','watermark.max-skew'='1 min') */
                  k, window_time AS wt, COUNT(*) AS c
                FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
                GROUP BY k, window_start, window_end, window_time),
              DESCRIPTOR(wt), INTERVAL '1' MINUTE))
            GROUP BY window_start, window_end""");

    assertThat(TestPlanner.keyWatermarks(plan)).hasSize(1);
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  private static void assertApplied(String origin, String sql) {
    String plan = planner.plan(sql);
    assertThat(TestPlanner.keyWatermarks(plan))
        .as(plan)
        .containsExactly(
            "watermark=key ("
                + origin
                + "), watermark.delay=5 s (WATERMARK of t), watermark.max-skew=unbounded"
                + " (default)");
    assertThat(TestPlanner.advice(plan)).isEmpty();
    assertThat(plan).doesNotContain("hints=[[[TRILINK");
  }

  private static String delay(String sql) {
    return TestPlanner.keyWatermarks(planner.plan(sql))
        .get(0)
        .replaceAll(".*watermark.delay=(.*\\)),.*", "$1");
  }

  private static String count(String input) {
    return "SELECT k, COUNT(*) FROM " + tumble(input) + GROUP;
  }

  private static String tumble(String input) {
    return "TABLE(TUMBLE(" + input + ", DESCRIPTOR(ts), INTERVAL '10' SECOND))";
  }
}
