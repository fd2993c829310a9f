/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.GoldenPlans;
import org.trilink.planner.testing.Latest;
import org.trilink.planner.testing.TestPlanner;
import org.trilink.planner.testing.Widest;

/**
 * The plans of {@link InsertLocalMerge}, which are the same for Flink's one-phase and two-phase
 * plans; and the cases in which records are not merged.
 */
class InsertLocalMergeTest {

  private static final String TUMBLE =
      "FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
          + " GROUP BY k, window_start, window_end";

  @RegisterExtension static final GoldenPlans golden = new GoldenPlans();

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE local_time (k STRING, v INT, ts TIMESTAMP_LTZ(3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen')",
              "CREATE TABLE wide (k STRING, v INT, name STRING, ts TIMESTAMP(3),"
                  + " p AS PROCTIME(),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen')",
              "CREATE TABLE changes (k STRING, v INT, PRIMARY KEY (k) NOT ENFORCED)"
                  + " WITH ('connector' = 'planned', 'updates' = 'true')",
              "CREATE TABLE names (k STRING PRIMARY KEY NOT ENFORCED, name STRING)"
                  + " WITH ('connector' = 'planned')",
              "CREATE TEMPORARY VIEW named AS SELECT names.name, wide.ts FROM wide"
                  + " JOIN names FOR SYSTEM_TIME AS OF wide.p ON wide.k = names.k",
              "CREATE TEMPORARY FUNCTION widest AS '" + Widest.class.getName() + "'",
              "CREATE TEMPORARY FUNCTION latest AS '" + Latest.class.getName() + "'");

  // ---------------------------------------------------------------------------------- windows

  @Test
  void tumble() {
    assertMerged(
        "tumble",
        """
        SELECT /*+ TRILINK('exchange'='local-merge') */ k, window_start, COUNT(*) AS c, AVG(v) AS a
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""");
  }

  @Test
  void tumbleUnderKeysWatermarks() {
    assertMerged(
        "tumble under keys' watermarks",
        """
        SELECT /*+ TRILINK('exchange'='local-merge', 'watermark'='key') */
          k, window_start, COUNT(*) AS c, AVG(v) AS a
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""");
  }

  @Test
  void hopWithFinerSlotsAndEveryTrigger() {
    assertMerged(
        "hop with finer slots and every trigger",
        """
        SELECT /*+ TRILINK('exchange'='local-merge', 'local-merge.slot'='500 ms',
          'local-merge.emit'='period, count, punctuated', 'local-merge.emit.delay'='2 s',
          'local-merge.emit.records'='100', 'local-merge.emit.when'='v > 7 AND k <> ''x''') */
          k, window_end, MIN(v) AS m, COUNT(DISTINCT v) AS d, COUNT(*) FILTER (WHERE v > 3) AS f
        FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end""");
  }

  @Test
  void cumulateInLocalTime() {
    assertMerged(
        "cumulate in local time",
        """
        SELECT /*+ TRILINK('exchange'='local-merge', 'watermark'='key', 'watermark.max-skew'='1 min') */
          k, window_end, widest(v) AS m
        FROM TABLE(CUMULATE(TABLE local_time, DESCRIPTOR(ts), INTERVAL '2' MINUTE, INTERVAL '1' HOUR))
        GROUP BY k, window_start, window_end""");
  }

  @Test
  void windowsWithoutKeys() {
    assertMerged(
        "windows without keys",
        """
        SELECT /*+ TRILINK('exchange'='local-merge') */ window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY window_start, window_end""");
  }

  @Test
  void groupByTumble() {
    assertMerged(
        "group by tumble",
        """
        SELECT /*+ TRILINK('exchange'='local-merge') */ k, COUNT(*) AS c, SUM(DISTINCT v) AS s
        FROM t GROUP BY k, TUMBLE(ts, INTERVAL '1' MINUTE)""");
  }

  @Test
  void groupByHopUnderKeysWatermarks() {
    assertMerged(
        "group by hop under keys' watermarks",
        """
        SELECT /*+ TRILINK('exchange'='local-merge', 'watermark'='key') */
          k, HOP_END(ts, INTERVAL '4' SECOND, INTERVAL '10' SECOND) AS e, COUNT(*) AS c
        FROM t GROUP BY k, HOP(ts, INTERVAL '4' SECOND, INTERVAL '10' SECOND)""");
  }

  // ------------------------------------------------------------------------------- no windows

  @Test
  void groupBy() {
    assertMerged(
        "group by",
        """
        SELECT /*+ TRILINK('exchange'='local-merge') */ k, COUNT(*) AS c, MAX(v) AS m
        FROM t GROUP BY k""");
  }

  @Test
  void noKeys() {
    assertMerged(
        "no keys",
        "SELECT /*+ TRILINK('exchange'='local-merge', 'local-merge.emit.delay'='20 ms') */"
            + " COUNT(DISTINCT k) AS c FROM t");
  }

  @Test
  void distinctRows() {
    assertMerged(
        "distinct rows", "SELECT /*+ TRILINK('exchange'='local-merge') */ DISTINCT k, v FROM t");
  }

  @Test
  void placedKeys() {
    assertMerged(
        "placed keys",
        """
        SELECT /*+ TRILINK('exchange'='local-merge', 'partition'='least-key') */ k, COUNT(*) AS c
        FROM t GROUP BY k""");
  }

  @Test
  void severalAggregatesOneHint() {
    assertMerged(
        "several aggregates",
        """
        SELECT /*+ TRILINK('exchange'='local-merge') */ c, COUNT(*) AS n FROM (
          SELECT k, window_start, COUNT(*) AS c
          FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
          GROUP BY k, window_start, window_end)
        GROUP BY c""");
  }

  /** Statements that share an aggregate share its merge, too. */
  @Test
  void anAggregateOfTwoStatements() {
    planner.execute(
        "CREATE TEMPORARY VIEW IF NOT EXISTS shared AS"
            + " SELECT /*+ TRILINK('exchange'='local-merge', 'watermark'='key') */ k, COUNT(*) AS c"
            + " FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
            + " GROUP BY k, window_start, window_end");
    String plan =
        TestPlanner.executionPlan(
            planner.statements(
                "INSERT INTO s SELECT * FROM shared", "INSERT INTO s SELECT k, -c FROM shared"));

    assertThat(plan).containsOnlyOnce("LocalMerge(").contains("(reuse_id=[1])");
  }

  /** Keys, aggregates and the length of slots are the same, but not the times in merged rows. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "FROM t GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)",
        "FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '3' SECOND))"
            + " GROUP BY k, window_start, window_end"
      })
  void otherWindowsOfAnotherStatementShareNoMerge(String otherWindows) {
    String count = "INSERT INTO s SELECT /*+ TRILINK('exchange'='local-merge') */ k, COUNT(*) ";

    assertMergedApart(count + TUMBLE, count + otherWindows);
  }

