/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.GoldenPlans;
import org.trilink.planner.testing.TestPlanner;

/** Tests which aggregates are merged in a store, and the reasons for those that are not. */
class GlobalMergePlansTest {

  private static final String STORE = "'global-merge.store'='redis://:secret@localhost:6379'";
  private static final String HINT = hint(STORE);
  private static final String WINDOWS =
      """
      SELECT %s k, window_start, window_end, %s
      FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
      GROUP BY k, window_start, window_end""";
  private static final String UPSERT = "INSERT INTO totals SELECT %s k, %s FROM t GROUP BY k";

  @RegisterExtension static final GoldenPlans golden = new GoldenPlans();

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE totals (k STRING PRIMARY KEY NOT ENFORCED, c BIGINT) WITH ("
                  + "'connector' = 'blackhole')",
              "CREATE TABLE p (k STRING, v INT, pt AS PROCTIME()) WITH ('connector' = 'datagen')",
              "CREATE TABLE changes (v INT PRIMARY KEY NOT ENFORCED, k STRING, ts TIMESTAMP(3),"
                  + " WATERMARK FOR ts AS ts) WITH ('connector' = 'planned', 'updates' = 'true')");

  private static String hint(String... options) {
    return "/*+ TRILINK('exchange'='global-merge', " + String.join(", ", options) + ") */";
  }

  // ------------------------------------------------------------------------- merged

  @Test
  void windowsInTwoPhases() {
    assertMerged("windows in two phases", WINDOWS.formatted(HINT, "COUNT(*) AS c, AVG(v) AS a"));
  }

  @Test
  void windowsInOnePhase() {
    planner.set("table.optimizer.agg-phase-strategy", "ONE_PHASE");

    assertMerged("windows in one phase", WINDOWS.formatted(HINT, "MIN(v) AS mi, MAX(v) AS ma"));
  }

  @Test
  void hop() {
    assertMerged(
        "hop",
        """
        SELECT %s k, SUM(v) FILTER (WHERE v > 3) AS s
        FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end"""
            .formatted(HINT));
  }

  @Test
  void legacyWindows() {
    assertMerged(
        "group by tumble",
        "SELECT %s k, COUNT(*) AS c FROM t GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)"
            .formatted(HINT));
    assertMerged(
        "group by hop without keys",
        "SELECT %s COUNT(*) AS c FROM t GROUP BY HOP(ts, INTERVAL '5' SECOND, INTERVAL '10' SECOND)"
            .formatted(HINT));
  }

  @Test
  void unbounded() {
    assertMerged("unbounded", UPSERT.formatted(HINT, "COUNT(*)"));
  }

  /** The consumer of its results is there only when it is executed. */
  @Test
  void unboundedInASelect() {
    String sql = "SELECT %s k, COUNT(*) AS c FROM t GROUP BY k".formatted(HINT);
    String strict = sql.replace("TRILINK(", "TRILINK('strict'='true', ");

    assertThat(planner.plan(strict)).contains("GlobalMergeGroupAggregate(");
    assertThat(TestPlanner.advice(planner.plan(sql)))
        .containsExactly(
            "exchange=global-merge is refused when this SELECT is executed: a result that is shown"
                + " needs the previous value of each row, but the store holds only the current"
                + " one; INSERT into a table with a PRIMARY KEY on the grouping columns");
    assertThatThrownBy(() -> planner.tables().executeSql(strict))
        .hasStackTraceContaining(
            "TRILINK hint: exchange=global-merge refused: the consumer of its results needs the"
                + " previous value of each row");
  }

  @Test
  void unboundedInMiniBatches() {
    planner.set("table.exec.mini-batch.enabled", "true");
    planner.set("table.exec.mini-batch.allow-latency", "2 s");
    planner.set("table.exec.mini-batch.size", "1000");

    assertMerged("unbounded in mini-batches", UPSERT.formatted(HINT, "COUNT(*)"));
  }

  @Test
  void keysWithWatermarksOfTheirOwn() {
    String hint = HINT.replace("TRILINK(", "TRILINK('watermark'='key', ");
    assertMerged("keys' watermarks", WINDOWS.formatted(hint, "COUNT(*) AS c"));
    assertMerged(
        "keys' watermarks with a bound",
        WINDOWS.formatted(
            hint.replace("TRILINK(", "TRILINK('watermark.max-skew'='1 min', "), "COUNT(*) AS c"));
  }

  @Test
  void triggers() {
    assertMerged(
        "triggers",
        WINDOWS.formatted(
            hint(
                STORE,
                "'global-merge.emit'='period,count,punctuated'",
                "'global-merge.emit.delay'='2 s'",
                "'global-merge.emit.records'='1000'",
                "'global-merge.emit.when'='v > 3'"),
            "SUM(v) AS s"));
  }

  @Test
  void checkpoints() {
    TestPlanner another = new TestPlanner(); // Flink does not reset this setting
    another.set("execution.checkpointing.interval", "10 s");
    String sql = WINDOWS.formatted(HINT, "COUNT(*) AS c");
    String plan = another.plan(sql);

    assertThat(plan).contains("delivery=exactly-once (checkpoints every 10 s)");
    golden.assertPlan("with checkpoints", sql, plan);
  }

