/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.runtime.testing.KafkaTopic;
import org.trilink.runtime.testing.TestBroker;

/** Cases in which Flink's exchange stays, and the reasons in EXPLAIN. */
@Tag("slow")
class AheadKeyByRefusedTest {

  private static final String HINT = "/*+ TRILINK('exchange'='ahead-keyby') */";
  private static final String KAFKA_KEY =
      "/*+ TRILINK('exchange'='ahead-keyby', 'ahead-keyby.partitioned-by'='kafka-key') */";
  private static final Pattern ADVICE =
      Pattern.compile("HintReport\\(trilink=\\[exchange=ahead-keyby refused: (.*)]\\)");

  private static KafkaTopic two;
  private static KafkaTopic three;

  @BeforeAll
  static void createTopics() throws Exception {
    two = KafkaTopic.create(2);
    three = KafkaTopic.create(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "SELECT %s UPPER(k), COUNT(*) FROM t GROUP BY UPPER(k)"
            + "|no key is a plain column of table t; a topic can be partitioned only by its"
            + " columns",
        "SELECT %s k, COUNT(*) FROM (SELECT * FROM t UNION ALL SELECT * FROM t) GROUP BY k"
            + "|its rows come from several tables, by UNION ALL",
        "SELECT %s k, SUM(c) FROM (SELECT k, d, COUNT(*) AS c FROM n GROUP BY k, d) GROUP BY k"
            + "|its rows come from GroupAggregate, not from a table",
        "SELECT %s k, COUNT(*) FROM n GROUP BY k"
            + "|table n is not read from Kafka, but by the connector 'datagen'",
        "SELECT %s k, COUNT(*) FROM pattern_table GROUP BY k"
            + "|table pattern_table has a 'topic-pattern', so topics with other numbers of"
            + " partitions may be added; list its topics with 'topic'",
        "SELECT %s k, COUNT(*) FROM both_topics GROUP BY k"
            + "|the topics have different numbers of partitions: {TWO=2, THREE=3}",
        "SELECT %s d, COUNT(*) FROM keyed GROUP BY d"
            + "|keyed is partitioned by [k], and the keys are [d]; the partition columns must be"
            + " among the keys, as plain columns",
        "SELECT %s t.k, t.v FROM t JOIN u ON t.k = u.k"
            + "|t has 2 partitions by trilink (hash), and u has 3 by trilink (hash); rows with the"
            + " same key would be on different subtasks",
        "SELECT %s t.k, t.v FROM t JOIN n ON t.k = n.k"
            + "|table n is not read from Kafka, but by the connector 'datagen'",
        "SELECT %s t.d, t.v FROM t JOIN big ON t.d = big.d"
            + "|no key is a plain column of table t; a topic can be partitioned only by its"
            + " columns",
        "SELECT %s COUNT(*) FROM t"
            + "|GroupAggregate has no keys, so all its rows go to one subtask",
        "SELECT %s k, COUNT(*) FROM upserts GROUP BY k"
            + "|its rows come from ChangelogNormalize, not from a table",
      })
  void saysWhy(String sql, String reason) {
    assertThat(refusal(job(), sql.formatted(HINT)))
        .isEqualTo(reason.replace("TWO", two.name()).replace("THREE", three.name()));
  }

  /** A Table is explained without a statement that would be parsed. */
  @Test
  void keysOfATableThatWasPlannedBeforeAreNoReason() {
    StreamTableEnvironment tables = job().tables();
    Table byKey = tables.sqlQuery("SELECT " + HINT + " k, COUNT(*) FROM t GROUP BY k");
    Table byValue = tables.sqlQuery("SELECT " + HINT + " v, COUNT(*) FROM t GROUP BY v");

    assertThat(byKey.explain()).contains("AheadKeyBy(");
    assertThat(byValue.explain()).contains("AheadKeyBy(").doesNotContain("refused");
  }

  @Test
  void anUpsertTable() {
    assertThat(job().explain("SELECT " + HINT + " k, COUNT(*) FROM upserts GROUP BY k"))
        .contains(
            "HintReport(trilink=[exchange=ahead-keyby refused: table upserts is an upsert-kafka table;"
                + " not supported yet])");
  }

  @Test
  void recordKeysOfATableWithoutKeyFields() {
    assertThat(refusal(job(), "SELECT " + KAFKA_KEY + " k, COUNT(*) FROM t GROUP BY k"))
        .isEqualTo("table t has no 'key.fields', so the columns of its record keys are unknown");
  }

