/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.TestPlanner;

/**
 * The texts that EXPLAIN shows for the options of key-level watermarks, and the options that
 * exclude each other.
 */
class KeyWatermarkOptionsTest {

  private static final String WINDOWS =
      "SELECT /*+ TRILINK(%s) */ k, COUNT(*) AS c"
          + " FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))"
          + " GROUP BY k, window_start, window_end";

  private static final String BEYOND_MAX_SKEW =
      "late=also records in order that trail the subtask's watermark by the max skew or more";

  @RegisterExtension static final TestPlanner planner = new TestPlanner();

  private static String plan(String options) {
    return planner.plan(WINDOWS.formatted(options));
  }

  // ------------------------------------------------------------------------- consequences

  @Test
  void saysWhenResultsComeAndWhatChangesThat() {
    assertThat(TestPlanner.consequences(plan("'watermark'='key'")))
        .containsExactly(
            "results=with later records of the key (bounds: watermark.max-skew,"
                + " watermark.idle-timeout)");
  }

  @Test
  void saysNothingWhereNoResultWaitsForEver() {
    assertThat(
            TestPlanner.consequences(plan("'watermark'='key', 'watermark.idle-timeout'='1 min'")))
        .containsExactly("");
  }

  @Test
  void saysWhatIsLateWithAMaxSkewThoughItIsInOrder() {
    assertThat(TestPlanner.consequences(plan("'watermark'='key', 'watermark.max-skew'='1 min'")))
        .containsExactly(BEYOND_MAX_SKEW);
  }

  @Test
  void saysOfGroupsWhenResultsCome() {
    assertThat(TestPlanner.consequences(plan("'watermark'='key', 'watermark.keys-per-group'='4'")))
        .singleElement()
        .asString()
        .startsWith("results=with later records of the group (bounds: ");
  }