  // ------------------------------------------------------------------------- refused

  @Test
  void otherFunctions() {
    assertRefused(
        "distinct",
        WINDOWS.formatted(HINT, "COUNT(DISTINCT v) AS c"),
        "COUNT(DISTINCT ...) needs all values of a key in one subtask");
    assertRefused(
        "first value",
        WINDOWS.formatted(HINT, "FIRST_VALUE(v) AS f"),
        "FIRST_VALUE cannot be merged in a store; COUNT, SUM, MIN, MAX and AVG can");
  }

  @Test
  void otherOperators() {
    assertRefused(
        "over",
        "SELECT %s k, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS s FROM t".formatted(HINT),
        "OverAggregate cannot be merged in a store; only GROUP BY, with or without windows, can");
    assertRefused(
        "session",
        "SELECT %s k, COUNT(*) AS c FROM t GROUP BY k, SESSION(ts, INTERVAL '10' SECOND)"
            .formatted(HINT),
        "only TUMBLE and HOP on event time can be merged, and the size of a HOP must be a multiple"
            + " of its slide");
  }

  @Test
  void processingTime() {
    assertRefused(
        "processing time",
        """
        SELECT %s k, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE p, DESCRIPTOR(pt), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end"""
            .formatted(HINT),
        "the window is on processing time, and each subtask has its own clock");
  }

  @Test
  void tooManyWindows() {
    assertRefused(
        "too many windows",
        """
        SELECT %s k, COUNT(*) AS c
        FROM TABLE(CUMULATE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '1' DAY))
        GROUP BY k, window_start, window_end"""
            .formatted(HINT),
        "a record belongs to 1440 windows, each of which would be merged separately; at most 100"
            + " are supported");
  }

  @Test
  void updates() {
    assertRefused(
        "former values are needed",
        "SELECT c, COUNT(*) FROM (SELECT %s k, COUNT(*) AS c FROM t GROUP BY k) GROUP BY c"
            .formatted(HINT),
        "the consumer of its results needs the previous value of each row");
    assertRefused(
        "input with updates",
        "INSERT INTO totals SELECT %s k, COUNT(*) FROM changes GROUP BY k".formatted(HINT),
        "its input has updates, and merged values cannot be retracted");
  }

  @Test
  void togetherWithPlacedKeys() {
    planner.set("table.optimizer.trilink.partition", "least-key");

    assertRefused(
        "placed keys",
        UPSERT.formatted(HINT, "COUNT(*)"),
        "a global merge has no exchange, and 'partition' places keys behind an exchange; leave one"
            + " of the two out");
  }

  @Test
  void idleKeys() {
    assertRefused(
        "idle keys",
        WINDOWS.formatted(
            HINT.replace(
                "TRILINK(", "TRILINK('watermark'='key', 'watermark.idle-timeout'='1 min', "),
            "COUNT(*) AS c"),
        "'watermark.idle-timeout' would fire windows on one subtask while other subtasks still add"
            + " to them; leave one of the two out");
  }

  @Test
  void recordsFromTheFuture() {
    assertRefused(
        "records from the future",
        WINDOWS.formatted(
            HINT.replace("TRILINK(", "TRILINK('watermark'='key', 'watermark.max-lead'='1 h', "),
            "COUNT(*) AS c"),
        "a global merge fires windows by the watermarks of the subtasks, and 'watermark.max-lead'"
            + " limits only the watermarks of keys; leave it out");
  }

  // -------------------------------------------------------------------------- errors

  @Test
  void noStore() {
    assertError(
        "/*+ TRILINK('exchange'='global-merge') */",
        "'exchange'='global-merge' needs 'global-merge.store', e.g."
            + " 'global-merge.store'='redis://localhost:6379' or"
            + " 'jdbc:mysql://localhost:3306/db?user=...&password=...'.");
  }

  @Test
  void noStoreThatItKnows() {
    assertError(
        hint("'global-merge.store'='jdbc:postgresql://h/d?password=secret'"),
        "'global-merge.store' cannot be 'jdbc:postgresql://h/d?password=***'. Over JDBC, the store"
            + " must be a MySQL-compatible server; its address starts with 'jdbc:mysql:' or"
            + " 'jdbc:mariadb:'.");
    assertError(
        hint("'global-merge.store'='redis://:se cret@h'"),
        "'global-merge.store' cannot be 'redis://:***@h'. Write"
            + " redis://[[user]:password@]host[:port][/db], or rediss:// over TLS, and characters such"
            + " as '@' or '/' in a password as '%40' or '%2F'.");
  }