  /** Kafka's default partitioner hashes the bytes of a key, so equal keys must be equal bytes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "json|sensor STRING|'key.format'='json', 'key.fields'='sensor'"
            + "|the record keys (json) of readings have the fields [k], and those of sensors"
            + " [sensor]",
        "json|key_k STRING|'key.format'='json', 'key.fields'='key_k'"
            + "|the record keys (json) of readings have the fields [k], and those of sensors"
            + " [key_k]",
        "json|k STRING|'key.format'='json', 'key.fields'='k',"
            + " 'key.json.timestamp-format.standard'='ISO-8601'"
            + "|readings and sensors have different values of"
            + " 'key.json.timestamp-format.standard'",
        "raw|k STRING|'key.format'='json', 'key.fields'='k'"
            + "|the record keys of readings are in the format raw, and those of sensors in json",
        "avro|k STRING NOT NULL|'key.format'='avro', 'key.fields'='k'"
            + "|the record keys (avro) of readings have the types [STRING], and those of sensors"
            + " [STRING NOT NULL]",
      })
  void recordKeysOfDifferentForms(String format, String column, String options, String reason) {
    KafkaSqlJob job = jobOverRecordKeys(format, column, options);

    assertThat(refusal(job, joinOfRecordKeys(column)))
        .isEqualTo(
            reason
                + ", so equal keys may be in different partitions; write and declare the record"
                + " keys of both topics in the same form");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "json|key_k STRING|'key.format'='json', 'key.fields'='key_k', 'key.fields-prefix'='key_'",
        "json|k STRING NOT NULL|'key.format'='json', 'key.fields'='k'",
        "csv|sensor STRING|'key.format'='csv', 'key.fields'='sensor'",
        "raw|sensor STRING|'key.format'='raw', 'key.fields'='sensor'",
      })
  void recordKeysOfTheSameForm(String format, String column, String options) {
    assertThat(jobOverRecordKeys(format, column, options).explain(joinOfRecordKeys(column)))
        .contains("AheadKeyBy(")
        .doesNotContain("Exchange", "refused");
  }

  @Test
  void recordKeysWithFieldsInAnotherOrder() {
    KafkaSqlJob job =
        new KafkaSqlJob()
            .define(recordKeys("readings", "k STRING", "'key.format'='json', 'key.fields'='k;d'"))
            .define(recordKeys("sensors", "k STRING", "'key.format'='json', 'key.fields'='d;k'"));

    assertThat(refusal(job, joinOfRecordKeys("k STRING") + " AND readings.d = sensors.d"))
        .startsWith("readings is partitioned by [k, d] and sensors is partitioned by [d, k], ");
  }

  /** Trilink's sink partitions by the columns, whatever the bytes of the record keys are. */
  @Test
  void recordKeysOfDifferentFormsInTopicsOfTheSink() {
    KafkaSqlJob job =
        jobOverRecordKeys("json", "sensor STRING", "'key.format'='raw', 'key.fields'='sensor'");

    assertThat(job.explain(joinOfRecordKeys("sensor STRING").replace(KAFKA_KEY, HINT)))
        .contains("AheadKeyBy(")
        .doesNotContain("Exchange", "refused");
  }

  @ParameterizedTest
  @CsvSource({
    "least-key, partition=least-key",
    "least-count, partition=least-count",
  })
  void strategiesThatNoReaderCanFollow(String strategy, String text) {
    String hint = "/*+ TRILINK('exchange'='ahead-keyby', 'partition'='%s') */".formatted(strategy);

    assertThat(refusal(job(), "SELECT " + hint + " k, COUNT(*) FROM t GROUP BY k"))
        .isEqualTo(
            text
                + " places a key depending on the keys that were placed before, which a reader of"
                + " the topic cannot know");
  }

  @Test
  void keysThatAreMoved() {
    String hint = "/*+ TRILINK('exchange'='ahead-keyby', 'partition.monitor'='threshold') */";
    String sql = "SELECT " + hint + " k, COUNT(*) FROM t GROUP BY k";
    String refusal =
        "partition.monitor=threshold refused: the topic's partitions determine the subtasks of the"
            + " keys of this operator ('exchange'='ahead-keyby'), so no key can be moved; leave one"
            + " of the two out";

    assertThat(job().explain(sql))
        .contains("HintReport(trilink=[" + refusal + "])", "AheadKeyBy(trilink=[")
        .doesNotContain("Exchange", "KeyPlacement(");
    assertThatThrownBy(() -> job().explain(sql.replace("') */", "', 'strict'='true') */")))
        .isInstanceOf(ValidationException.class)
        .hasMessage("TRILINK hint: " + refusal + ". It is an error because 'strict' is 'true'.");
  }

