/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import static org.apache.flink.table.api.Expressions.$;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.TestPlanner;

/** Hints in several INSERTs that run as one job. */
class StatementSetTest {

  private static final String TUMBLE =
      "TABLE(TUMBLE(TABLE %s, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
          + " GROUP BY k, window_start, window_end";

  private static final String LAST_ROWS =
      "a table that keeps the last row of each primary key, and those of a key that has moved could"
          + " overtake those of the subtask where it was; not supported yet";

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE s2 (k STRING, c BIGINT) WITH ('connector' = 'blackhole')",
              "CREATE TABLE s3 (k STRING, c BIGINT) WITH ('connector' = 'blackhole')",
              "CREATE TABLE latest (k STRING PRIMARY KEY NOT ENFORCED, c BIGINT)"
                  + " WITH ('connector' = 'blackhole')",
              "CREATE TABLE rides (k STRING, passenger_count INT) WITH ('connector' = 'datagen')",
              "CREATE TABLE u (k STRING, v INT, ts TIMESTAMP(3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '9' SECOND) WITH ('connector' = 'datagen')");

  @BeforeEach
  void dropShared() {
    planner.tables().dropTemporaryView("shared");
  }

  @Test
  void equalHintsAreAggregatedOnce() {
    StatementSet set =
        planner.statements(count("s", "'watermark'='key'"), count("s2", "'WATERMARK'='key'"));
    String plan = TestPlanner.executionPlan(set);

    assertThat(plan).containsOnlyOnce("KeyWatermarkWindowAggregate(");
    assertThat(plan).containsOnlyOnce("TableSourceScan(");
    assertThat(plan).contains("Reused(reference_id=[1])");
  }

  @Test
  void differentHintsAreAggregatedApartAndTheSourceIsReadOnce() {
    StatementSet set =
        planner.statements(
            count("s", "'watermark'='key'"),
            count("s2", "'watermark'='key','watermark.delay'='1 s'"),
            count("s3", "'watermark'='subtask'"));

    assertThat(TestPlanner.keyWatermarks(planner.plan(set)))
        .containsExactly(
            "watermark=key (query hint), watermark.delay=5 s (WATERMARK of t), watermark.max-skew=unbounded (default)",
            "watermark=key (query hint), watermark.delay=1 s (query hint), watermark.max-skew=unbounded (default)");
    assertThat(TestPlanner.advice(planner.plan(set)))
        .containsExactly(
            "TRILINK(watermark=subtask) on SELECT has no effect: it asks for Flink's default"
                + " behaviour");
    assertThat(TestPlanner.executionPlan(set)).containsOnlyOnce("TableSourceScan(");
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "true"})
  void aHintInOneStatementIsNotTheOthers(String reuseBlocks) {
    planner.set("table.optimizer.reuse-optimize-block-with-digest-enabled", reuseBlocks);
    String stock = "INSERT INTO s2 SELECT k, COUNT(*) FROM " + TUMBLE.formatted("t");

    for (StatementSet set :
        new StatementSet[] {
          planner.statements(count("s", "'watermark'='key'"), stock),
          planner.statements(stock, count("s", "'watermark'='key'"))
        }) {
      String plan = planner.plan(set);
      assertThat(TestPlanner.keyWatermarks(plan)).as(plan).hasSize(1);
      assertThat(plan.lines().filter(line -> line.contains(" GlobalWindowAggregate("))).hasSize(1);
      assertThat(TestPlanner.advice(plan)).isEmpty();
    }
  }

  @Test
  void equalBlocksWithEqualHints() {
    planner.set("table.optimizer.reuse-optimize-block-with-digest-enabled", "true");
    StatementSet set =
        planner.statements(count("s", "'watermark'='key'"), count("s2", "'watermark'='key'"));

    String plan = TestPlanner.executionPlan(set);
    assertThat(plan).containsOnlyOnce("KeyWatermarkWindowAggregate(");
    assertThat(plan).doesNotContain("HintReport");
  }

  @Test
  void aTablesHintInASharedTableReachesTheWindowsAbove() {
    share("SELECT k, v, ts FROM t /*+ TRILINK('watermark'='key') */ WHERE v > 3");
    StatementSet set =
        planner.statements(
            "INSERT INTO s SELECT k, COUNT(*) FROM " + TUMBLE.formatted("shared"),
            "INSERT INTO s2 SELECT k, CAST(SUM(v) AS BIGINT) FROM " + TUMBLE.formatted("shared"));

    String plan = planner.plan(set);
    assertThat(TestPlanner.keyWatermarks(plan))
        .hasSize(2)
        .containsOnly(
            "watermark=key (table hint), watermark.delay=5 s (WATERMARK of t), watermark.max-skew=unbounded (default)");
    assertThat(plan).doesNotContain("HintReport").doesNotContain("hints=");
  }

  @Test
  void aHintOnOneOfTheTablesInASharedTable() {
    share(
        "SELECT k, v, ts FROM t /*+ TRILINK('watermark'='key', 'watermark.delay'='1 s') */"
            + " UNION ALL SELECT k, v, ts FROM u");
    StatementSet set =
        planner.statements(
            "INSERT INTO s SELECT k, COUNT(*) FROM " + TUMBLE.formatted("shared"),
            "INSERT INTO s2 SELECT k, CAST(SUM(v) AS BIGINT) FROM " + TUMBLE.formatted("shared"));

    String plan = planner.plan(set);
    assertThat(TestPlanner.keyWatermarks(plan)).isEmpty();
    assertThat(TestPlanner.advice(plan))
        .hasSize(2)
        .containsOnly(
            "watermark=key refused: the tables below it have different TRILINK hints; put one hint"
                + " on SELECT instead");
  }

  /** It governs the window above what is shared, as it does in one statement. */
  @Test
  void aTablesHintThatIsHandledInASharedTable() {
    share(windowsWithTime("'partition'='least-key'"));
    StatementSet set = planner.statements("INSERT INTO s SELECT k, c FROM shared", windowAbove());

    assertThat(TestPlanner.keyPlacements(TestPlanner.executionPlan(set))).hasSize(2);

    dropShared();
    share(windowsWithTime("'exchange'='local-merge'"));
    set = planner.statements("INSERT INTO s SELECT k, c FROM shared", windowAbove());

    assertThat(TestPlanner.executionPlan(set).split("LocalMerge\\(", -1)).hasSize(3);
  }

  /** Flink runs parts of a plan that are explained equally only once. */
  @Test
  void localMergesThatDifferInTheirConditionsOnly() {
    String insert =
        "INSERT INTO %s SELECT /*+ TRILINK('exchange'='local-merge',"
            + " 'local-merge.emit'='punctuated', 'local-merge.emit.when'='passenger_count = %d') */"
            + " k, COUNT(passenger_count) FROM rides GROUP BY k";
    StatementSet set = planner.statements(insert.formatted("s", 1), insert.formatted("s2", 2));

    assertThat(TestPlanner.executionPlan(set))
        .contains("passenger_count = 1", "passenger_count = 2")
        .doesNotContain("***");
  }

  @Test
  void localMergesThatDifferInTheirSlicesOnly() {
    String insert =
        "INSERT INTO %s SELECT /*+ TRILINK('watermark'='key', 'watermark.delay'='0 ms',"
            + " 'exchange'='local-merge', 'local-merge.slot'='10 s') */ k, COUNT(*) FROM t"
            + " GROUP BY k, TUMBLE(ts, INTERVAL '1' %s)";
    StatementSet set =
        planner.statements(insert.formatted("s", "HOUR"), insert.formatted("s2", "MINUTE"));

    assertThat(TestPlanner.executionPlan(set).split("LocalMerge\\(", -1)).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"table", "query"})
  void keysThatMoveInASharedTable(String hinted) {
    planner.set("table.optimizer.trilink.watermark", "key");
    planner.set("table.optimizer.trilink.watermark.max-skew", "1 min");
    String auto = "'partition'='auto'";
    share(
        hinted.equals("table")
            ? windowsWithTime(auto)
            : windowsWithTime("'decode'='stock'")
                .replace("SELECT k", "SELECT /*+ TRILINK(" + auto + ") */ k"));
    StatementSet set = planner.statements("INSERT INTO s SELECT k, c FROM shared", windowAbove());

    String plan = TestPlanner.executionPlan(set);
    assertThat(TestPlanner.keyWatermarks(plan)).hasSize(1);
    assertThat(TestPlanner.advice(plan))
        .anySatisfy(
            advice ->
                assertThat(advice)
                    .startsWith("watermark=key")
                    .containsAnyOf(
                        "the results of a key that has moved may overtake",
                        "so that results of KeyWatermarkWindowAggregate lose their order"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void keysThatWouldMoveInASharedTableBelowWhatGoesByTheirOrder(boolean isReadFirst) {
    share(windowsWithTime("'partition'='auto'"));
    String any = "INSERT INTO s SELECT k, c FROM shared";
    String latest = "INSERT INTO latest SELECT k, c FROM shared";
    String plan =
        planner.plan(planner.statements(isReadFirst ? latest : any, isReadFirst ? any : latest));

    assertThat(TestPlanner.advice(plan))
        .containsOnly("partition=auto refused: its results go to " + LAST_ROWS);
    assertThat(TestPlanner.keyPlacements(plan)).isEmpty();
    assertThat(
            TestPlanner.keyPlacements(
                TestPlanner.executionPlan(
                    planner.statements(any, "INSERT INTO s2 SELECT k, c + 1 FROM shared"))))
        .hasSize(1);
  }

  @Test
  void keysThatArePlacedInASharedTableBelowWhatGoesByTheirOrder() {
    share(windowsWithTime("'partition'='least-key', 'partition.monitor'='threshold'"));
    String plan =
        TestPlanner.executionPlan(
            planner.statements(
                "INSERT INTO s SELECT k, c FROM shared",
                "INSERT INTO latest SELECT k, c FROM shared"));

    assertThat(TestPlanner.advice(plan))
        .containsOnly("partition.monitor=threshold refused: its results go to " + LAST_ROWS);
    assertThat(TestPlanner.keyPlacements(plan))
        .singleElement()
        .asString()
        .startsWith("partition=least-key (table hint), max-parallelism=");
  }

  /** In the second round Flink may collect other mini-batches than in the first. */
  @Test
  void keysThatWouldMoveInASharedTableInMiniBatches() {
    planner.set("table.exec.mini-batch.enabled", "true");
    planner.set("table.exec.mini-batch.allow-latency", "1 s");
    planner.set("table.exec.mini-batch.size", "100");
    share(windowsWithTime("'partition'='auto'"));
    String plan =
        planner.plan(
            planner.statements(
                "INSERT INTO s SELECT k, COUNT(*) FROM shared GROUP BY k",
                "INSERT INTO latest SELECT k, c FROM shared"));

    assertThat(plan).contains("MiniBatchAssigner(");
    assertThat(TestPlanner.advice(plan))
        .contains("partition=auto refused: its results go to " + LAST_ROWS);
    assertThat(TestPlanner.keyPlacements(plan)).isEmpty();
  }

  @Test
  void keysThatWouldMoveAgainstAStrictHint() {
    share(windowsWithTime("'partition'='auto', 'strict'='true'"));

    assertThat(
            TestPlanner.error(
                () ->
                    planner.plan(
                        planner.statements(
                            "INSERT INTO s SELECT k, c FROM shared",
                            "INSERT INTO latest SELECT k, c FROM shared"))))
        .isEqualTo(
            "TRILINK hint: partition=auto refused: its results go to "
                + LAST_ROWS
                + ". It is an error because 'strict' is 'true'.");
  }

  @Test
  void aQuerysHintInASharedTable() {
    share("SELECT " + TestPlanner.HINT + " k, COUNT(*) AS c FROM " + TUMBLE.formatted("t"));
    StatementSet set =
        planner.statements(
            "INSERT INTO s SELECT k, c FROM shared",
            "INSERT INTO s2 SELECT k, c FROM shared WHERE c > 3");

    assertThat(TestPlanner.executionPlan(set)).containsOnlyOnce("KeyWatermarkWindowAggregate(");
    assertThat(TestPlanner.advice(planner.plan(set))).isEmpty();
  }

  /** Flink merges the projections into the hinted query, and shares what is below it. */
  @Test
  void aHintedTableThatIsWrittenTwice() {
    planner.set("table.optimizer.trilink.strict", "true");
    Table counts =
        planner
            .tables()
            .sqlQuery(
                "SELECT " + TestPlanner.HINT + " k, COUNT(*) AS c FROM " + TUMBLE.formatted("t"));
    StatementSet set = planner.tables().createStatementSet();
    set.addInsert("s", counts.select($("k"), $("c")));
    set.addInsert("s2", counts.select($("k"), $("c").plus(1)));

    assertThat(TestPlanner.executionPlan(set)).containsOnlyOnce("KeyWatermarkWindowAggregate(");
    assertThat(TestPlanner.advice(planner.plan(set))).isEmpty();
  }

  @Test
  void aStatementsHintReachesIntoASharedTable() {
    share("SELECT k, COUNT(*) AS c FROM " + TUMBLE.formatted("t"));
    StatementSet set =
        planner.statements(
            "INSERT INTO s SELECT " + TestPlanner.HINT + " k, c FROM shared",
            "INSERT INTO s2 SELECT k, c FROM shared");

    String plan = planner.plan(set);
    assertThat(TestPlanner.keyWatermarks(plan)).as(plan).hasSize(1);
    assertThat(plan.lines().filter(line -> line.contains(" GlobalWindowAggregate("))).hasSize(1);
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void unboundedSkewBelowAnEventTimeOperatorOfAnotherStatement() {
    share(windowsWithTime("'watermark'='key'"));
    StatementSet set =
        planner.statements("INSERT INTO s SELECT k, c FROM shared", windowOfOtherKeysAbove());

    assertThat(TestPlanner.error(() -> planner.plan(set)))
        .isEqualTo(
            "TRILINK hint: 'watermark'='key' needs 'watermark.max-skew' on an operator whose result"
                + " several statements share: LocalWindowAggregate in one of them waits for"
                + " watermarks and would get none before the end of the input. Set"
                + " 'watermark.max-skew', or leave the hint out.");
  }

  @Test
  void boundedSkewBelowAnEventTimeOperatorOfAnotherStatement() {
    share(windowsWithTime("'watermark'='key', 'watermark.max-skew'='1 min'"));
    StatementSet set =
        planner.statements("INSERT INTO s SELECT k, c FROM shared", windowOfOtherKeysAbove());

    String plan = TestPlanner.executionPlan(set);
    assertThat(plan).containsOnlyOnce("KeyWatermarkWindowAggregate(");
    assertThat(plan).contains("GlobalWindowAggregate(");
    assertThat(TestPlanner.advice(plan)) // a table's hint also applies to the window above
        .containsExactly(
            "watermark=key refused: it combines results of different keys of"
                + " KeyWatermarkWindowAggregate, which are at different event times; Flink's own"
                + " operator handles this, because it waits for the watermark that"
                + " KeyWatermarkWindowAggregate forwards");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", 'watermark.max-skew'='1 min'"})
  void anOperatorOfTheSameKeysAboveASharedTableNeedsNoWatermarksOfIt(String skew) {
    share(windowsWithTime("'watermark'='key'" + skew));
    StatementSet set = planner.statements("INSERT INTO s SELECT k, c FROM shared", windowAbove());

    String plan = TestPlanner.executionPlan(set);
    assertThat(TestPlanner.keyWatermarks(plan)).hasSize(2);
    assertThat(TestPlanner.keyWatermarks(plan).get(1))
        .contains("watermark.delay=0 ms (results of KeyWatermarkWindowAggregate in order)");
    assertThat(TestPlanner.advice(plan)).isEmpty();
  }

  @Test
  void unboundedSkewBelowPlainStatements() {
    share(windowsWithTime("'watermark'='key'"));
    StatementSet set =
        planner.statements(
            "INSERT INTO s SELECT k, c FROM shared", "INSERT INTO s2 SELECT k, c + 1 FROM shared");

    assertThat(TestPlanner.executionPlan(set)).containsOnlyOnce("KeyWatermarkWindowAggregate(");
  }

  private static void share(String query) {
    StreamTableEnvironment tables = planner.tables();
    tables.createTemporaryView("shared", tables.sqlQuery(query));
  }

  private static String windowsWithTime(String tablesHint) {
    return "SELECT k, window_time AS wt, COUNT(*) AS c FROM "
        + TUMBLE.replace("TABLE %s", "(SELECT * FROM t /*+ TRILINK(" + tablesHint + ") */)")
        + ", window_time";
  }

  private static String windowAbove() {
    return "INSERT INTO s2 SELECT k, MAX(c) FROM "
        + TUMBLE.formatted("shared").replace("(ts)", "(wt)");
  }

  private static String windowOfOtherKeysAbove() {
    return "INSERT INTO s2 SELECT CAST(c AS STRING), MAX(c) FROM "
        + TUMBLE.formatted("shared").replace("(ts)", "(wt)").replace("BY k", "BY c");
  }

  private static String count(String sink, String options) {
    return "INSERT INTO "
        + sink
        + " SELECT /*+ TRILINK("
        + options
        + ") */ k, COUNT(*) FROM "
        + TUMBLE.formatted("t");
  }
}
