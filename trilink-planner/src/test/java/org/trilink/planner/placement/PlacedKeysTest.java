/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.ByLength;
import org.trilink.planner.testing.GoldenPlans;
import org.trilink.planner.testing.TestPlanner;
import org.trilink.runtime.placement.KeyPlacementStrategy;

/** The operators whose keys are placed, and the reasons for the others. */
class PlacedKeysTest {

  private static final String MODULO = "/*+ TRILINK('partition'='modulo') */";
  private static final String COUNT = "SELECT %s v, COUNT(*) AS c FROM t GROUP BY v";

  @RegisterExtension static final GoldenPlans golden = new GoldenPlans();

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE u (k STRING, v INT, ts TIMESTAMP(3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '9' SECOND) WITH ('connector' = 'datagen')",
              "CREATE TABLE p (k STRING, v INT, pt AS PROCTIME()) WITH ('connector' = 'datagen')",
              "CREATE TABLE upserts (v INT PRIMARY KEY NOT ENFORCED, k STRING) WITH ("
                  + "'connector' = 'planned', 'updates' = 'true')",
              "CREATE TABLE changes (v INT PRIMARY KEY NOT ENFORCED, k STRING, ts TIMESTAMP(3),"
                  + " WATERMARK FOR ts AS ts) WITH ('connector' = 'planned', 'updates' = 'true')",
              "CREATE TABLE keyed_sink (k STRING PRIMARY KEY NOT ENFORCED, c BIGINT) WITH ("
                  + "'connector' = 'blackhole')");

  @Test
  void groupBy() {
    assertPlaced("group by", COUNT.formatted(MODULO), 1);
  }

  @Test
  void groupByInMiniBatches() {
    planner.set("table.exec.mini-batch.enabled", "true");
    planner.set("table.exec.mini-batch.allow-latency", "2 s");
    planner.set("table.exec.mini-batch.size", "1000");

    assertPlaced("group by in mini-batches", COUNT.formatted(MODULO), 1);
  }

  @Test
  void distinctInTwoPhases() {
    planner.set("table.optimizer.distinct-agg.split.enabled", "true");

    assertPlaced(
        "distinct in two phases",
        "SELECT /*+ TRILINK('partition'='weight', 'partition.weights'='100') */ v,"
            + " COUNT(DISTINCT k) AS c FROM t GROUP BY v",
        2);
  }

  @Test
  void incrementalAggregate() {
    planner.set("table.optimizer.distinct-agg.split.enabled", "true");
    planner.set("table.exec.mini-batch.enabled", "true");
    planner.set("table.exec.mini-batch.allow-latency", "2 s");
    planner.set("table.exec.mini-batch.size", "1000");

    assertPlaced(
        "incremental aggregate",
        "SELECT /*+ TRILINK('partition'='weight', 'partition.weights'='100') */ v,"
            + " COUNT(DISTINCT k) AS c FROM t GROUP BY v",
        2);
  }

  @Test
  void onlyTheLastPhaseIfTheKeyOfTheFirstHasMoreColumns() {
    planner.set("table.optimizer.distinct-agg.split.enabled", "true");
    String sql = "SELECT %s v, COUNT(DISTINCT k) AS c FROM t GROUP BY v".formatted(MODULO);
    String plan = planner.plan(sql);

    assertThat(TestPlanner.keyPlacements(plan)).hasSize(1);
    assertThat(TestPlanner.advice(plan)).singleElement().asString().contains("'modulo' needs");
    golden.assertPlan("modulo of distinct in two phases", sql, plan);
  }

  @Test
  void windowAggregate() {
    assertPlaced("window aggregate", windowAggregate(MODULO), 1);
  }

  @Test
  void windowAggregateInOnePhase() {
    planner.set("table.optimizer.agg-phase-strategy", "ONE_PHASE");

    assertPlaced("window aggregate in one phase", windowAggregate(MODULO), 1);
  }

  @Test
  void windowAggregateUnderKeyLevelWatermarks() {
    String sql = windowAggregate("/*+ TRILINK('watermark'='key', 'partition'='modulo') */");
    String plan = assertPlaced("window aggregate under key-level watermarks", sql, 1);

    assertThat(TestPlanner.keyWatermarks(plan)).hasSize(1);
  }