  @Test
  void theSessionsMonitorIsForOtherOperators() {
    assertThat(
            job()
                .with("table.optimizer.trilink.partition.monitor", "threshold")
                .explain("SELECT " + HINT + " k, COUNT(*) FROM t GROUP BY k"))
        .contains(
            "partition.monitor=threshold (session) has no effect here: the topic's partitions"
                + " determine the subtasks of the keys])")
        .doesNotContain("Exchange", "refused", "KeyPlacement(");
  }

  @Test
  void aStrategyThatTheColumnsDoNotFit() {
    String hint = "/*+ TRILINK('exchange'='ahead-keyby', 'partition'='modulo') */";

    assertThat(refusal(job(), "SELECT " + hint + " k, COUNT(*) FROM t GROUP BY k"))
        .isEqualTo("'modulo' needs a key of one integer column, and the key is k STRING");
  }

  @Test
  void moreWeightsThanPartitions() {
    String sql =
        "SELECT /*+ TRILINK('exchange'='ahead-keyby', 'partition'='weight',"
            + " 'partition.weights'='50,30,20') */ k, COUNT(*) FROM %s GROUP BY k";
    KafkaSqlJob job = job().withParallelism(3);

    assertThat(refusal(job, sql.formatted("t")))
        .isEqualTo(
            "'partition.weights' has 3 weights, and the topic only 2 partitions; give at most one"
                + " for each");
    assertThat(job.explain(sql.formatted("u")))
        .contains("AheadKeyBy(")
        .doesNotContain("Exchange", "refused");
  }

  /** The option of the session also applies to other operators. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "modulo|k, d|'modulo' needs a key of one integer column, and the key is k STRING, d INT",
        "modulo|k|'modulo' needs a key of one integer column, and the key is k STRING",
        "least-key|d|partition=least-key places a key depending on the keys that were placed"
            + " before, which a reader of the topic cannot know",
        "auto|k|partition=auto moves keys while the job runs, but a key cannot move to another"
            + " partition of the topic",
      })
  void aStrategyOfTheSessionThatTheColumnsDoNotFitIsNone(
      String strategy, String columns, String reason) {
    String plan =
        job()
            .with("table.optimizer.trilink.partition", strategy)
            .with("table.optimizer.trilink.exchange", "ahead-keyby")
            .explain("SELECT %1$s, COUNT(*) FROM t GROUP BY %1$s".formatted(columns));

    assertThat(plan)
        .contains(
            "AheadKeyBy(trilink=[exchange=ahead-keyby (session), ahead-keyby.partitioned-by=trilink"
                + " (default), partitions=2 by [%s], max-parallelism=720, partition=%s (session) has"
                    .formatted(columns, strategy)
                + " no effect here: "
                + reason
                + "])")
        .doesNotContain("Exchange", "refused");
  }

  @Test
  void aStrategyOfTheSessionAndRecordKeys() {
    assertThat(
            job()
                .with("table.optimizer.trilink.partition", "modulo")
                .explain("SELECT " + KAFKA_KEY + " k, COUNT(*) FROM keyed GROUP BY k"))
        .contains(
            "partition=modulo (session) has no effect here: ahead-keyby.partitioned-by=kafka-key"
                + " determines the partition of a key])")
        .doesNotContain("Exchange", "refused");
  }

  @Test
  void aStrategyOfTheSessionThatFits() {
    assertThat(
            job()
                .with("table.optimizer.trilink.partition", "modulo")
                .explain("SELECT " + HINT + " d, COUNT(*) FROM t GROUP BY d"))
        .contains("partition=modulo (session), partitions=2 by [d]")
        .doesNotContain("Exchange", "no effect");
  }

  /** 'modulo' cannot partition by two columns, but by the one that both readers have. */
  @Test
  void aStrategyOfTheSessionForTheColumnsThatAllReadersHave() {
    assertThat(
            job()
                .with("table.optimizer.trilink.partition", "modulo")
                .with("table.optimizer.trilink.exchange", "ahead-keyby")
                .explain(
                    "SELECT k, d, COUNT(*) AS c FROM t GROUP BY k, d UNION ALL"
                        + " SELECT 'all', d, COUNT(*) FROM t GROUP BY d")
                .lines()
                .filter(line -> line.contains("AheadKeyBy(")))
        .hasSize(2)
        .allMatch(line -> line.contains("partition=modulo (session), partitions=2 by [d]"));
  }