  /** The merge sends what would be late by a watermark that another merge does not know. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'watermark.max-skew'='1 min'",
        "'watermark.delay'='2 s'",
        "'watermark.max-lead'='1 h'",
        "'watermark.max-lead'='1 h', 'watermark.max-lead.action'='drop'"
      })
  void otherWatermarksOfAnotherStatementShareNoMerge(String settings) {
    String count =
        "INSERT INTO s SELECT /*+ TRILINK('exchange'='local-merge', 'watermark'='key'%s) */"
            + " k, COUNT(*) "
            + TUMBLE;

    assertMergedApart(count.formatted(""), count.formatted(", " + settings));
  }

  private static void assertMergedApart(String insert, String otherInsert) {
    String plan = TestPlanner.executionPlan(planner.statements(insert, otherInsert));

    assertThat(plan.split("LocalMerge\\(", -1)).as(plan).hasSize(3);
    assertThat(plan).containsOnlyOnce("TableSourceScan(");
  }

  // ---------------------------------------------------------------------------------- refused

  @Test
  void functionsThatCannotBeMerged() {
    assertThat(refusal("SELECT %s k, latest(v) FROM t GROUP BY k"))
        .isEqualTo(
            "latest cannot be merged: its class "
                + Latest.class.getName()
                + " has no method merge");
    assertThat(refusal("SELECT %s k, COUNT(*), FIRST_VALUE(v) FROM t GROUP BY k"))
        .startsWith("FIRST_VALUE cannot be merged: its class ");
  }

  @Test
  void updates() {
    assertThat(refusal("SELECT %s v, COUNT(*) FROM changes GROUP BY v"))
        .isEqualTo(
            "its input has updates, and merged records cannot be retracted; not supported yet");
  }

  @Test
  void sessions() {
    assertThat(refusal("SELECT %s k, COUNT(*) FROM t GROUP BY k, SESSION(ts, INTERVAL '1' SECOND)"))
        .isEqualTo(
            "a session window has no fixed start and end, so there are no time slots to merge in");
  }

  @Test
  void processingTime() {
    assertThat(
            refusal("SELECT %s k, COUNT(*) FROM wide GROUP BY k, TUMBLE(p, INTERVAL '1' SECOND)"))
        .startsWith("the window is on processing time");
    assertThat(
            refusal(
                "SELECT %s k, COUNT(*) FROM TABLE(TUMBLE(TABLE wide, DESCRIPTOR(p), INTERVAL '1'"
                    + " SECOND)) GROUP BY k, window_start, window_end"))
        .startsWith("the window is on processing time");
  }

  @Test
  void earlyFire() {
    planner.set("table.exec.emit.early-fire.enabled", "true");
    planner.set("table.exec.emit.early-fire.delay", "1 s");
    assertThat(refusal("SELECT %s k, COUNT(*) FROM t GROUP BY k, TUMBLE(ts, INTERVAL '1' MINUTE)"))
        .startsWith(
            "table.exec.emit.early-fire and late-fire make a window emit results before or after"
                + " its end");
  }

  @Test
  void miniBatches() {
    planner.set("table.exec.mini-batch.enabled", "true");
    planner.set("table.exec.mini-batch.allow-latency", "1 s");
    planner.set("table.exec.mini-batch.size", "10");
    assertThat(refusal("SELECT %s k, COUNT(*) FROM t GROUP BY k"))
        .startsWith("with mini-batches Flink buffers records itself");
    planner.set("table.optimizer.agg-phase-strategy", "ONE_PHASE");
    assertThat(refusal("SELECT %s k, COUNT(*) FROM t GROUP BY k"))
        .startsWith("with mini-batches Flink buffers records itself");
  }

  @Test
  void windowsOfAnOperatorBelow() {
    String plan =
        planner.plan(
            """
            SELECT /*+ TRILINK('exchange'='local-merge') */ window_start, SUM(c) FROM (
              SELECT k, window_start, window_end, COUNT(*) AS c
              FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
              GROUP BY k, window_start, window_end)
            GROUP BY window_start, window_end""");
    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "exchange=local-merge refused: GROUP BY uses the windows of an operator below"
                + " (window_start, window_end) instead of its own window function; not supported"
                + " yet");
    assertThat(plan).containsOnlyOnce("LocalMerge(");
  }

  @Test
  void whatIsNoAggregate() {
    assertThat(refusal("SELECT %s k, SUM(v) OVER (PARTITION BY k ORDER BY ts) FROM t"))
        .isEqualTo("OverAggregate has no aggregates that could be merged before its exchange");
    assertThat(refusal("SELECT %s a.k FROM t AS a JOIN t AS b ON a.k = b.k"))
        .isEqualTo("Join has no aggregates that could be merged before its exchange");
  }

  @Test
  void aLookupJoinHasNoExchangeToAdviseOn() {
    String merged =
        planner.plan(
            """
            SELECT /*+ TRILINK('exchange'='local-merge') */ name, window_start, COUNT(*)
            FROM TABLE(TUMBLE(TABLE named, DESCRIPTOR(ts), INTERVAL '10' SECOND))
            GROUP BY name, window_start, window_end""");
    assertThat(merged).contains("LocalMerge(").contains("LookupJoin(");
    assertThat(TestPlanner.advice(merged)).isEmpty();

    assertThat(
            TestPlanner.advice(
                planner.plan("SELECT /*+ TRILINK('exchange'='local-merge') */ name FROM named")))
        .singleElement()
        .asString()
        .endsWith("has no effect: it applies to no operator with an exchange");
  }

  @Test
  void groupsOfKeysAndIdleKeys() {
    String windows =
        "SELECT /*+ TRILINK('exchange'='local-merge', 'watermark'='key', %s) */ k, COUNT(*)"
            + " FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' SECOND))"
            + " GROUP BY k, window_start, window_end";
    assertThat(refusalOf(windows.formatted("'watermark.keys-per-group'='2'")))
        .startsWith(
            "merging changes the order of records of different keys, so keys that share a watermark"
                + " ('watermark.keys-per-group')");
    assertThat(refusalOf(windows.formatted("'watermark.idle-timeout'='1 min'")))
        .startsWith("'watermark.idle-timeout' would take a key for idle");
  }

  // ----------------------------------------------------------------------------------- errors

  @Test
  void slotsThatDoNotDivideSlices() {
    assertThat(errorOfWindows("'local-merge.slot'='3 s'"))
        .isEqualTo(
            "TRILINK hint: 'local-merge.slot'='3 s' does not divide the slices of 10 s that the"
                + " windows consist of. Set a duration that divides them evenly, or leave the"
                + " option out.");
    assertThat(errorOfWindows("'local-merge.slot'='20 s'")).contains("does not divide");
    assertThat(errorOfGroupBy("'local-merge.slot'='1 s'"))
        .startsWith("TRILINK hint: 'local-merge.slot' needs windows on event time");
  }

  @Test
  void settingsOfTriggersThatAreNotThere() {
    assertThat(errorOfWindows("'local-merge.emit.delay'='1 s'"))
        .isEqualTo(
            "TRILINK hint: 'local-merge.emit.delay' has an effect only with"
                + " 'local-merge.emit'='period', but 'local-merge.emit' is 'punctuated'. Add"
                + " 'period' to 'local-merge.emit', or leave 'local-merge.emit.delay' out.");
    assertThat(errorOfGroupBy("'local-merge.emit.records'='10'"))
        .contains("only with 'local-merge.emit'='count', but 'local-merge.emit' is 'period'");
    assertThat(errorOfWindows("'local-merge.emit'='count', 'local-merge.emit.when'='v > 1'"))
        .contains("only with 'local-merge.emit'='punctuated', but 'local-merge.emit' is 'count'");
    assertThat(errorOfWindows("'local-merge.emit'='count'"))
        .startsWith("TRILINK hint: 'local-merge.emit'='count' needs 'local-merge.emit.records'");
    assertThat(errorOfGroupBy("'local-merge.emit'='punctuated'"))
        .startsWith("TRILINK hint: 'local-merge.emit'='punctuated' needs 'local-merge.emit.when'");
  }

  @Test
  void conditionsThatAreNone() {
    String columns =
        "The columns of the records that reach the operator are: k, v, ts; a column of a table is"
            + " among them only if the query uses it.";
    String option = "TRILINK hint: option 'local-merge.emit.when' cannot be '%s': ";
    assertThat(errorOfWindows(when("v + 1")))
        .isEqualTo(
            option.formatted("v + 1") + "it is not a condition on a single record. " + columns);
    assertThat(errorOfWindows(when("name = 1")))
        .startsWith(option.formatted("name = 1"))
        .contains("'name'")
        .endsWith(columns);
    assertThat(errorOfWindows(when("v >"))).startsWith(option.formatted("v >")).endsWith(columns);
    assertThat(errorOfWindows(when("COUNT(*) > 1")))
        .startsWith(option.formatted("COUNT(*) > 1"))
        .endsWith(columns);
    assertThat(errorOfWindows(when("v IN (SELECT v FROM t)"))).endsWith(columns);
  }

  private static String when(String condition) {
    return "'local-merge.emit'='punctuated', 'local-merge.emit.when'='" + condition + "'";
  }

  private static String errorOfWindows(String options) {
    return planner.error(
        "SELECT /*+ TRILINK('exchange'='local-merge', %s) */ k, SUM(v)".formatted(options)
            + " FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
            + " GROUP BY k, window_start, window_end");
  }

  private static String errorOfGroupBy(String options) {
    return planner.error(
        "SELECT /*+ TRILINK('exchange'='local-merge', %s) */ k, SUM(v) FROM t GROUP BY k"
            .formatted(options));
  }

  private static String refusal(String sql) {
    return refusalOf(sql.formatted("/*+ TRILINK('exchange'='local-merge') */"));
  }

  private static String refusalOf(String sql) {
    String plan = planner.plan(sql);
    assertThat(plan).doesNotContain("LocalMerge(");
    String prefix = "exchange=local-merge refused: ";
    assertThat(TestPlanner.advice(plan)).singleElement().asString().startsWith(prefix);
    return TestPlanner.advice(plan).get(0).substring(prefix.length());
  }

  private static void assertMerged(String name, String sql) {
    String plan = planner.plan(sql);
    assertThat(TestPlanner.advice(plan)).isEmpty();
    golden.assertPlan(name, sql, plan);
    planner.set("table.optimizer.agg-phase-strategy", "ONE_PHASE");
    assertThat(planner.plan(sql)).as("from one phase").isEqualTo(plan);
  }
}
