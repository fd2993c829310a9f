/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.annotation.Nullable;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.flink.JsonPlans;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.Seen;
import org.trilink.planner.testing.SensorQueries;
import org.trilink.runtime.testing.Await;
import org.trilink.runtime.testing.KafkaTopic;
import org.trilink.runtime.testing.TestBroker;

/** Topics that are partitioned by Trilink, and then read without an exchange. */
@Tag("slow")
class AheadKeyByWriteTest {

  private static final int ROWS = 300;
  private static final Pattern KEY = Pattern.compile("\"k\":(\"[^\"]*\"|null)");
  private static final String READ = "'exchange'='ahead-keyby', 'strict'='true'";

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 3, none",
    "2, 3, at-least-once",
    "4, 2, at-least-once",
    "3, 7, exactly-once",
    "2, 1, exactly-once",
  })
  void anyParallelismPartitionsAndGuarantee(
      int parallelism, int partitions, String guarantee, @TempDir Path checkpoints)
      throws Exception {
    KafkaTopic topic = KafkaTopic.create(partitions);
    String options =
        "'format'='json', 'sink.parallelism'='%d', 'sink.delivery-guarantee'='%s'"
            .formatted(parallelism, guarantee);
    if (guarantee.equals("exactly-once")) {
      options += ", 'sink.transactional-id-prefix'='" + topic.name() + "'";
    }
    KafkaSqlJob job =
        job()
            .define(Readings.table("t", topic.name(), options))
            .restarting(checkpoints)
            .with("execution.checkpointing.checkpoints-after-tasks-finish.enabled", "true");

    write(job, "'exchange'='ahead-keyby', 'ahead-keyby.keys'='k'");

    assertPartitionedByKey(topic, partitions);
    assertReadAlike(topic, READ, "k");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "k|'partition'='hash'",
        "d|'partition'='modulo'",
        "k|'partition'='weight', 'partition.weights'='70,30'",
        "k|'partition'='org.trilink.planner.testing.ByLength'",
      })
  void byEveryStrategyThatIsAFunctionOfTheKey(String column, String strategy) throws Exception {
    KafkaTopic topic = KafkaTopic.create(3);
    KafkaSqlJob job = job().define(Readings.table("t", topic));

    write(job, "'exchange'='ahead-keyby', 'ahead-keyby.keys'='%s', ".formatted(column) + strategy);

    assertReadAlike(topic, READ + ", " + strategy, column);
  }

  @Test
  void bySeveralColumnsInTheOrderInWhichTheyAreNamed() throws Exception {
    KafkaTopic topic = KafkaTopic.create(4);
    KafkaSqlJob job = job().define(Readings.table("t", topic));
    write(job, "'exchange'='ahead-keyby', 'ahead-keyby.keys'='k,d'");

    // the query has more keys, in another order
    String query =
        "SELECT /*+ TRILINK(%s) */ v, d, k, COUNT(*) AS c FROM t %s WHERE seen(id) GROUP BY v, d,"
            + " k";
    String named = "/*+ TRILINK('ahead-keyby.keys'='k,d') */";
    List<String> ahead = job.run(query.formatted(READ, named), ROWS);
    Seen.clear();
    assertThat(ahead)
        .isEqualTo(
            job()
                .define(Readings.table("t", topic))
                .withoutTrilink()
                .run(query.formatted("", ""), ROWS));

    Seen.clear();
    String otherOrder = "/*+ TRILINK('ahead-keyby.keys'='d,k') */";
    assertThat(job.failure(query.formatted(READ, otherOrder), null))
        .hasStackTraceContaining("A record with the key (d=");
  }

  /**
   * Both sides compute the key's binary form separately; sinks and sources differ in nullability.
   */
  @Test
  void byColumnsOfAllTypes() throws Exception {
    KafkaTopic topic = KafkaTopic.create(5);
    String columns = "a, b, c, e, f, g, h, i, j, l";
    KafkaSqlJob job =
        job()
            .define(
                """
                CREATE TEMPORARY TABLE typed (a BOOLEAN, b TINYINT NOT NULL, c SMALLINT, e DOUBLE,
                  f DECIMAL(10, 2), g DECIMAL(30, 5), h CHAR(6), i VARCHAR(20) NOT NULL,
                  j TIMESTAMP(6), l DATE, id BIGINT) WITH ('connector'='kafka', 'topic'='%s',
                  'properties.bootstrap.servers'='%s', 'properties.group.id'='tests',
                  'scan.startup.mode'='earliest-offset', 'format'='json')
                """
                    .formatted(topic.name(), TestBroker.address()));
    job.tables()
        .executeSql(
            """
            INSERT INTO typed SELECT /*+ TRILINK('exchange'='ahead-keyby', 'ahead-keyby.keys'='%s') */
              v > 3, CAST(v AS TINYINT), CAST(-v AS SMALLINT), v / 3e0, CAST(v / 7.0 AS DECIMAL(10, 2)),
              CAST(v * 1000000000000 AS DECIMAL(30, 5)), CAST(k AS CHAR(6)), CAST(k AS VARCHAR(20)),
              CAST(ts AS TIMESTAMP(6)), CAST(ts AS DATE), id
            FROM source
            """
                .formatted(columns))
        .await();
    String query =
        "SELECT %s " + columns + ", COUNT(*) AS n FROM typed WHERE seen(id) GROUP BY " + columns;

    List<String> rows = job.run(query.formatted("/*+ TRILINK(" + READ + ") */"), ROWS);
    Seen.clear();
    assertThat(rows)
        .hasSizeGreaterThan(50)
        .isEqualTo(job.withoutTrilink().run(query.formatted(""), ROWS));
  }

  @Test
  void byTheRecordKeysColumns() throws Exception {
    KafkaTopic topic = KafkaTopic.create(3);
    KafkaSqlJob job = job().define(Readings.keyedTable("t", topic));

    assertThat(job.explain(insert("'exchange'='ahead-keyby'")))
        .contains(
            "trilink=[exchange=ahead-keyby, ahead-keyby.keys=k (key.fields), partition=hash]");
    write(job, "'exchange'='ahead-keyby'");

    assertPartitionedByKey(topic, 3);
    Seen.clear();
    assertThat(job.run(SensorQueries.sql("group by", READ), ROWS)).hasSize(11);
  }

  /** Kafka's own partitioner writes such a topic. */
  @Test
  void recordKeysAreLeftToKafka() throws Exception {
    KafkaTopic topic = KafkaTopic.create(3);
    KafkaSqlJob job = job().define(Readings.keyedTable("t", topic));
    String hint = "'exchange'='ahead-keyby', 'ahead-keyby.partitioned-by'='kafka-key'";

    assertThat(job.explain(insert(hint)))
        .contains("has no effect: it applies to no operator with an exchange")
        .doesNotContain("(key.fields)");
    write(job, hint);

    assertPartitionedByKey(topic, 3);
    Seen.clear();
    assertThat(job.run(SensorQueries.sql("group by", hint + ", 'strict'='true'"), ROWS))
        .hasSize(11);
  }

  /** As key-level watermarks rely on: the plan takes a key's records to be in one partition. */
  @Test
  void withoutAHintRecordKeysAreWrittenByKafka() throws Exception {
    KafkaTopic topic = KafkaTopic.create(3);
    KafkaSqlJob job = job().define(Readings.keyedTable("t", topic));

    job.tables().executeSql("INSERT INTO t SELECT * FROM source").await();

    assertPartitionedByKey(topic, 3);
    assertThat(topic.read())
        .allSatisfy(
            record ->
                assertThat(new String(record.value(), StandardCharsets.UTF_8))
                    .contains(
                        "\"k\":\"" + new String(record.key(), StandardCharsets.UTF_8) + "\""));
    assertThat(job.explain(SensorQueries.sql("tumble", "'watermark'='key'")))
        .contains("watermark.order=by-key (key.fields of t: [k])");
  }

  @Test
  void notWhereItsReadersHaveNoKeyInCommon() throws Exception {
    KafkaSqlJob job =
        job()
            .define(Readings.table("t", KafkaTopic.create(3)))
            .define(
                "CREATE TEMPORARY TABLE counts (k STRING, c BIGINT) WITH ('connector'='blackhole')")
            .define(
                "CREATE TEMPORARY TABLE by_number (d INT, c BIGINT) WITH"
                    + " ('connector'='blackhole')");
    StatementSet statements = job.tables().createStatementSet();
    String hint = "/*+ TRILINK('exchange'='ahead-keyby') */";
    statements.addInsertSql("INSERT INTO t SELECT * FROM source");
    statements.addInsertSql(
        "INSERT INTO counts SELECT %s k, COUNT(*) FROM t GROUP BY k".formatted(hint));
    statements.addInsertSql(
        "INSERT INTO by_number SELECT %s d, COUNT(*) FROM t GROUP BY d".formatted(hint));

    assertThat(KafkaSqlJob.physicalPlan(statements.explain()))
        .contains("the queries that read table t have no key column in common")
        .doesNotContain("required by its reader");
  }

  /** Writer and readers are told different things. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'ahead-keyby.keys'='d', 'partition'='modulo'|'partition'='hash'||"
            + "[d] by modulo|[d] by hash",
        "'ahead-keyby.keys'='k,d'|'strict'='false'|'ahead-keyby.keys'='d,k'|"
            + "[k, d] by hash|[d, k] by hash",
        "'ahead-keyby.keys'='d'|'ahead-keyby.partitioned-by'='kafka-key'||"
            + "[d] by hash|its record key, as Kafka does it",
      })
  void notReadOtherwiseThanItIsWritten(
      String ofWriter, String ofReader, @Nullable String behindTable, String written, String read)
      throws Exception {
    KafkaSqlJob job =
        job()
            .define(
                Readings.table(
                    "t",
                    KafkaTopic.create(3).name(),
                    "'value.format'='json', 'key.format'='json', 'key.fields'='d'"))
            .define(
                "CREATE TEMPORARY TABLE counts (k STRING, d INT, c BIGINT) WITH"
                    + " ('connector'='blackhole')");
    StatementSet statements = job.tables().createStatementSet();
    statements.addInsertSql(insert("'exchange'='ahead-keyby', " + ofWriter));
    statements.addInsertSql(
        "INSERT INTO counts SELECT /*+ TRILINK('exchange'='ahead-keyby', %s) */ k, d, COUNT(*)"
                .formatted(ofReader)
            + " FROM t %s GROUP BY k, d"
                .formatted(behindTable == null ? "" : "/*+ TRILINK(" + behindTable + ") */"));

    assertThat(KafkaSqlJob.physicalPlan(statements.explain()))
        .contains(
            "a statement of this set writes table t, partitioned by %s,".formatted(written)
                + " and this query would read it as partitioned by %s;".formatted(read));
  }

  /** Neither the columns nor the record key decide on the partition of what the set writes. */
  @ParameterizedTest
  @ValueSource(strings = {"trilink", "kafka-key"})
  void notReadWhereAnotherPartitionerWritesIt(String partitionedBy) throws Exception {
    KafkaSqlJob job =
        job()
            .define(
                Readings.table(
                    "t",
                    KafkaTopic.create(3).name(),
                    "'value.format'='json', 'key.format'='json', 'key.fields'='d',"
                        + " 'sink.partitioner'='fixed'"))
            .define(
                "CREATE TEMPORARY TABLE counts (d INT, c BIGINT) WITH ('connector'='blackhole')");
    String insert =
        "INSERT INTO counts SELECT /*+ TRILINK('exchange'='ahead-keyby',"
            + " 'ahead-keyby.partitioned-by'='%s'%s) */ d, COUNT(*) FROM t GROUP BY d";
    StatementSet statements = job.tables().createStatementSet();
    statements.addInsertSql(insert.formatted(partitionedBy, ""));
    statements.addInsertSql("INSERT INTO t SELECT * FROM source");
    String refusal =
        "exchange=ahead-keyby refused: a statement of this set writes table t, partitioned by its"
            + " 'sink.partitioner'='fixed', which need not put a key into one partition; leave one"
            + " of the two out";

    assertThat(KafkaSqlJob.physicalPlan(statements.explain()))
        .contains(refusal)
        .contains("Exchange(distribution=[hash[d]])")
        .doesNotContain("AheadKeyBy");

    StatementSet strict = job.tables().createStatementSet();
    strict.addInsertSql(insert.formatted(partitionedBy, ", 'strict'='true'"));
    strict.addInsertSql("INSERT INTO t SELECT * FROM source");
    assertThatThrownBy(strict::explain)
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(refusal);
  }

  /** In one job: one statement writes the topic, another groups by its column. */
  @Test
  void byTheKeysOfItsReaderInAStatementSet() throws Exception {
    KafkaTopic topic = KafkaTopic.create(3);
    KafkaSqlJob job =
        job()
            .define(Readings.table("t", topic))
            .define(
                "CREATE TEMPORARY TABLE counts (k STRING, c BIGINT) WITH ('connector'='blackhole')")
            .define(
                "CREATE TEMPORARY TABLE details (k STRING, d INT, c BIGINT) WITH"
                    + " ('connector'='blackhole')");
    StreamTableEnvironment tables = job.tables();
    StatementSet statements = tables.createStatementSet();
    statements.addInsertSql("INSERT INTO t SELECT * FROM source");
    statements.addInsertSql(
        "INSERT INTO details SELECT /*+ TRILINK(%s) */ k, d, COUNT(*) FROM t WHERE seen(id)"
                .formatted(READ)
            + " GROUP BY k, d");
    statements.addInsertSql(
        "INSERT INTO counts SELECT /*+ TRILINK(%s) */ k, COUNT(*) FROM t WHERE seen(id) GROUP BY k"
            .formatted(READ));

    assertThat(KafkaSqlJob.physicalPlan(statements.explain()))
        .contains(
            "trilink=[exchange=ahead-keyby, ahead-keyby.keys=k (required by its reader),"
                + " partition=hash]")
        .doesNotContain("Exchange");
    JobClient running = statements.execute().getJobClient().orElseThrow();
    awaitRows(running);
    running.cancel().get();
    assertPartitionedByKey(topic, 3);

    // the next statement alone is not affected by the option of the previous ones
    assertThat(KafkaSqlJob.physicalPlan(tables.explainSql("INSERT INTO t SELECT * FROM source")))
        .doesNotContain("trilink");
  }

  /**
   * Partitioned by the sensor, the topic serves both; by sensor and district only one. The second
   * reader's rows have ids of their own, as one reader may be through while the other is not.
   */
  @Test
  void severalReadersInOneStatementAgreeOnTheColumns() throws Exception {
    KafkaTopic topic = KafkaTopic.create(3);
    KafkaSqlJob job = job().define(Readings.table("t", topic));
    write(job, "'exchange'='ahead-keyby', 'ahead-keyby.keys'='k'");
    String query =
        "SELECT %s k, d, COUNT(*) AS c FROM t WHERE seen(id) GROUP BY k, d UNION ALL"
            + " SELECT k, 0, SUM(v) FROM t WHERE seen(id + 1000) GROUP BY k";
    String ahead =
        query
            .formatted("/*+ TRILINK(" + READ + ") */")
            .replace("ALL SELECT", "ALL SELECT /*+ TRILINK(" + READ + ") */");

    assertThat(job.explain(ahead)).doesNotContain("Exchange", "by [k, d]");
    List<String> rows = job.run(ahead, 2 * ROWS);
    Seen.clear();
    assertThat(rows)
        .isEqualTo(
            job()
                .define(Readings.table("t", topic))
                .withoutTrilink()
                .run(query.formatted(""), 2 * ROWS));
  }

  @Test
  void nullIsAKeyLikeAnyOther() throws Exception {
    KafkaTopic topic = KafkaTopic.create(5);
    KafkaSqlJob job = job().define(Readings.table("t", topic));
    StreamTableEnvironment tables = job.tables();
    tables
        .executeSql(
            "INSERT INTO t SELECT /*+ TRILINK('exchange'='ahead-keyby', 'ahead-keyby.keys'='k') */"
                + " NULLIF(k, 'sensor 3'), d, v, id, ts FROM source")
        .await();

    assertPartitionedByKey(topic, 5);
    assertReadAlike(topic, READ, "k");
  }

  @Test
  void upsertsByColumnsOfTheirPrimaryKey() throws Exception {
    KafkaTopic topic = KafkaTopic.create(3);
    String upserts =
        """
        CREATE TEMPORARY TABLE upserts (k STRING, d INT, c BIGINT,
          PRIMARY KEY (k, d) NOT ENFORCED) WITH ('connector'='upsert-kafka', 'topic'='%s',
          'properties.bootstrap.servers'='%s', 'key.format'='json', 'value.format'='json')
        """
            .formatted(topic.name(), TestBroker.address());
    String insert =
        "INSERT INTO upserts SELECT /*+ TRILINK('exchange'='ahead-keyby', 'ahead-keyby.keys'='%s')"
            + " */ k, d, COUNT(*) FROM source GROUP BY k, d";
    KafkaSqlJob job = job().define(upserts);
    job.tables().executeSql(insert.formatted("k")).await();

    assertPartitionedByKey(topic, 3);
    assertThat(job.explain(insert.formatted("c")))
        .contains(
            "ahead-keyby.keys refused: c is not part of the primary key of the upsert-kafka table"
                + " upserts, so changes of one row could be written to different partitions");
  }

  /** Flink creates the sink of such a plan again from the catalog. */
  @Test
  void jsonPlansWriteAndReadAlike() throws Exception {
    KafkaTopic topic = KafkaTopic.create(3);
    KafkaSqlJob job =
        job()
            .define(Readings.table("t", topic))
            .define(
                "CREATE TEMPORARY TABLE counts (k STRING, c BIGINT) WITH"
                    + " ('connector'='blackhole')");
    TableEnvironmentInternal tables = (TableEnvironmentInternal) job.tables();

    JsonPlans.execute(
            tables,
            JsonPlans.write(tables, insert("'exchange'='ahead-keyby', 'ahead-keyby.keys'='k'")))
        .await();
    assertPartitionedByKey(topic, 3);

    String read =
        JsonPlans.write(
            tables,
            "INSERT INTO counts SELECT /*+ TRILINK(%s) */ k, COUNT(*) FROM t WHERE seen(id)"
                    .formatted(READ)
                + " GROUP BY k");
    assertThat(JsonPlans.explain(tables, read)).contains("AheadKeyBy(").doesNotContain("Exchange");
    JobClient running = JsonPlans.execute(tables, read).getJobClient().orElseThrow();
    awaitRows(running);
    running.cancel().get();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anotherPartitionerIsAnError(boolean isOfTable) throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    String fixed = "'sink.partitioner'='fixed'";
    KafkaSqlJob job =
        job()
            .define(
                Readings.table(
                    "t", topic.name(), "'format'='json'" + (isOfTable ? ", " + fixed : "")));
    String insert = insert("'exchange'='ahead-keyby', 'ahead-keyby.keys'='k'");

    assertThatThrownBy(
            () ->
                job.explain(
                    isOfTable
                        ? insert
                        : insert.replaceFirst(
                            "INSERT INTO t", "INSERT INTO t /*+ OPTIONS(" + fixed + ") */")))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "Table t has 'sink.partitioner'='fixed', and 'exchange'='ahead-keyby' (query hint)"
                + " would partition it by [k] by hash. Leave one of the two out.");
  }

  @Test
  void kafkasOwnPartitionerIsNoOther() throws Exception {
    KafkaSqlJob job =
        job()
            .define(
                Readings.table(
                    "t",
                    KafkaTopic.create(2).name(),
                    "'format'='json', 'sink.partitioner'='default'"));
    assertThat(job.explain(insert("'exchange'='ahead-keyby', 'ahead-keyby.keys'='k'")))
        .contains("ahead-keyby.keys=k (query hint)");
  }

  @Test
  void anUnknownColumnIsAnError() throws Exception {
    KafkaSqlJob job = job().define(Readings.table("t", KafkaTopic.create(2)));

    assertThatThrownBy(
            () -> job.explain(insert("'exchange'='ahead-keyby', 'ahead-keyby.keys'='kk'")))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(
            "names the column 'kk', which table t does not have; its columns are k, d, v, id, ts");
  }

  @Test
  void strategiesWithACoordinatorAndOtherSinksAreRefused() throws Exception {
    KafkaSqlJob job =
        job()
            .define(Readings.table("t", KafkaTopic.create(2)))
            .define("CREATE TEMPORARY TABLE hole (k STRING, v INT) WITH ('connector'='blackhole')");

    assertThat(
            job.explain(
                insert(
                    "'exchange'='ahead-keyby', 'ahead-keyby.keys'='k', 'partition'='least-key'")))
        .contains(
            "ahead-keyby.keys refused: partition=least-key places a key depending on the keys that"
                + " were placed before");
    assertThat(
            job.explain(
                insert("'exchange'='ahead-keyby', 'ahead-keyby.keys'='k', 'partition'='auto'")))
        .contains(
            "ahead-keyby.keys refused: partition=auto moves keys while the job runs, but a key"
                + " cannot move to another partition of the topic");
    assertThat(
            job.explain(
                insert(
                    "'exchange'='ahead-keyby', 'ahead-keyby.keys'='k',"
                        + " 'partition.monitor'='threshold'")))
        .contains(
            "partition.monitor=threshold refused: the topic's partitions determine the subtasks of"
                + " the keys of its records ('exchange'='ahead-keyby')",
            "ahead-keyby.keys=k (query hint), partition=hash");
    assertThat(
            job.explain(
                "INSERT INTO hole SELECT /*+ TRILINK('exchange'='ahead-keyby',"
                    + " 'ahead-keyby.keys'='k') */ k, v FROM source"))
        .contains("ahead-keyby.keys refused: the sink hole is not a Kafka table");
    assertThat(
            job()
                .define(Readings.table("t", KafkaTopic.create(2)))
                .with("table.optimizer.trilink.partition", "modulo")
                .explain(insert("'exchange'='ahead-keyby', 'ahead-keyby.keys'='k'")))
        .contains(
            "partition=hash, partition=modulo (session) has no effect here: 'modulo' needs a key of"
                + " one integer column, and the key is k STRING]");
    assertThat(job.explain(insert("'ahead-keyby.keys'='k'")))
        .contains("has no effect: ahead-keyby.keys needs exchange=ahead-keyby");
  }

  /** The sink gets the rows of both SELECTs. */
  @Test
  void columnsThatOneSelectOfAUnionNamesAreNotTheSinks() throws Exception {
    KafkaSqlJob job =
        job()
            .define(Readings.table("t", KafkaTopic.create(2)))
            .define(Readings.table("r", KafkaTopic.create(2)));
    String sql =
        "INSERT INTO t SELECT /*+ TRILINK('exchange'='ahead-keyby', 'ahead-keyby.keys'='k') */"
            + " k, d, SUM(v) OVER (PARTITION BY k ORDER BY ts) AS v, id,"
            + " TIMESTAMP '2020-09-13 00:00:00.000' AS ts FROM r UNION ALL SELECT * FROM source";

    assertThat(job.explain(sql))
        .contains(
            "HintReport(trilink=[ahead-keyby.keys=k has no effect: behind SELECT it names the"
                + " columns of a Kafka sink, but none writes the rows of this SELECT alone; ",
            "AheadKeyBy(trilink=[exchange=ahead-keyby (query hint)")
        .doesNotContain("ahead-keyby.keys=k (query hint)");
  }

  @Test
  void aSinkThatNobodyAsksForStaysFlinks() throws Exception {
    KafkaSqlJob job = job().define(Readings.keyedTable("t", KafkaTopic.create(2)));

    assertThat(job.explain("INSERT INTO t SELECT * FROM source")).doesNotContain("trilink");
    assertThat(
            job.with("table.optimizer.trilink.exchange", "ahead-keyby")
                .explain("INSERT INTO t SELECT * FROM source"))
        .doesNotContain("trilink");
  }

  private static void awaitRows(JobClient running) {
    Await.until(
        "all rows to be read",
        Duration.ofSeconds(60),
        () -> {
          assertThat(running.getJobExecutionResult()).isNotCompletedExceptionally();
          return Seen.count() >= ROWS;
        });
  }

  private static String insert(String hint) {
    return "INSERT INTO t SELECT /*+ TRILINK(%s) */ * FROM source".formatted(hint);
  }

  private static void write(KafkaSqlJob job, String hint) throws Exception {
    job.tables().executeSql(insert(hint)).await();
  }

  /** With a bounded table {@code source} of rows like those of {@link Readings}. */
  private static KafkaSqlJob job() {
    return new KafkaSqlJob()
        .define(
            """
            CREATE TEMPORARY TABLE numbers (id BIGINT) WITH ('connector'='datagen',
              'fields.id.kind'='sequence', 'fields.id.start'='0', 'fields.id.end'='%d')
            """
                .formatted(ROWS - 1))
        .define(
            "CREATE TEMPORARY VIEW source AS SELECT 'sensor ' || CAST(MOD(id, 11) AS STRING) AS k,"
                + " CAST(MOD(id, 11) - 4 AS INT) AS d, CAST(MOD(id, 7) AS INT) AS v, id,"
                + " CAST(TO_TIMESTAMP_LTZ(id, 3) AS TIMESTAMP(3)) AS ts FROM numbers");
  }

  private static void assertPartitionedByKey(KafkaTopic topic, int partitions) {
    Map<String, Integer> partitionOf = new HashMap<>();
    Set<Integer> used = new HashSet<>();
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    Await.until( // the broker completes a transaction partition by partition
        "all rows to be committed",
        Duration.ofSeconds(30),
        () -> {
          records.clear();
          records.addAll(topic.read());
          return records.size() == ROWS;
        });
    for (ConsumerRecord<byte[], byte[]> record : records) {
      byte[] text = record.value() == null ? record.key() : record.value();
      Matcher key = KEY.matcher(new String(text, StandardCharsets.UTF_8));
      assertThat(key.find()).isTrue();
      Integer other = partitionOf.putIfAbsent(key.group(1), record.partition());
      assertThat(other == null ? record.partition() : other).isEqualTo(record.partition());
      used.add(record.partition());
    }
    assertThat(partitionOf).hasSize(11);
    assertThat(used.size()).isGreaterThanOrEqualTo(Math.min(2, partitions));
  }

  /** With and without exchange. */
  private static void assertReadAlike(KafkaTopic topic, String hint, String column)
      throws Exception {
    String query =
        "SELECT %s "
            + column
            + ", COUNT(*) AS c, SUM(v) AS s FROM t WHERE seen(id) GROUP BY "
            + column;
    KafkaSqlJob job = new KafkaSqlJob().define(Readings.table("t", topic)).withParallelism(2);
    Seen.clear();
    String ahead = query.formatted("/*+ TRILINK(" + hint + ") */");
    assertThat(job.explain(ahead)).contains("AheadKeyBy(").doesNotContain("Exchange");
    List<String> rows = new ArrayList<>(job.run(ahead, ROWS));
    Seen.clear();
    assertThat(rows)
        .hasSize(11)
        .isEqualTo(
            new KafkaSqlJob()
                .define(Readings.table("t", topic))
                .withoutTrilink()
                .run(query.formatted(""), ROWS));
  }
}