  private static String windowAggregate(String hint) {
    return """
        SELECT %s v, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY v, window_start, window_end"""
        .formatted(hint);
  }

  @Test
  void groupByTumble() {
    assertPlaced(
        "group by tumble",
        "SELECT %s v, COUNT(*) AS c FROM t GROUP BY v, TUMBLE(ts, INTERVAL '10' SECOND)"
            .formatted(MODULO),
        1);
  }

  @Test
  void over() {
    assertPlaced(
        "over",
        "SELECT %s v, COUNT(*) OVER (PARTITION BY v ORDER BY ts) AS c FROM t".formatted(MODULO),
        1);
  }

  @Test
  void match() {
    assertPlaced(
        "match",
        """
        SELECT %s * FROM t MATCH_RECOGNIZE (PARTITION BY v ORDER BY ts
          MEASURES LAST(B.k) AS l AFTER MATCH SKIP PAST LAST ROW PATTERN (A B)
          DEFINE A AS A.k = 'a')"""
            .formatted(MODULO),
        1);
  }

  @Test
  void deduplication() {
    assertPlaced("deduplication", top(MODULO, "p", "pt", "n = 1"), 1);
  }

  @Test
  void topN() {
    assertPlaced("top-n", top(MODULO, "t", "k", "n <= 3"), 1);
  }

  private static String top(String hint, String table, String order, String filter) {
    return """
        SELECT %s v, k FROM (
          SELECT *, ROW_NUMBER() OVER (PARTITION BY v ORDER BY %s) AS n FROM %s) WHERE %s"""
        .formatted(hint, order, table, filter);
  }

  @Test
  void windowTopN() {
    assertPlaced(
        "window top-n",
        """
        SELECT %s v, k FROM (
          SELECT *, ROW_NUMBER() OVER (PARTITION BY v, window_start, window_end ORDER BY k) AS n
          FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))) WHERE n <= 3"""
            .formatted(MODULO),
        1);
  }

  @Test
  void join() {
    assertPlaced("join", "SELECT %s t.k, u.k AS l FROM t JOIN u ON t.v = u.v".formatted(MODULO), 1);
  }

  @Test
  void semiJoin() {
    assertPlaced(
        "semi-join", "SELECT %s k FROM t WHERE v IN (SELECT v FROM u)".formatted(MODULO), 1);
  }

  @Test
  void intervalJoin() {
    assertPlaced(
        "interval join",
        "SELECT %s t.k, u.k AS l FROM t JOIN u ON t.v = u.v AND t.ts BETWEEN u.ts AND u.ts"
                .formatted(MODULO)
            + " + INTERVAL '5' SECOND",
        1);
  }

  @Test
  void windowJoin() {
    String windows = "(SELECT * FROM TABLE(TUMBLE(TABLE %s, DESCRIPTOR(ts), INTERVAL '1' MINUTE)))";
    assertPlaced(
        "window join",
        """
        SELECT %s a.k, b.k AS l FROM %s AS a JOIN %s AS b
        ON a.v = b.v AND a.window_start = b.window_start AND a.window_end = b.window_end"""
            .formatted(MODULO, windows.formatted("t"), windows.formatted("u")),
        1);
  }

  @Test
  void temporalJoin() {
    assertPlaced(
        "temporal join and normalized changes",
        "SELECT %s t.k, c.k AS l FROM t JOIN changes FOR SYSTEM_TIME AS OF t.ts AS c ON t.v = c.v"
            .formatted(MODULO),
        TestPlanner.keyPlacements(
                planner.plan(
                    "SELECT %s t.k, c.k AS l FROM t JOIN changes FOR SYSTEM_TIME AS OF t.ts AS c ON t.v = c.v"
                        .formatted(MODULO)))
            .size());
  }