  @Test
  void aStrategyForRecordKeys() {
    String hint = KAFKA_KEY.replace(")", ", 'partition'='modulo')");

    assertThat(refusal(job(), "SELECT " + hint + " k, COUNT(*) FROM keyed GROUP BY k"))
        .isEqualTo(
            "ahead-keyby.partitioned-by=kafka-key determines the partition of a key, so it cannot"
                + " be combined with partition=modulo");
  }

  @Test
  void fewerKeyGroupsThanPartitions() {
    KafkaSqlJob job = job().with("pipeline.max-parallelism", "2").withParallelism(1);

    assertThat(refusal(job, "SELECT " + HINT + " k, COUNT(*) FROM u GROUP BY k"))
        .isEqualTo("the topic has 3 partitions, and the max parallelism is only 2");
    assertThat(job.explain("SELECT " + HINT + " k, COUNT(*) FROM t GROUP BY k"))
        .contains("max-parallelism=2]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'local-merge.emit'='count', 'local-merge.emit.records'='9'"
            + "|'local-merge.emit' has no effect with 'exchange'='ahead-keyby'; leave it out.",
        "'global-merge.store'='redis://h'"
            + "|'global-merge.store' has no effect with 'exchange'='ahead-keyby'; leave it out.",
        "'partition'='hash', 'partition.weights'='50,50'"
            + "|'partition.weights' has an effect only with 'partition'='weight', but 'partition'"
            + " is 'hash'. Leave 'partition.weights' out.",
        "'partition.history'='counts.csv'"
            + "|'partition.history' has an effect only with 'partition'='least-count', but"
            + " 'partition' is 'hash'. Leave 'partition.history' out.",
        "'partition.monitor.interval'='20 s'"
            + "|'partition.monitor.interval' has no effect with 'exchange'='ahead-keyby', because"
            + " the topic's partitions determine the subtasks of the keys; leave it out.",
      })
  void optionsThatAreForSomethingElse(String options, String error) {
    String read =
        "SELECT /*+ TRILINK('exchange'='ahead-keyby', %s) */ k, COUNT(*) FROM t GROUP BY k";
    String write =
        "INSERT INTO t SELECT /*+ TRILINK('exchange'='ahead-keyby', 'ahead-keyby.keys'='k', %s) */"
            + " * FROM u";

    for (String sql : List.of(read, write)) {
      assertThatThrownBy(() -> job().explain(sql.formatted(options)))
          .isInstanceOf(ValidationException.class)
          .hasMessage("TRILINK hint: " + error);
    }
  }

  @Test
  void whatOtherQueriesSayOfSomethingElseIsNoError() {
    String inner =
        "SELECT /*+ TRILINK('exchange'='ahead-keyby', 'partition'='hash') */ k, COUNT(*) AS c"
            + " FROM t GROUP BY k";

    assertThat(
            job()
                .explain(
                    "SELECT /*+ TRILINK('exchange'='local-merge', 'local-merge.emit'='count',"
                        + " 'local-merge.emit.records'='9', 'partition'='weight',"
                        + " 'partition.weights'='50,50') */ k, c FROM ("
                        + inner
                        + ")"))
        .contains("AheadKeyBy(")
        .doesNotContain("Exchange", "HintReport");
  }

  @Test
  void whatTheSessionSaysOfSomethingElseIsNoError() {
    KafkaSqlJob job =
        job()
            .with("table.optimizer.trilink.exchange", "ahead-keyby")
            .with("table.optimizer.trilink.local-merge.slot", "1 s")
            .with("table.optimizer.trilink.partition", "hash")
            .with("table.optimizer.trilink.partition.weights", "50,50")
            .with("table.optimizer.trilink.partition.monitor.interval", "20 s");

    assertThat(job.explain("SELECT k, COUNT(*) FROM t GROUP BY k"))
        .contains("AheadKeyBy(")
        .doesNotContain("Exchange", "HintReport");
    assertThat(
            job.explain(
                "INSERT INTO t SELECT /*+ TRILINK('exchange'='ahead-keyby',"
                    + " 'ahead-keyby.keys'='k') */ * FROM u"))
        .contains("ahead-keyby.keys=k (query hint)")
        .doesNotContain("HintReport");
  }