  @Test
  void triggersThatDoNotGoTogether() {
    assertError(
        hint(STORE, "'global-merge.emit'='period'"),
        "'global-merge.emit'='period' needs 'global-merge.emit.delay', e.g."
            + " 'global-merge.emit.delay'='1 s'.");
    assertError(
        hint(STORE, "'global-merge.emit.records'='5'"),
        "'global-merge.emit.records' has an effect only with 'global-merge.emit'='count'. Add"
            + " 'count' to 'global-merge.emit', or leave 'global-merge.emit.records' out.");
  }

  @Test
  void aConditionOnColumnsThatAreNotThere() {
    assertThat(
            planner.error(
                UPSERT.formatted(
                    hint(
                        STORE,
                        "'global-merge.emit'='punctuated'",
                        "'global-merge.emit.when'='w > 3'"),
                    "SUM(v)")))
        .startsWith("TRILINK hint: option 'global-merge.emit.when' cannot be 'w > 3': ")
        .endsWith(
            " The columns of the records that reach the operator are: k, v; a column of a table is"
                + " among them only if the query uses it.");
    assertError(
        hint(STORE, "'global-merge.emit'='punctuated'", "'global-merge.emit.when'='k'"),
        "option 'global-merge.emit.when' cannot be 'k': it is not a condition on a single record."
            + " The columns of the records that reach the operator are: k; a column of a table is"
            + " among them only if the query uses it.");
  }

  @Test
  void passwordsAreNotShown() {
    String plan = planner.plan("SELECT %s k FROM t".formatted(hint(STORE))); // is without effect

    assertThat(plan).contains("redis://:***@localhost:6379").doesNotContain("secret");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'local-merge.slot'='1 s'|local-merge.slot",
        "'local-merge.emit'='count'|local-merge.emit",
        "'ahead-keyby.keys'='k'|ahead-keyby.keys",
        "'ahead-keyby.partitioned-by'='kafka-key'|ahead-keyby.partitioned-by",
      })
  void optionsOfOtherExchanges(String option, String name) {
    String error = "'%s' has no effect with 'exchange'='global-merge'; leave it out.";

    assertError(hint(STORE, option), error.formatted(name));
    planner.set("table.optimizer.trilink.exchange", "global-merge");
    planner.set("table.optimizer.trilink.global-merge.store", "redis://h");
    assertError("/*+ TRILINK(" + option + ") */", error.formatted(name));
  }

  @Test
  void whatOtherQueriesSayOfOtherExchangesIsNoError() {
    assertMergedWithoutAdvice(
        "INSERT INTO totals SELECT /*+ TRILINK('exchange'='local-merge',"
            + " 'local-merge.emit'='count', 'local-merge.emit.records'='9') */ k, c FROM (SELECT "
            + HINT
            + " k, COUNT(*) AS c FROM t GROUP BY k)");
  }

  @Test
  void whatTheSessionSaysOfOtherExchangesIsNoError() {
    planner.set("table.optimizer.trilink.local-merge.slot", "1 s");
    assertMergedWithoutAdvice(UPSERT.formatted(HINT, "COUNT(*)"));

    planner.set("table.optimizer.trilink.exchange", "global-merge");
    planner.set("table.optimizer.trilink.global-merge.store", "redis://h");
    assertMergedWithoutAdvice(UPSERT.formatted("", "COUNT(*)"));
    assertMergedWithoutAdvice(
        UPSERT
            .formatted("", "COUNT(*)")
            .replace("FROM t", "FROM t /*+ TRILINK('ahead-keyby.keys'='k') */"));

    planner.set("table.optimizer.trilink.exchange", "local-merge");
    assertMergedWithoutAdvice(
        UPSERT
            .formatted("/*+ TRILINK('local-merge.emit'='count') */", "COUNT(*)")
            .replace("FROM t", "FROM t " + HINT));
  }

  private static void assertMergedWithoutAdvice(String sql) {
    String plan = planner.plan(sql);
    assertThat(TestPlanner.advice(plan)).isEmpty();
    assertThat(plan).contains("GlobalMerge").doesNotContain("Exchange");
  }

  private static void assertError(String hint, String error) {
    assertThat(planner.error(UPSERT.formatted(hint, "COUNT(*)")))
        .isEqualTo("TRILINK hint: " + error);
  }

  private static String assertMerged(String name, String sql) {
    String plan = planner.plan(sql);
    assertThat(TestPlanner.advice(plan)).isEmpty();
    assertThat(plan).contains("GlobalMerge").doesNotContain("Exchange").doesNotContain("secret");
    golden.assertPlan(name, sql, plan);
    return plan;
  }

  private static void assertRefused(String name, String sql, String reason) {
    String plan = planner.plan(sql);
    assertThat(plan).doesNotContain("GlobalMerge");
    List<String> advice = TestPlanner.advice(plan);
    assertThat(advice)
        .singleElement()
        .asString()
        .startsWith("exchange=global-merge refused: ")
        .contains(reason);
    assertThat(planner.error(sql.replace("TRILINK(", "TRILINK('strict'='true', ")))
        .isEqualTo(
            "TRILINK hint: " + advice.get(0) + ". It is an error because 'strict' is 'true'.");
    golden.assertPlan(name, sql, plan);
  }
}