  @Test
  void aHintOnTheTableOfAJoinGovernsNothingAboveTheJoin() {
    String plan = planner.plan("SELECT t.k, u.k AS l FROM t " + MODULO + " JOIN u ON t.v = u.v");

    assertThat(TestPlanner.keyPlacements(plan)).isEmpty();
    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "partition=modulo refused: the tables below it have different TRILINK hints; put one"
                + " hint on SELECT instead");
  }

  @Test
  void theInnerHintGoesFirst() {
    String sql =
        """
        SELECT /*+ TRILINK('partition'='hash') */ c, COUNT(*) AS n FROM (
          SELECT /*+ TRILINK('partition'='modulo') */ v, COUNT(*) AS c FROM t GROUP BY v) GROUP BY c""";

    assertThat(TestPlanner.keyPlacements(assertPlaced("two levels", sql, 2)))
        .containsExactly(
            "partition=hash (query hint), max-parallelism=720",
            "partition=modulo (query hint), max-parallelism=720");
  }

  @Test
  void theSessionHoldsForAll() {
    planner.set("table.optimizer.trilink.partition", "modulo");

    assertThat(TestPlanner.keyPlacements(planner.plan(COUNT.formatted(""))))
        .containsExactly("partition=modulo (session), max-parallelism=720");
  }

  @Test
  void aHintOnTheTable() {
    assertThat(
            TestPlanner.keyPlacements(
                planner.plan("SELECT v, COUNT(*) AS c FROM t " + MODULO + " GROUP BY v")))
        .containsExactly("partition=modulo (table hint), max-parallelism=720");
  }

  @Test
  void withoutAHintTheStockPlanStays() {
    String sql = COUNT.formatted("");
    String plan = planner.plan(sql);

    assertThat(plan).doesNotContain("KeyPlacement").doesNotContain("HintReport");
    golden.assertPlan("stock", sql, plan);
  }

  @Test
  void theOperatorsNameSaysTheStrategy() {
    TestPlanner another = new TestPlanner();
    another.tables().toChangelogStream(another.tables().sqlQuery(COUNT.formatted(MODULO)));

    assertThat(another.streams().getExecutionPlan())
        .containsPattern("GroupAggregate(\\[\\d+])?\\[partition=modulo](\\(groupBy=\\[v]|\")");
  }

  // ------------------------------------------------------------------------ max parallelism

  @ParameterizedTest
  @CsvSource({"1, 720", "8, 720", "7, 5040", "16, 720", "60, 720", "47, 32759"})
  void maxParallelismIsAMultipleOfTheParallelism(int parallelism, int maxParallelism) {
    TestPlanner another = new TestPlanner(); // Flink does not reset this setting
    another.set("table.exec.resource.default-parallelism", String.valueOf(parallelism));

    assertThat(TestPlanner.keyPlacements(another.plan(COUNT.formatted(MODULO))))
        .containsExactly("partition=modulo (query hint), max-parallelism=" + maxParallelism);
  }

  @Test
  void theUsersMaxParallelismGoesFirst() {
    TestPlanner another = new TestPlanner();
    another.set("pipeline.max-parallelism", "96");

    assertThat(TestPlanner.keyPlacements(another.plan(COUNT.formatted(MODULO))))
        .containsExactly("partition=modulo (query hint), max-parallelism=96");
  }

  // ------------------------------------------------------------------------ refused

  @Test
  void notAnIntegerKey() {
    assertRefused(
        "text key", "SELECT %s k, COUNT(*) AS c FROM t GROUP BY k".formatted(MODULO), "STRING");
  }

  @Test
  void twoColumns() {
    assertRefused(
        "two columns",
        "SELECT %s k, v, COUNT(*) AS c FROM t GROUP BY k, v".formatted(MODULO),
        "one integer column");
  }

  @Test
  void aUsersStrategyRefusesAKey() {
    assertRefused(
        "a user's strategy refuses",
        COUNT.formatted("/*+ TRILINK('partition'='" + ByLength.class.getName() + "') */"),
        "refused: the first column of the key is no text");
  }

  @Test
  void noKeys() {
    assertRefused(
        "no keys",
        "SELECT %s COUNT(*) AS c FROM t".formatted(MODULO),
        "refused: GroupAggregate has no keys, so all its rows go to one subtask");
  }

  @Test
  void aLookupJoin() {
    assertRefused(
        "lookup join",
        "SELECT %s p.k, u.k AS l FROM p JOIN upserts FOR SYSTEM_TIME AS OF p.pt AS u ON p.v = u.v"
            .formatted(MODULO),
        "refused: a lookup join has no exchange, so its rows are not distributed by key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT %s u.k, COUNT(*) AS c FROM p JOIN upserts FOR SYSTEM_TIME AS OF p.pt AS u"
            + " ON p.v = u.v GROUP BY u.k",
        "SELECT %s a.c, u.k FROM (SELECT v, COUNT(*) AS c, PROCTIME() AS pt FROM t GROUP BY v) AS a"
            + " JOIN upserts FOR SYSTEM_TIME AS OF a.pt AS u ON a.v = u.v",
      })
  void aLookupJoinIsNoObstacleToOthers(String sql) {
    String hinted =
        planner.plan(sql.formatted("/*+ TRILINK('partition'='least-key', 'strict'='true') */"));
    assertThat(hinted).contains("LookupJoin(");
    assertThat(TestPlanner.keyPlacements(hinted)).hasSize(1);
    assertThat(TestPlanner.advice(hinted)).isEmpty();

    planner.set("table.optimizer.trilink.partition", "least-key");
    planner.set("table.optimizer.trilink.strict", "true");
    String ofSession = planner.plan(sql.formatted(""));
    assertThat(TestPlanner.keyPlacements(ofSession)).hasSize(1);
    assertThat(TestPlanner.advice(ofSession)).isEmpty();
  }

  @Test
  void aHintForALookupJoinAloneIsRefused() {
    String plan =
        planner.plan(
            """
            SELECT k, COUNT(*) AS c FROM (
              SELECT /*+ TRILINK('partition'='least-key') */ u.k FROM p
              JOIN upserts FOR SYSTEM_TIME AS OF p.pt AS u ON p.v = u.v)
            GROUP BY k""");

    assertThat(TestPlanner.keyPlacements(plan)).isEmpty();
    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "partition=least-key refused: a lookup join has no exchange, so its rows are not"
                + " distributed by key");
  }

  @Test
  void anEmptyInterval() {
    assertRefused(
        "empty interval",
        "SELECT %s t.k, u.k AS l FROM t JOIN u ON t.v = u.v AND t.ts BETWEEN u.ts + INTERVAL '5'"
                .formatted(MODULO)
            + " SECOND AND u.ts",
        "refused: the join's interval is empty");
  }

  @Test
  void theSinkThatSortsChanges() {
    planner.set("table.optimizer.trilink.partition", "least-key");
    planner.set("table.exec.sink.upsert-materialize", "FORCE");
    String sql = "INSERT INTO keyed_sink SELECT k, CAST(v AS BIGINT) FROM t";
    String plan = planner.plan(sql);

    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "partition=least-key refused: Sink materializes upserts behind an exchange of its own,"
                + " which cannot be changed (table.exec.sink.upsert-materialize)");
  }

  @Test
  void aHintThatGovernsNothingSaysSo() {
    assertThat(TestPlanner.advice(planner.plan("SELECT %s k FROM t".formatted(MODULO))))
        .containsExactly(
            "TRILINK(partition=modulo) on SELECT has no effect: it applies to no operator with"
                + " keys");
  }

  @Test
  void eachSubjectOfAHintIsAnswered() {
    String hint = "/*+ TRILINK('watermark'='key', 'partition'='modulo') */";

    assertThat(TestPlanner.advice(planner.plan(COUNT.formatted(hint))))
        .containsExactly(
            "TRILINK(watermark=key, partition=modulo) on SELECT has no effect on event times: it"
                + " applies to no operator that waits for watermarks");
    assertThat(TestPlanner.advice(planner.plan("SELECT %s k FROM t".formatted(hint))))
        .containsExactly(
            "TRILINK(watermark=key, partition=modulo) on SELECT has no effect on event times: it"
                + " applies to no operator that waits for watermarks; TRILINK(watermark=key,"
                + " partition=modulo) on SELECT has no effect on the placement of keys: it applies"
                + " to no operator with keys");
  }

  @Test
  void detailsAloneDoNothing() {
    assertThat(
            TestPlanner.advice(
                planner.plan(COUNT.formatted("/*+ TRILINK('partition.weights'='40,60') */"))))
        .containsExactly(
            "TRILINK(partition.weights=40,60) on SELECT has no effect: partition.weights needs"
                + " partition");
  }

  // ------------------------------------------------------------------------ errors

  @Test
  void weightsAreMissing() {
    assertError(
        "'partition'='weight'",
        "TRILINK hint: 'partition'='weight' needs 'partition.weights': each subtask's share in"
            + " percent, e.g. 'partition.weights'='60,40' for two.");
  }

  @Test
  void weightsAreForNoOtherStrategy() {
    assertError(
        "'partition'='modulo', 'partition.weights'='40,60'",
        "TRILINK hint: 'partition.weights' has an effect only with 'partition'='weight', but"
            + " 'partition' is 'modulo'. Leave 'partition.weights' out.");
  }

  @Test
  void weightsOfTheSessionAreForOtherQueries() {
    planner.set("table.optimizer.trilink.partition.weights", "40,60");

    assertThat(TestPlanner.keyPlacements(planner.plan(COUNT.formatted(MODULO)))).hasSize(1);
  }

  @Test
  void weightsAreNotOneForEachSubtask() {
    assertError(
        "'partition'='weight', 'partition.weights'='40,60'",
        "TRILINK hint: 'partition.weights' has 2 weights, and the job 1 subtasks; give one for"
            + " each, or set 'table.exec.resource.default-parallelism' to 2.");
  }

  @Test
  void weightsAreNotAHundredInAll() {
    assertError(
        "'partition'='weight', 'partition.weights'='40,50'",
        "TRILINK hint: option 'partition.weights' cannot be '40,50'. Allowed: integers that sum to"
            + " 100, separated by commas, e.g. '20,50,30'.");
  }

  @Test
  void historyIsForNoOtherStrategy() {
    assertError(
        "'partition'='least-key', 'partition.history'='counts.csv'",
        "TRILINK hint: 'partition.history' has an effect only with 'partition'='least-count', but"
            + " 'partition' is 'least-key'. Leave 'partition.history' out.");
  }

  @Test
  void noSuchClass() {
    assertError(
        "'partition'='org.example.Missing'",
        "TRILINK hint: there is no class 'org.example.Missing' for 'partition'. Name one of the"
            + " built-in strategies, or a class that implements"
            + " org.trilink.runtime.placement.KeyPlacementStrategy and whose jar was added (ADD"
            + " JAR, or 'pipeline.jars') or is in the lib folder of client and cluster.");
  }

  @Test
  void notAStrategy() {
    assertError(
        "'partition'='java.lang.String'",
        "TRILINK hint: the class 'java.lang.String' of 'partition' does not implement"
            + " org.trilink.runtime.placement.KeyPlacementStrategy.");
  }

  @Test
  void noConstructorWithoutArguments() {
    String strategy = WithArgument.class.getName();

    assertError(
        "'partition'='" + strategy + "'",
        "TRILINK hint: the class '"
            + strategy
            + "' of 'partition' has no public constructor without arguments.");
  }

  @Test
  void aConstructorThatFails() {
    String strategy = Failing.class.getName();

    assertError(
        "'partition'='" + strategy + "'",
        "TRILINK hint: the class '"
            + strategy
            + "' of 'partition' cannot be used: its constructor failed with"
            + " java.io.IOException: no such file: regions.csv.");
  }

  @Test
  void aStrategyThatCannotBeSentToTheSubtasks() {
    String strategy = NotSerializable.class.getName();

    assertError(
        "'partition'='" + strategy + "'",
        "TRILINK hint: the class '"
            + strategy
            + "' of 'partition' cannot be sent to the subtasks: it holds an instance of"
            + " java.lang.Object, which is not serializable. Make that field transient and set it in"
            + " open(), or make its class serializable.");
  }

  @Test
  void aClassThatCannotBeInitialized() {
    String strategy = Uninitialized.class.getName();

    assertError(
        "'partition'='" + strategy + "'",
        "TRILINK hint: the class '"
            + strategy
            + "' of 'partition' cannot be used: loading it failed with"
            + " java.lang.IllegalStateException: no REGIONS.");
  }

  /** The SQL Client shows only the innermost cause of an error. */
  @Test
  void errorsOfClassesSayAllThemselves() {
    for (String strategy : List.of("org.example.Missing", Failing.class.getName())) {
      assertThatThrownBy(
              () ->
                  planner.plan(
                      "SELECT /*+ TRILINK('partition'='"
                          + strategy
                          + "') */ k, COUNT(*) FROM t GROUP BY k"))
          .satisfies(
              error ->
                  assertThat(ExceptionUtils.getRootCause(error))
                      .hasMessageContaining("'" + strategy + "'")
                      .hasMessageContaining("'partition'"));
    }
  }

  /** Fails because it reads a file that does not exist. */
  public static final class Failing implements KeyPlacementStrategy {

    private static final long serialVersionUID = 1L;

    public Failing() throws IOException {
      throw new IOException("no such file: regions.csv");
    }

    @Override
    public int keyGroup(RowData key, int maxParallelism) {
      return 0;
    }
  }

  /** Has a field that cannot be serialized. */
  public static final class NotSerializable implements KeyPlacementStrategy {

    private static final long serialVersionUID = 1L;

    private final Object regions = new Object();

    @Override
    public int keyGroup(RowData key, int maxParallelism) {
      return Math.floorMod(regions.hashCode(), maxParallelism);
    }
  }

  /** Fails in its static initialization. */
  public static final class Uninitialized implements KeyPlacementStrategy {

    private static final long serialVersionUID = 1L;

    private static final int REGIONS = regions();

    private static int regions() {
      throw new IllegalStateException("no REGIONS");
    }

    @Override
    public int keyGroup(RowData key, int maxParallelism) {
      return REGIONS;
    }
  }

  /** Cannot be created, as its constructor has a parameter. */
  public static final class WithArgument implements KeyPlacementStrategy {

    private static final long serialVersionUID = 1L;

    private final int group;

    public WithArgument(int group) {
      this.group = group;
    }

    @Override
    public int keyGroup(RowData key, int maxParallelism) {
      return group;
    }
  }

  private static void assertError(String options, String error) {
    assertThat(planner.error(COUNT.formatted("/*+ TRILINK(" + options + ") */"))).isEqualTo(error);
  }

  private static String assertPlaced(String name, String sql, int operators) {
    String plan = planner.plan(sql);
    assertThat(TestPlanner.keyPlacements(plan)).hasSize(operators);
    assertThat(TestPlanner.advice(plan)).isEmpty();
    golden.assertPlan(name, sql, plan);
    return plan;
  }

  private static void assertRefused(String name, String sql, String reason) {
    String plan = planner.plan(sql);
    assertThat(TestPlanner.keyPlacements(plan)).isEmpty();
    List<String> advice = TestPlanner.advice(plan);
    assertThat(advice).singleElement().asString().contains(" refused: ").contains(reason);
    assertThat(planner.error(sql.replace("') */", "', 'strict'='true') */")))
        .isEqualTo(
            "TRILINK hint: " + advice.get(0) + ". It is an error because 'strict' is 'true'.");
    golden.assertPlan(name, sql, plan);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT %s COUNT(*) FROM t GROUP BY v + 1, UPPER(k) | +(v, 1) INT, UPPER(k) STRING",
        "SELECT %s SUM(v) OVER (PARTITION BY UPPER(k), v ORDER BY ts) FROM t"
            + " | v INT, UPPER(k) STRING",
        "SELECT %s a.k FROM t AS a JOIN t AS b ON a.v + 1 = b.v AND a.k = b.k"
            + " | +(v, 1) INT, k STRING",
      })
  void aRefusalNamesTheExpressionsThatAreKeys(String sql, String keys) {
    String plan = planner.plan(sql.formatted("/*+ TRILINK('partition'='modulo') */"));

    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "partition=modulo refused: 'modulo' needs a key of one integer column, and the key is "
                + keys);
  }

  /** The strategy 'hash' is refused for an operator without keys, as every other strategy is. */
  @Test
  void hashWhereThereAreNoKeys() {
    String refusal =
        "partition=hash refused: GroupAggregate has no keys, so all its rows go to one subtask";
    String query = "SELECT %s COUNT(*) FROM t";

    assertThat(
            TestPlanner.advice(planner.plan(query.formatted("/*+ TRILINK('partition'='hash') */"))))
        .containsExactly(refusal);
    planner.set("table.optimizer.trilink.partition", "hash");
    assertThat(TestPlanner.advice(planner.plan(query.formatted("")))).containsExactly(refusal);
  }
}