  /** EXPLAIN has no sink, and a SELECT that is executed has one that collects its rows. */
  @Test
  void columnsOfASinkThatIsNotThere() {
    String sql =
        "SELECT /*+ TRILINK('exchange'='ahead-keyby', 'ahead-keyby.keys'='k'%s) */ k, d, COUNT(*)"
            + " FROM t GROUP BY k, d";
    String strict = sql.formatted(", 'strict'='true'");
    String advice =
        "ahead-keyby.keys=k has no effect: behind SELECT it names the columns of a Kafka sink, but"
            + " none writes the rows of this SELECT alone; to name those of a topic that is read,"
            + " write it behind the table in FROM";
    String error = "TRILINK hint: " + advice + ". It is an error because 'strict' is 'true'.";

    assertThat(job().explain(sql.formatted("")))
        .contains("HintReport(trilink=[" + advice + "])", "AheadKeyBy(trilink=[")
        .doesNotContain("Exchange");
    assertThatThrownBy(() -> job().explain(strict)).hasMessage(error);
    assertThatThrownBy(() -> job().tables().executeSql(strict)).hasStackTraceContaining(error);
  }

  @Test
  void columnsThatTheTableDoesNotHave() {
    String sql =
        "SELECT "
            + HINT
            + " k, COUNT(*) FROM keyed /*+ TRILINK('ahead-keyby.keys'='k,kk') */ GROUP BY k";

    assertThatThrownBy(() -> job().explain(sql))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: 'ahead-keyby.keys' names the column 'kk', which table keyed does not"
                + " have; its columns are k, d, v, id, ts.");
  }

  /** Record keys have the columns of 'key.fields', whatever a hint behind the table says. */
  @Test
  void columnsOfRecordKeys() {
    String named =
        "SELECT %s k, COUNT(*) FROM keyed /*+ TRILINK('ahead-keyby.keys'='d') */ GROUP BY k";
    String strict = KAFKA_KEY.replace(")", ", 'strict'='true')");
    String refusal =
        "ahead-keyby.keys refused: behind a table it needs ahead-keyby.partitioned-by=trilink, and"
            + " ahead-keyby.partitioned-by=kafka-key (%s) is in force, which takes the columns of"
            + " 'key.fields'; leave one of the two out";

    assertThat(job().explain(named.formatted(KAFKA_KEY)))
        .contains(
            "HintReport(trilink=[" + refusal.formatted("query hint") + "])", "partitions=2 by [k]")
        .doesNotContain("Exchange");
    assertThat(
            job()
                .with("table.optimizer.trilink.ahead-keyby.partitioned-by", "kafka-key")
                .explain(named.formatted(HINT)))
        .contains("HintReport(trilink=[" + refusal.formatted("session") + "])");
    assertThatThrownBy(() -> job().explain(named.formatted(strict)))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "TRILINK hint: "
                + refusal.formatted("query hint")
                + ". It is an error because 'strict' is 'true'.");
    assertThat(job().explain(named.formatted(HINT).replace("'d'", "'k'")))
        .contains("partitions=2 by [k]")
        .doesNotContain("HintReport");
  }

  /** The hint behind SELECT names the columns of the sink. */
  @Test
  void columnsOfASinkBesideThoseOfRecordKeys() {
    String sql =
        "INSERT INTO u SELECT /*+ TRILINK('exchange'='ahead-keyby', 'ahead-keyby.keys'='d',"
            + " 'ahead-keyby.partitioned-by'='kafka-key') */ k, d, MAX(v) OVER (PARTITION BY k"
            + " ORDER BY ts) AS v, id, ts FROM keyed";

    assertThat(job().explain(sql))
        .contains("ahead-keyby.keys=d (query hint)", "partitions=2 by [k]")
        .doesNotContain("HintReport");
  }

  /** A join needs the same hint behind both tables. */
  @Test
  void columnsThatOneOfTwoTablesHas() {
    KafkaSqlJob job =
        jobOverRecordKeys("json", "sensor STRING", "'key.format'='json', 'key.fields'='sensor'");
    String named = "%s /*+ TRILINK('ahead-keyby.keys'='%s') */";
    String sql =
        "SELECT " + HINT + " readings.v, sensors.id FROM %s JOIN %s ON readings.k = sensors.sensor";

    assertThat(
            job.explain(
                sql.formatted(named.formatted("readings", "k"), named.formatted("sensors", "k"))))
        .contains("AheadKeyBy(")
        .doesNotContain("Exchange", "refused");
    assertThatThrownBy(
            () ->
                job.explain(
                    sql.formatted(
                        named.formatted("readings", "kk"), named.formatted("sensors", "kk"))))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("names the column 'kk', which table readings does not have");
  }

  @Test
  void strictMakesItAnError() {
    assertThatThrownBy(
            () ->
                job()
                    .explain(
                        "SELECT "
                            + HINT.replace(")", ", 'strict'='true')")
                            + " UPPER(k), COUNT(*) FROM t GROUP BY UPPER(k)"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("no key is a plain column of table t");
  }

  @Test
  void whereNothingHasAnExchange() {
    assertThat(job().explain("SELECT " + HINT + " k FROM t WHERE v > 1"))
        .contains("has no effect: it applies to no operator with an exchange");
  }

  /** Some keys may be expressions, if the others are the topic's partition columns. */
  @Test
  void expressionsBesideThePartitionColumns() {
    assertThat(job().explain("SELECT " + HINT + " k, v + 1, COUNT(*) FROM t GROUP BY k, v + 1"))
        .contains("partitions=2 by [k]")
        .doesNotContain("Exchange");
  }

  @Test
  void explainShowsThePlanWithoutTheExchange() {
    String hint =
        "/*+ TRILINK('exchange'='ahead-keyby', 'ahead-keyby.partitioned-by'='kafka-key') */";

    assertThat(
            job()
                .explain("SELECT " + hint + " k, COUNT(*) AS c FROM keyed WHERE v > 1 GROUP BY k")
                .lines()
                .limit(6)
                .toList())
        .containsExactly(
            "AheadKeyBy(trilink=[exchange=ahead-keyby (query hint),"
                + " ahead-keyby.partitioned-by=kafka-key (query hint), partitions=2 by [k],"
                + " max-parallelism=720])",
            "+- GroupAggregate(groupBy=[k], select=[k, COUNT(*) AS c])",
            "   +- ObjectReuse(trilink=[rows are not copied])",
            "      +- Calc(select=[k], where=[>(v, 1)])",
            "         +- ObjectReuse(trilink=[rows are not copied])",
            "            +- AheadKeyByScan(trilink=[ahead-keyby(k) by kafka-key (raw) in 2 partitions,"
                + " max-parallelism=720])");
  }

  private static String refusal(KafkaSqlJob job, String sql) {
    String plan = job.explain(sql);
    assertThat(plan).contains("Exchange").doesNotContain("AheadKeyBy");
    Matcher advice = ADVICE.matcher(plan);
    assertThat(advice.find()).as(plan).isTrue();
    return advice.group(1);
  }

  /**
   * Over the tables {@code readings}, with the record key k, and {@code sensors}.
   *
   * @param format of the record keys of {@code readings}
   * @param column the first of {@code sensors}
   * @param options of {@code sensors}
   */
  private static KafkaSqlJob jobOverRecordKeys(String format, String column, String options) {
    return new KafkaSqlJob()
        .define(
            recordKeys(
                "readings", "k STRING", "'key.format'='%s', 'key.fields'='k'".formatted(format)))
        .define(recordKeys("sensors", column, options));
  }

  private static String recordKeys(String table, String column, String options) {
    return Readings.table(
            table,
            two.name(),
            options + ", 'value.format'='json', 'value.fields-include'='EXCEPT_KEY'")
        .replace("k STRING", column);
  }

  private static String joinOfRecordKeys(String column) {
    return "SELECT %s readings.v, sensors.id FROM readings JOIN sensors ON readings.k = sensors.%s"
        .formatted(KAFKA_KEY, column.substring(0, column.indexOf(' ')));
  }

  private static KafkaSqlJob job() {
    String kafka = "'format'='json'";
    return new KafkaSqlJob()
        .define(Readings.table("t", two))
        .define(Readings.table("u", three))
        .define(Readings.keyedTable("keyed", two))
        .define(Readings.table("both_topics", two.name() + ";" + three.name(), kafka))
        .define(
            Readings.table("pattern_table", "any", kafka)
                .replace("'topic'='any'", "'topic-pattern'='topic-.*'"))
        .define(Readings.table("big", two).replace("d INT", "d BIGINT"))
        .define("CREATE TEMPORARY TABLE n (k STRING, d INT) WITH ('connector'='datagen')")
        .define(
            """
            CREATE TEMPORARY TABLE upserts (k STRING PRIMARY KEY NOT ENFORCED, v INT) WITH (
              'connector'='upsert-kafka', 'topic'='%s', 'properties.bootstrap.servers'='%s',
              'key.format'='raw', 'value.format'='json')
            """
                .formatted(two.name(), TestBroker.address()));
  }
}
