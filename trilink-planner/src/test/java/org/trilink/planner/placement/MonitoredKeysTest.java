/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.ByLength;
import org.trilink.planner.testing.TestPlanner;

/** The operators whose keys may be moved while the job runs, and the reasons for the others. */
class MonitoredKeysTest {

  private static final String COUNT =
      "SELECT /*+ TRILINK(%s) */ v, COUNT(*) AS c FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts),"
          + " INTERVAL '10' SECOND)) GROUP BY v, window_start, window_end";
  private static final String DETAILS =
      "partition.monitor.threshold=0.6 (default), partition.monitor.sample-rate=0.1 (default)";
  private static final String THRESHOLD =
      "partition.monitor=threshold (query hint), " + DETAILS + ", max-parallelism=720";

  @RegisterExtension
  static final TestPlanner planner =
      new TestPlanner()
          .execute(
              "CREATE TABLE u (k STRING, v INT, ts TIMESTAMP(3),"
                  + " WATERMARK FOR ts AS ts - INTERVAL '9' SECOND) WITH ('connector' = 'datagen')",
              "CREATE TABLE latest (v INT PRIMARY KEY NOT ENFORCED, c BIGINT)"
                  + " WITH ('connector' = 'blackhole')",
              "CREATE TABLE by_time (v INT, w TIMESTAMP(3), c BIGINT,"
                  + " PRIMARY KEY (v, w) NOT ENFORCED) WITH ('connector' = 'blackhole')",
              "CREATE TABLE by_id (id STRING PRIMARY KEY NOT ENFORCED, c BIGINT)"
                  + " WITH ('connector' = 'blackhole')",
              "CREATE VIEW windows AS SELECT /*+ TRILINK('partition'='auto') */ v, window_start,"
                  + " window_end, COUNT(*) AS c FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts),"
                  + " INTERVAL '10' SECOND)) GROUP BY v, window_start, window_end",
              "CREATE VIEW cumulated AS SELECT /*+ TRILINK('partition'='auto') */ v, window_start,"
                  + " window_end, COUNT(*) AS c FROM TABLE(CUMULATE(TABLE t, DESCRIPTOR(ts),"
                  + " INTERVAL '10' SECOND, INTERVAL '1' MINUTE)) GROUP BY v, window_start,"
                  + " window_end",
              "CREATE VIEW first_rows AS SELECT /*+ TRILINK('partition'='auto') */ v, c FROM (SELECT"
                  + " v, CAST(v AS BIGINT) AS c, ROW_NUMBER() OVER (PARTITION BY v ORDER BY"
                  + " PROCTIME()) AS n FROM t) WHERE n = 1",
              "CREATE TABLE changes (v INT PRIMARY KEY NOT ENFORCED, k STRING, ts TIMESTAMP(3),"
                  + " WATERMARK FOR ts AS ts) WITH ('connector' = 'planned', 'updates' = 'true')");

  @BeforeEach
  void fourSubtasks() {
    planner.set("table.exec.resource.default-parallelism", "4");
  }

  // ------------------------------------------------------------------------ strategies