  @Test
  void saysThatRecordsBeyondTheMaxLeadAreDropped() {
    assertThat(
            TestPlanner.consequences(
                plan(
                    "'watermark'='key', 'watermark.max-skew'='1 min', 'watermark.max-lead'='1 h',"
                        + " 'watermark.max-lead.action'='drop'")))
        .containsExactly(
            "dropped=also records beyond the max lead, which stock Flink keeps, "
                + BEYOND_MAX_SKEW);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'watermark'='key', 'watermark.max-skew'='1 min'     | late=also records in order that trail the subtask's watermark by the max skew or more, results=not while an input is idle (bounds: watermark.idle-timeout, table.exec.source.idle-timeout)",
        "'watermark'='key', 'watermark.idle-timeout'='1 min' | dropped=also rows of an idle key that later ones would match, which stock Flink keeps",
      })
  void saysWhatAnIdleInputOfAJoinHolds(String options, String consequence) {
    String join =
        "SELECT /*+ TRILINK(%s) */ a.k FROM t AS a JOIN t AS b ON a.k = b.k"
            + " AND a.ts BETWEEN b.ts AND b.ts + INTERVAL '1' MINUTE";
    assertThat(TestPlanner.consequences(planner.plan(join.formatted(options))))
        .containsExactly(consequence);
  }

  @Test
  void noInputOfAJoinHoldsResultsThatIsMarkedAsIdle() {
    planner.set("table.exec.source.idle-timeout", "10 s");
    String join =
        "SELECT /*+ TRILINK('watermark'='key', 'watermark.max-skew'='1 min') */ a.k FROM t AS a"
            + " JOIN t AS b ON a.k = b.k AND a.ts BETWEEN b.ts AND b.ts + INTERVAL '1' MINUTE";
    assertThat(TestPlanner.consequences(planner.plan(join))).containsExactly(BEYOND_MAX_SKEW);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ROWS  | 3                   | dropped=also rows that an idle key sends later than newer ones, which stock Flink keeps",
        "ROWS  | UNBOUNDED           | ``",
        "RANGE | INTERVAL '1' MINUTE | ``",
      })
  void saysWhatAnIdleKeyLoses(String unit, String bound, String consequence) {
    String over =
        "SELECT /*+ TRILINK('watermark'='key', 'watermark.idle-timeout'='1 min') */ k, SUM(v) OVER"
            + " (PARTITION BY k ORDER BY ts %s BETWEEN %s PRECEDING AND CURRENT ROW) FROM t";
    assertThat(TestPlanner.consequences(planner.plan(over.formatted(unit, bound))))
        .containsExactly(consequence);
  }

  // -------------------------------------------------------------------------------- order

  @Test
  void aTableSaysThatItsKeysAreInOrder() {
    assertThat(
            TestPlanner.orders(
                planner.plan(
                    "SELECT /*+ TRILINK('watermark'='key') */ k, SUM(v) OVER (PARTITION BY k ORDER"
                        + " BY ts RANGE BETWEEN INTERVAL '1' MINUTE PRECEDING AND CURRENT ROW) FROM"
                        + " t /*+ TRILINK('watermark.order'='by-key') */")))
        .containsExactly("watermark.order=by-key (table hint)");
  }

  /** Only records of one topic can be brought in order by what their table declares. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'properties.linger.ms'='1'           | (sooner with 'key.fields' among the keys, or 'watermark.order'='by-key')",
        "'key.format'='raw', 'key.fields'='v' | (sooner with 'key.fields' among the keys, or 'watermark.order'='by-key')",
        "'key.format'='raw', 'key.fields'='k', 'topic'='p;q' | (sooner with 'watermark.order'='by-key')",
        "'properties.linger.ms'='1', 'topic'='p;q'           | (sooner with 'watermark.order'='by-key')",
        "'key.format'='raw', 'key.fields'='k', 'sink.partitioner'='fixed' | (sooner with 'watermark.order'='by-key')",
      })
  void saysWhatWouldShowTheOrder(String options, String remedy) {
    assertThat(orderOver(options, WINDOWS)).endsWith("Flink's watermark " + remedy);
  }

  /** At an address that no broker answers at: what is declared decides. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'key.format'='raw', 'key.fields'='k'                       | by-key (key.fields of r: [k])",
        "'key.format'='json', 'key.fields'='k;v'                    | any (the key.fields of table r, [k, v], are not all among the keys)",
        "'key.format'='raw', 'key.fields'='v'                       | any (the key.fields of table r, [v], are not all among the keys)",
        "'properties.linger.ms'='1'                                 | any (table r has no 'key.fields')",
        "'key.format'='raw', 'key.fields'='k', 'sink.partitioner'='default'     | by-key (key.fields of r: [k])",
        "'key.format'='raw', 'key.fields'='k', 'sink.partitioner'='round-robin' | any (table r has 'sink.partitioner'='round-robin')",
        "'key.format'='raw', 'key.fields'='k', 'properties.partitioner.class'='org.apache.kafka.clients.producer.internals.DefaultPartitioner' | by-key (key.fields of r: [k])",
        "'key.format'='raw', 'key.fields'='k', 'properties.partitioner.class'='my.Partitioner' | any (table r has 'properties.partitioner.class'='my.Partitioner')",
        "'key.format'='raw', 'key.fields'='k', 'topic'='p;q'        | any (table r reads several topics, each with partitions of its own)",
        "'key.format'='raw', 'key.fields'='v', 'topic'='p;q'        | any (table r reads several topics, each with partitions of its own)",
      })
  void aKafkaTableSaysWhetherItsKeysAreInOrder(String options, String order) {
    assertThat(orderOver(options, WINDOWS)).startsWith("watermark.order=" + order);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "k    | by-key (key.fields of r: [k] and primary key of u: [k])",
        "k, w | by-key (key.fields of r: [k] and primary key of u: [k, w])",
      })
  void anUpsertTableHasItsPrimaryKey(String primaryKey, String order) {
    planner.execute(
        "CREATE TEMPORARY TABLE u (k STRING, w INT, us TIMESTAMP(3),"
            + " WATERMARK FOR us AS us - INTERVAL '5' SECOND, PRIMARY KEY ("
            + primaryKey
            + ") NOT ENFORCED) WITH ('connector'='upsert-kafka', 'topic'='u', 'key.format'='json',"
            + " 'value.format'='json', 'properties.bootstrap.servers'='127.0.0.1:1')");
    try {
      assertThat(
              orderOver(
                  "'key.format'='raw', 'key.fields'='k'",
                  "SELECT /*+ TRILINK(%s) */ r.k, w FROM r JOIN u FOR SYSTEM_TIME AS OF r.ts ON"
                      + " r.k = u.k"
                      + (primaryKey.equals("k") ? "" : " AND r.v = u.w")))
          .startsWith("watermark.order=" + order);
    } finally {
      planner.execute("DROP TEMPORARY TABLE u");
    }
  }

  /** Another column with the values of the record key is not known to be the record key. */
  @Test
  void aComputedKeyIsNotTheRecordKey() {
    assertThat(
            orderOver(
                "'key.format'='raw', 'key.fields'='k'",
                "SELECT /*+ TRILINK(%s) */ u, COUNT(*) AS c FROM TABLE(TUMBLE("
                    + "(SELECT UPPER(k) AS u, ts FROM r), DESCRIPTOR(ts), INTERVAL '1' MINUTE))"
                    + " GROUP BY u, window_start, window_end"))
        .startsWith("watermark.order=any (");
  }

  /** The record keys of one table say nothing of the other one's records. */
  @Test
  void aJoinWithATableWithoutRecordKeysHasNoOrder() {
    planner.execute(
        "CREATE TEMPORARY TABLE n (k STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ("
            + "'connector'='kafka', 'topic'='n', 'properties.bootstrap.servers'='127.0.0.1:1',"
            + " 'scan.startup.mode'='earliest-offset', 'format'='json')");
    String join =
        "SELECT /*+ TRILINK(%%s) */ r.k FROM %s JOIN %s ON r.k = n.k AND r.ts BETWEEN n.ts"
            + " AND n.ts + INTERVAL '1' MINUTE";
    try {
      for (String query : List.of(join.formatted("r", "n"), join.formatted("n", "r"))) {
        assertThat(orderOver("'key.format'='raw', 'key.fields'='k'", query))
            .startsWith("watermark.order=any (table n has no 'key.fields')");
      }
    } finally {
      planner.execute("DROP TEMPORARY TABLE n");
    }
  }

  /** Another statement of the set decides otherwise than by the record key that is declared. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "INSERT INTO r SELECT * FROM t                       | by-key (key.fields of r: [k])",
        "INSERT INTO r SELECT %keys('k') * FROM t            | by-key (key.fields of r: [k])",
        "INSERT INTO r SELECT %keys('v') * FROM t            | any (a statement of this set writes table r, partitioned by [v] by hash)",
        "INSERT INTO r %set('sink.partitioner'='fixed') SELECT * FROM t | any (a statement of this set writes table r with 'sink.partitioner'='fixed')",
        "INSERT INTO p %set('key.fields'='k') SELECT * FROM t | by-key (key.fields of r: [k])",
        "INSERT INTO p %set('key.fields'='v') SELECT * FROM t | any (a statement of this set writes the topic of table r through table p, which has not the same record keys)",
        "INSERT INTO p %set('key.fields'='k', 'properties.partitioner.class'='my.Own') SELECT * FROM t | any (a statement of this set writes the topic of table r through table p with 'properties.partitioner.class'='my.Own')",
        "INSERT INTO p %set('key.fields'='v', 'topic'='q') SELECT * FROM t | by-key (key.fields of r: [k])",
      })
  void anotherStatementMayWriteTheTopicOtherwise(String insert, String order) {
    planner.set("table.dynamic-table-options.enabled", "true");
    for (String table : List.of("r", "p")) {
      planner.execute(
          "CREATE TEMPORARY TABLE "
              + table
              + " (k STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ("
              + "'connector'='kafka', 'topic'='r', 'properties.bootstrap.servers'='127.0.0.1:1',"
              + " 'scan.startup.mode'='earliest-offset', 'key.format'='json',"
              + " 'value.format'='json', 'key.fields'='k')");
    }
    String written =
        insert
            .replace("%set(", "/*+ OPTIONS(")
            .replace("%keys(", "/*+ TRILINK('exchange'='ahead-keyby', 'ahead-keyby.keys'=")
            .replace(") ", ") */ ");
    String read = "INSERT INTO s " + WINDOWS.replace("TABLE t", "TABLE r");
    try {
      String plan = planner.plan(planner.statements(read.formatted("'watermark'='key'"), written));
      assertThat(TestPlanner.orders(plan).get(0)).startsWith("watermark.order=" + order);
    } finally {
      planner.execute("DROP TEMPORARY TABLE r", "DROP TEMPORARY TABLE p");
    }
  }

  private static String orderOver(String options, String query) {
    boolean hasTopic = options.contains("'topic'");
    planner.execute(
        "CREATE TEMPORARY TABLE r (k STRING, v INT, ts TIMESTAMP(3),"
            + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector'='kafka',"
            + (hasTopic ? "" : " 'topic'='r',")
            + " 'properties.bootstrap.servers'='127.0.0.1:1',"
            + " 'scan.startup.mode'='earliest-offset', 'format'='json', "
            + options
            + ")");
    try {
      return TestPlanner.orders(
              planner.plan(query.replace("TABLE t", "TABLE r").formatted("'watermark'='key'")))
          .get(0);
    } finally {
      planner.execute("DROP TEMPORARY TABLE r");
    }
  }

  // ----------------------------------------------------------------------------- max lead

  /** Flink's function keeps the time of the last row that was fired. */
  @Test
  void idleKeysWithRowsTooFarAheadAndOverOfRows() {
    String over =
        "SELECT /*+ TRILINK('watermark'='key', 'watermark.idle-timeout'='1 min',"
            + " 'watermark.max-lead'='1 h'%s) */ k, SUM(v) OVER"
            + " (PARTITION BY k ORDER BY ts %s BETWEEN %s PRECEDING AND CURRENT ROW) FROM t";
    String reason = "OVER ROWS n PRECEDING drops the key's rows up to the time of these";

    assertThat(planner.plan(over.formatted("", "ROWS", "3"))).contains(reason);
    assertThat(planner.plan(over.formatted(", 'watermark.max-lead.action'='drop'", "ROWS", "3")))
        .doesNotContain(reason);
    assertThat(planner.plan(over.formatted("", "ROWS", "UNBOUNDED"))).doesNotContain(reason);
    assertThat(planner.plan(over.formatted("", "RANGE", "INTERVAL '1' MINUTE")))
        .doesNotContain(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                   | keep (default)",
        "', ''watermark.max-lead.action''=''KEEP''' | keep (query hint)",
        "', ''watermark.max-lead.action''=''drop''' | drop (query hint)",
      })
  void showsTheMaxLead(String action, String shown) {
    for (String exchange : new String[] {"", ", 'exchange'='local-merge'"}) {
      assertThat(
              TestPlanner.keyWatermarks(
                  plan("'watermark'='key', 'watermark.max-lead'='1 h'" + action + exchange)))
          .containsExactly(
              "watermark=key (query hint), watermark.delay=5 s (WATERMARK of t),"
                  + " watermark.max-skew=unbounded (default), watermark.max-lead=1 h (query hint),"
                  + " watermark.max-lead.action="
                  + shown);
    }
  }

  @Test
  void anActionNeedsAMaxLead() {
    assertThatThrownBy(() -> plan("'watermark'='key', 'watermark.max-lead.action'='drop'"))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: 'watermark.max-lead.action' has an effect only with"
                + " 'watermark.max-lead'. Set 'watermark.max-lead', e.g. to '1 h', or leave"
                + " 'watermark.max-lead.action' out.");
  }

  /** The option may be for other queries. */
  @Test
  void anActionOfTheSessionDoesNot() {
    planner.set("table.optimizer.trilink.watermark.max-lead.action", "drop");
    assertThat(TestPlanner.keyWatermarks(plan("'watermark'='key'")))
        .singleElement()
        .asString()
        .doesNotContain("max-lead");
    assertThat(TestPlanner.keyWatermarks(plan("'watermark'='key', 'watermark.max-lead'='2 d'")))
        .singleElement()
        .asString()
        .endsWith("watermark.max-lead=2 d (query hint), watermark.max-lead.action=drop (session)");
  }

  @Test
  void aMaxLeadNeedsKeyLevelWatermarks() {
    assertThat(TestPlanner.advice(plan("'watermark.max-lead'='1 h'")))
        .singleElement()
        .asString()
        .endsWith("has no effect: watermark.max-lead needs watermark=key");
  }
}