  @Test
  void auto() {
    assertThat(placement("'partition'='auto'"))
        .isEqualTo(
            "partition=auto (query hint), base=hash, partition.monitor=threshold (default with"
                + " partition=auto), "
                + DETAILS
                + ", max-parallelism=720");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hash", "modulo", "least-key", "least-count"})
  void everyStrategyIsABase(String strategy) {
    assertThat(placement("'partition'='" + strategy + "', 'partition.monitor'='threshold'"))
        .isEqualTo("partition=" + strategy + " (query hint), " + THRESHOLD);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hash", "random"})
  void weightIsABase(String draw) {
    assertThat(
            placement(
                "'partition'='weight', 'partition.weights'='40,30,20,10',"
                    + " 'partition.weight-draw'='"
                    + draw
                    + "', 'partition.monitor'='threshold'"))
        .isEqualTo(
            "partition=weight (query hint), partition.weights=40,30,20,10 (query hint),"
                + " partition.weight-draw="
                + draw
                + " (query hint), "
                + THRESHOLD);
  }

  @Test
  void aUsersClassIsABase() {
    String sql =
        "SELECT /*+ TRILINK('partition'='%s', 'partition.monitor'='threshold') */ k, COUNT(*) AS c"
            + " FROM t GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)";

    assertThat(
            TestPlanner.keyPlacements(
                planner.planWithoutOperators(sql.formatted(ByLength.class.getName()))))
        .containsExactly("partition=" + ByLength.class.getName() + " (query hint), " + THRESHOLD);
  }

  @Test
  void aMonitorWithoutAStrategyIsOverHash() {
    assertThat(placement("'partition.monitor'='threshold'"))
        .isEqualTo("partition=hash (default), " + THRESHOLD);
    planner.set("table.optimizer.trilink.partition.monitor", "threshold");
    assertThat(
            TestPlanner.keyPlacements(
                planner.planWithoutOperators(COUNT.replace("/*+ TRILINK(%s) */ ", ""))))
        .containsExactly(
            "partition=hash (default), partition.monitor=threshold (session), "
                + DETAILS
                + ", max-parallelism=720");
  }

  @Test
  void everySettingIsShown() {
    assertThat(
            placement(
                "'partition'='auto', 'partition.monitor'='period',"
                    + " 'partition.monitor.interval'='20 s', 'partition.monitor.threshold'='0.7',"
                    + " 'partition.monitor.sample-rate'='1', 'partition.sync.max-keys'='8',"
                    + " 'partition.sync.max-bytes'='1 gb', 'partition.sync.min-gain'='0.1',"
                    + " 'partition.sync.settling-time'='0 s', 'partition.sync.grace-time'='1 h',"
                    + " 'partition.control'='redis://me:secret@h:6379/channel'"))
        .isEqualTo(
            "partition=auto (query hint), base=hash, partition.monitor=period (query hint),"
                + " partition.monitor.interval=20 s (query hint), partition.monitor.threshold=0.7"
                + " (query hint), partition.monitor.sample-rate=1.0 (query hint),"
                + " partition.sync.max-keys=8 (query hint), partition.sync.max-bytes=1 gb (query"
                + " hint), partition.sync.min-gain=0.1 (query hint),"
                + " partition.sync.settling-time=0 ms (query hint), partition.sync.grace-time=1 h"
                + " (query hint), partition.control=redis://me:***@h:6379/channel (query hint),"
                + " max-parallelism=720");
  }

  @Test
  void byCount() {
    assertThat(
            placement(
                "'partition'='hash', 'partition.monitor'='count',"
                    + " 'partition.monitor.records'='1000'"))
        .startsWith(
            "partition=hash (query hint), partition.monitor=count (query hint),"
                + " partition.monitor.records=1000 (query hint), ");
  }

  /** The job may be continued at another parallelism with its state. */
  @Test
  void oneSubtaskHasNothingToBalance() {
    planner.set("table.exec.resource.default-parallelism", "1");

    assertThat(placement("'partition'='auto'"))
        .endsWith(", max-parallelism=720, moves=none while the parallelism is 1");
    assertThat(placement("'partition'='hash'"))
        .isEqualTo("partition=hash (query hint), max-parallelism=720");
  }

  // ------------------------------------------------------------------------ operators

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GlobalWindowAggregate | SELECT %s v, COUNT(*) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts),"
            + " INTERVAL '10' SECOND)) GROUP BY v, window_start, window_end",
        "GroupWindowAggregate | SELECT %s v, COUNT(*) FROM t GROUP BY v, TUMBLE(ts, INTERVAL '10'"
            + " SECOND)",
        "OverAggregate | SELECT %s v, COUNT(*) OVER (PARTITION BY v ORDER BY ts) FROM t",
        "Match | SELECT %s * FROM t MATCH_RECOGNIZE (PARTITION BY v ORDER BY ts MEASURES LAST(B.k)"
            + " AS l AFTER MATCH SKIP PAST LAST ROW PATTERN (A B) DEFINE A AS A.k = 'a')",
        "Join | SELECT %s t.k, u.k AS l FROM t JOIN u ON t.v = u.v",
        "IntervalJoin | SELECT %s t.k, u.k AS l FROM t JOIN u ON t.v = u.v AND t.ts BETWEEN u.ts"
            + " AND u.ts + INTERVAL '5' SECOND",
        "TemporalJoin | SELECT %s t.k, c.k AS l FROM t JOIN changes FOR SYSTEM_TIME AS OF t.ts AS c"
            + " ON t.v = c.v",
      })
  void keysOfEveryOperatorThatEmitsInsertsAreMoved(String operator, String sql) {
    String plan = planner.planWithoutOperators(sql.formatted("/*+ TRILINK('partition'='auto') */"));

    assertThat(TestPlanner.advice(plan)).isEmpty();
    assertThat(plan.lines().toList())
        .anySatisfy(line -> assertThat(line).contains("KeyPlacement(trilink=[partition=auto "));
    assertThat(plan).contains("+- " + operator + "(");
  }

  @Test
  void underKeyLevelWatermarks() {
    String plan = windows("'watermark'='key', 'partition'='auto'");

    assertThat(TestPlanner.advice(plan)).isEmpty();
    assertThat(TestPlanner.keyWatermarks(plan)).hasSize(1);
    assertThat(TestPlanner.keyPlacements(plan)).hasSize(1);
  }

  @Test
  void behindALocalMerge() {
    String plan =
        windows("'watermark'='key', 'exchange'='local-merge', 'partition.monitor'='threshold'");

    assertThat(TestPlanner.advice(plan)).isEmpty();
    assertThat(plan).contains("LocalMerge(");
    assertThat(TestPlanner.keyPlacements(plan))
        .containsExactly("partition=hash (default), " + THRESHOLD);
  }

  private static String windows(String options) {
    return planner.planWithoutOperators(
        """
        SELECT /*+ TRILINK(%s) */ v, window_start, COUNT(*) AS c
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY v, window_start, window_end"""
            .formatted(options));
  }

  // ------------------------------------------------------------------------ refused

  @Test
  void keysThatShareAWatermarkStayWhereTheyArePlaced() {
    String options =
        "'watermark'='key', 'watermark.keys-per-group'='4', 'partition'='modulo',"
            + " 'partition.monitor'='threshold'";
    String refusal =
        "partition.monitor=threshold refused: keys that share a watermark"
            + " ('watermark.keys-per-group') cannot be moved one by one; leave one of the two out";
    String plan = windows(options);

    assertThat(TestPlanner.advice(plan)).containsExactly(refusal);
    assertThat(TestPlanner.keyPlacements(plan))
        .containsExactly("partition=modulo (query hint), max-parallelism=720");
    assertThat(TestPlanner.error(() -> windows(options + ", 'strict'='true'")))
        .isEqualTo("TRILINK hint: " + refusal + ". It is an error because 'strict' is 'true'.");
  }

  /** Updates that an operator emits before a move may be behind those that it emits after it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT %s v, COUNT(*) FROM t GROUP BY v",
        "SELECT %s v, k FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY v ORDER BY k) AS n FROM t)"
            + " WHERE n <= 3",
        "SELECT %s v, k FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY v ORDER BY ts DESC) AS n"
            + " FROM t) WHERE n = 1",
        "SELECT %s t.k, u.k AS l FROM t LEFT JOIN u ON t.v = u.v",
      })
  void keysOfOperatorsThatEmitUpdatesStay(String sql) {
    String updates =
        " refused: its results are updates, and those of a key that has moved could overtake those"
            + " of the subtask where it was; not supported yet";
    String auto = planner.planWithoutOperators(sql.formatted("/*+ TRILINK('partition'='auto') */"));
    String monitor =
        planner.planWithoutOperators(
            sql.formatted("/*+ TRILINK('partition'='modulo', 'partition.monitor'='threshold') */"));

    assertThat(TestPlanner.advice(auto)).containsExactly("partition=auto" + updates);
    assertThat(TestPlanner.keyPlacements(auto)).isEmpty();
    assertThat(TestPlanner.advice(monitor))
        .containsExactly("partition.monitor=threshold" + updates);
    assertThat(TestPlanner.keyPlacements(monitor))
        .containsExactly("partition=modulo (query hint), max-parallelism=720");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a table that keeps the last row of each primary key"
            + "| INSERT INTO latest SELECT v, c FROM windows",
        "a table that keeps the last row of each primary key"
            + "| INSERT INTO by_time SELECT v, window_start, c FROM cumulated",
        "a table that keeps the last row of each primary key"
            + "| INSERT INTO latest SELECT v, c FROM windows LIMIT 1000",
        "Deduplicate, which goes by the order in which they arrive"
            + "| SELECT v, c FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY v ORDER BY PROCTIME()"
            + " DESC) AS n FROM windows) WHERE n = 1",
        "GroupAggregate, which goes by the order in which they arrive"
            + "| SELECT v, LAST_VALUE(c) FROM windows GROUP BY v",
        "OverAggregate, which goes by the order in which they arrive"
            + "| SELECT v, SUM(c) OVER (PARTITION BY v ORDER BY p) FROM"
            + " (SELECT *, PROCTIME() AS p FROM windows)",
      })
  void keysWhoseResultsMustArriveInOrderStay(String consumer, String sql) {
    assertThat(TestPlanner.advice(plan(sql)))
        .containsExactly(
            "partition=auto refused: its results go to "
                + consumer
                + ", and those of a key that has moved could overtake those of the subtask where it"
                + " was; not supported yet");
    assertThat(TestPlanner.keyPlacements(plan(sql))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO by_time SELECT v, window_start, c FROM windows",
        "INSERT INTO by_time SELECT v, window_end, c FROM cumulated",
        "INSERT INTO by_time SELECT v, window_end, n FROM windows, UNNEST(ARRAY[c, 2 * c]) AS u (n)",
        "INSERT INTO by_id SELECT MD5(CAST(v AS STRING) || CAST(window_start AS STRING)), c"
            + " FROM windows",
        "SELECT v, SUM(c), MAX(c) FROM windows GROUP BY v",
        "SELECT v, c FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY v ORDER BY c DESC) AS n"
            + " FROM windows) WHERE n <= 3",
        "INSERT INTO latest SELECT v, SUM(c) FROM windows GROUP BY v",
        "INSERT INTO latest SELECT v, c FROM first_rows",
        "SELECT c, LAST_VALUE(v) FROM first_rows GROUP BY c",
      })
  void keysWhoseResultsMayArriveInAnyOrderAreMoved(String sql) {
    assertThat(TestPlanner.keyPlacements(plan(sql))).hasSize(1);
  }

  /** When its state is gone, a deduplication emits a second row of a key. */
  @Test
  void keysWhoseFirstRowsAreForgottenStay() {
    planner.set("table.exec.state.ttl", "1 min");

    assertThat(TestPlanner.keyPlacements(plan("INSERT INTO latest SELECT v, c FROM first_rows")))
        .isEmpty();
  }

  private static String plan(String sql) {
    return sql.startsWith("INSERT") ? planner.plan(sql) : planner.planWithoutOperators(sql);
  }

  @Test
  void autoIsNothingWithoutMoves() {
    String plan = windows("'watermark'='key', 'watermark.keys-per-group'='4', 'partition'='auto'");

    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "partition=auto refused: keys that share a watermark ('watermark.keys-per-group') cannot"
                + " be moved one by one; leave one of the two out");
    assertThat(TestPlanner.keyPlacements(plan)).isEmpty();
  }

  @Test
  void aGroupOfOneKeyIsNoGroup() {
    String plan = windows("'watermark'='key', 'watermark.keys-per-group'='1', 'partition'='auto'");

    assertThat(TestPlanner.advice(plan)).isEmpty();
    assertThat(TestPlanner.keyPlacements(plan)).hasSize(1);
  }

  @Test
  void whatIsMergedInAStoreHasNoKeysToMove() {
    String plan =
        windows(
            "'exchange'='global-merge', 'global-merge.store'='redis://h',"
                + " 'partition.monitor'='threshold'");

    assertThat(TestPlanner.advice(plan))
        .containsExactly(
            "exchange=global-merge refused: a global merge keeps the values of all keys in the"
                + " store, so 'partition.monitor' has no keys to move; leave one of the two out");
    assertThat(TestPlanner.keyPlacements(plan)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"partition, auto", "partition.monitor, threshold"})
  void noKeys(String option, String value) {
    assertThat(
            TestPlanner.advice(
                planner.planWithoutOperators(
                    "SELECT /*+ TRILINK('%s'='%s') */ COUNT(*) AS c FROM t"
                        .formatted(option, value))))
        .containsExactly(
            option
                + "="
                + value
                + " refused: GroupAggregate has no keys, so all its rows go to one subtask");
  }

  @Test
  void aHintThatGovernsNothingSaysSo() {
    assertThat(
            TestPlanner.advice(
                planner.plan("SELECT /*+ TRILINK('partition.monitor'='threshold') */ k FROM t")))
        .containsExactly(
            "TRILINK(partition.monitor=threshold) on SELECT has no effect: it applies to no"
                + " operator with keys");
  }

  @Test
  void detailsAloneDoNothing() {
    assertThat(
            TestPlanner.advice(
                planner.plan(COUNT.formatted("'partition.monitor.sample-rate'='0.5'"))))
        .containsExactly(
            "TRILINK(partition.monitor.sample-rate=0.5) on SELECT has no effect:"
                + " partition.monitor.sample-rate needs partition.monitor");
    assertThat(TestPlanner.advice(planner.plan(COUNT.formatted("'partition.monitor'='off'"))))
        .containsExactly(
            "TRILINK(partition.monitor=off) on SELECT has no effect: it asks for Flink's default"
                + " behaviour");
  }

  @Test
  void withoutAMonitorNothingIsDifferent() {
    assertThat(
            TestPlanner.keyPlacements(
                planner.plan(COUNT.formatted("'partition'='hash', 'partition.monitor'='off'"))))
        .containsExactly("partition=hash (query hint), max-parallelism=720");
  }

  // ------------------------------------------------------------------------ precedence

  @Test
  void whatTheSessionSaysOfOtherQueriesIsNoError() {
    planner.set("table.optimizer.trilink.partition.monitor", "off");
    assertThat(placement("'partition'='auto'"))
        .contains("partition.monitor=threshold (default with partition=auto)");

    planner.set("table.optimizer.trilink.partition.monitor", "period");
    planner.set("table.optimizer.trilink.partition.monitor.interval", "20 s");
    assertThat(placement("'partition'='auto', 'partition.monitor'='threshold'"))
        .contains("partition.monitor=threshold (query hint)")
        .doesNotContain("interval");
    assertThat(placement("'partition'='auto'"))
        .contains(
            "partition.monitor=period (session), partition.monitor.interval=20 s (session), ");
  }

  // ------------------------------------------------------------------------ errors

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'partition'='auto', 'partition.monitor'='off'|'partition'='auto' needs the monitor to move"
            + " keys, but 'partition.monitor' is 'off'. Leave 'partition.monitor' out, or set"
            + " 'partition' to 'hash' if keys must not be moved.",
        "'partition'='modulo', 'partition.monitor'='period'"
            + "|'partition.monitor'='period' needs 'partition.monitor.interval', e.g."
            + " 'partition.monitor.interval'='20 s'.",
        "'partition'='modulo', 'partition.monitor'='count'"
            + "|'partition.monitor'='count' needs 'partition.monitor.records', e.g."
            + " 'partition.monitor.records'='1000000'.",
        "'partition'='auto', 'partition.monitor.interval'='20 s'"
            + "|'partition.monitor.interval' has an effect only with 'partition.monitor'='period',"
            + " but 'partition.monitor' is 'threshold'. Leave 'partition.monitor.interval' out.",
        "'partition.monitor'='period', 'partition.monitor.interval'='20 s',"
            + " 'partition.monitor.records'='9'"
            + "|'partition.monitor.records' has an effect only with 'partition.monitor'='count',"
            + " but 'partition.monitor' is 'period'. Leave 'partition.monitor.records' out.",
        "'partition'='modulo', 'partition.monitor.threshold'='0.5'"
            + "|'partition.monitor.threshold' has an effect only with 'partition.monitor', which is"
            + " 'off'. Set 'partition.monitor' to 'threshold', 'period' or 'count', or leave"
            + " 'partition.monitor.threshold' out.",
        "'partition'='hash', 'partition.monitor'='off', 'partition.sync.max-keys'='9'"
            + "|'partition.sync.max-keys' has an effect only with 'partition.monitor', which is"
            + " 'off'. Set 'partition.monitor' to 'threshold', 'period' or 'count', or leave"
            + " 'partition.sync.max-keys' out.",
        "'partition'='auto', 'partition.monitor.threshold'='1.5'"
            + "|option 'partition.monitor.threshold' cannot be '1.5'. Allowed: a number above 0 and up"
            + " to 1, e.g. '0.6'.",
        "'partition'='auto', 'partition.weights'='25,25,25,25'"
            + "|'partition.weights' has an effect only with 'partition'='weight', but 'partition'"
            + " is 'auto'. Leave 'partition.weights' out.",
      })
  void whatDoesNotGoTogether(String options, String error) {
    assertThat(planner.error(COUNT.formatted(options))).isEqualTo("TRILINK hint: " + error);
  }

  @Test
  void theSessionCanContradictItself() {
    planner.set("table.optimizer.trilink.partition", "auto");
    planner.set("table.optimizer.trilink.partition.monitor", "off");

    assertThat(planner.error(COUNT.replace("/*+ TRILINK(%s) */ ", "")))
        .startsWith("TRILINK hint: 'partition'='auto' needs the monitor to move keys");
  }

  private static String placement(String options) {
    String plan = planner.planWithoutOperators(COUNT.formatted(options));
    assertThat(TestPlanner.advice(plan)).isEmpty();
    assertThat(TestPlanner.keyPlacements(plan)).hasSize(1);
    return TestPlanner.keyPlacements(plan).get(0);
  }
}
