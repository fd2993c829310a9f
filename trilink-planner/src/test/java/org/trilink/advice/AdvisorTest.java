/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.trilink.advice.operator.Remedies;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.Seen;
import org.trilink.runtime.testing.KafkaTopic;
import org.trilink.runtime.testing.TestBroker;

/** Advice on queries over real topics, whose records are fixed, and jobs that follow it. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdvisorTest {

  private static final int PARTITIONS = 2;
  private static final int SENSORS = 20;
  private static final int BIKES = 60;

  /** When the first ping was written, in ms. */
  private static final long START = 1_600_000_000_000L;

  /** A tick is 100 ms; every sensor has a reading every 2 s, for an hour. */
  private static final int TICKS = 36_000;

  /** Every second sensor is ten minutes late. */
  private static final int LAG = 6_000;

  /** Windows are of a minute. */
  private static final int TICKS_OF_A_WINDOW = 600;

  private static final int READINGS_OF_A_WINDOW = TICKS_OF_A_WINDOW / SENSORS;

  private static final String COUNTS =
      "SELECT %s COUNT(*) AS c FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))"
          + " WHERE seen(id) GROUP BY k, window_start, window_end";

  private KafkaTopic topic;
  private final List<KafkaTopic.Line> lines = new ArrayList<>();

  @BeforeAll
  void writeTopic() throws Exception {
    for (int tick = 0; tick < TICKS + LAG; tick++) {
      int sensor = tick % SENSORS;
      int id = sensor % 2 == 0 ? tick : tick - LAG;
      if (id >= 0 && id < TICKS) {
        lines.add(Readings.line("sensor " + sensor, 0, 1, id));
      }
    }
    topic = KafkaTopic.create(PARTITIONS);
    topic.write(lines);
  }

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  private static KafkaSqlJob job(String table) {
    return new KafkaSqlJob().define(table).withParallelism(2);
  }

  private KafkaSqlJob job() {
    return job(Readings.table("t", topic));
  }

  private static OperatorAdvice advise(KafkaSqlJob job, String sql) {
    Advice advice = Advice.forStatement(job.tables(), sql);
    assertThat(advice.operators()).hasSize(1);
    return advice.operators().get(0);
  }

  private static JsonNode facts(Advice advice) throws Exception {
    return new ObjectMapper().readTree(advice.toJson()).path("operators").path(0).path("facts");
  }

  /** How many records of the sample are late by a rule. */
  private static long records(JsonNode late, String rule) {
    return late.path(rule).path("records").asLong();
  }

  /**
   * A late sensor is ten windows behind the others in its partition, but for its last window, which
   * these do not pass. That Flink's operator drops what is predicted, {@code LateRecordsTest}
   * shows.
   */
  @Test
  void keepsWhatFlinkLosesThatKeepsUp() throws Exception {
    Advice advice = Advice.forStatement(job().tables(), COUNTS.formatted(""));

    JsonNode late = facts(advice).path("late");
    assertThat(records(late, "bySubtask")).isEqualTo((TICKS - TICKS_OF_A_WINDOW) / 2);
    assertThat(records(late, "byKey")).isZero();
    assertThat(advice.operators().get(0).options())
        .containsEntry("watermark", "key")
        .doesNotContainKeys("watermark.delay", "watermark.max-skew", "watermark.order");
    assertThat(advice.toString()).contains("late with Flink's watermark and are lost");
    assertRightWithHints(job(), advice);
  }

  /**
   * There are more subtasks than partitions, so an exchange is needed. That a local merge sends as
   * many rows as is predicted, {@code LocalMergeRowsTest} shows.
   */
  @Test
  void saysHowMuchALocalMergeSaves() throws Exception {
    String keyed = Readings.keyedTable("t", topic);
    Advice advice =
        Advice.forStatement(job(keyed).withParallelism(3).tables(), COUNTS.formatted(""));

    assertThat(advice.operators().get(0).options()).containsEntry("exchange", "local-merge");
    JsonNode minutes = facts(advice).path("localMerge").path(0);
    assertThat(minutes.path("rowsPerRecord").asDouble()).isEqualTo(1.0 / READINGS_OF_A_WINDOW);
    assertRightWithHints(job(keyed).withParallelism(3), advice);
  }

  /** The job takes the hint, and counts all readings of each sensor and minute. */
  private void assertRightWithHints(KafkaSqlJob job, Advice advice) throws Exception {
    Seen.clear();
    String hint = advice.operators().get(0).hint();
    assertThat(job.run(COUNTS.formatted(hint), lines.size()))
        .hasSize(SENSORS * TICKS / TICKS_OF_A_WINDOW)
        .extracting(row -> Integer.parseInt(row.replaceAll("\\D", "")))
        .containsOnly(READINGS_OF_A_WINDOW);
  }

  @Test
  void findsTheRecordKeysThatTheTableDoesNotDeclare() {
    OperatorAdvice operator = advise(job(), COUNTS.formatted(""));

    assertThat(operator.further().toString())
        .contains(
            "'key.format' = 'raw', 'key.fields' = 'k'",
            "'exchange'='ahead-keyby', 'ahead-keyby.partitioned-by'='kafka-key'",
            "Results come no sooner than with Flink's watermark, as table t has no 'key.fields'.",
            "Or add 'watermark.order'='by-key' to the hint");
    assertThat(operator.options())
        .containsEntry("watermark", "key")
        .doesNotContainKey("watermark.order");
  }

  // --------------------------------------------------------------- keys in several partitions

  /**
   * 60 bikes, each with a ping every 10 s for 50 minutes, the odd ones ten minutes late: written by
   * an INSERT into a table without record keys, which fills a partition for a while and then the
   * other one.
   */
  private static KafkaTopic pings() throws Exception {
    List<int[]> pings = new ArrayList<>(); // arrival and id, in ticks; bike
    for (int bike = 0; bike < BIKES; bike++) {
      for (int ping = 0; ping < 300; ping++) {
        int id = 100 * ping + bike;
        pings.add(new int[] {bike % 2 == 0 ? id : id + LAG, id, bike});
      }
    }
    pings.sort(Comparator.comparingInt(ping -> ping[0]));
    KafkaTopic topic = KafkaTopic.create(PARTITIONS);
    List<Future<?>> sent = new ArrayList<>();
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", TestBroker.address()),
            new StringSerializer(),
            new StringSerializer())) {
      for (int i = 0; i < pings.size(); i++) {
        int[] ping = pings.get(i);
        String value = Readings.line("bike " + ping[2], 0, 1, ping[1]).value();
        sent.add(
            producer.send(
                new ProducerRecord<>(
                    topic.name(), i / 50 % PARTITIONS, START + 100L * ping[0], null, value)));
      }
      for (Future<?> one : sent) {
        one.get();
      }
    }
    return topic;
  }

  @Test
  void keysInSeveralPartitionsNeedRecordKeys() throws Exception {
    KafkaTopic pings = pings();
    KafkaSqlJob job = job(Readings.table("t", pings)).withParallelism(1);

    Advice advice = Advice.forStatement(job.tables(), COUNTS.formatted(""));

    OperatorAdvice operator = advice.operators().get(0);
    JsonNode late = facts(advice).path("late");
    JsonNode catchUp = late.path("partitionByPartition");
    // each late bike but its last minute
    assertThat(records(late, "bySubtask")).isEqualTo(BIKES / 2 * (300 - 6));
    assertThat(records(late, "byKeyWithFloor")).isZero();
    // Flink's watermark is that of the partition that is read last, in which the late bikes trail
    assertThat(records(catchUp, "bySubtask")).isEqualTo(4_400);
    assertThat(records(catchUp, "byKeyWithFloor")).isEqualTo(4_400);
    assertThat(records(catchUp, "byKey")).isEqualTo(8_800);
    assertThat(operator.options())
        .containsEntry("watermark", "key")
        .doesNotContainKeys("watermark.order", "watermark.delay");
    assertThat(operator.further().get(0))
        .startsWith(
            "As 60 of 60 keys have records in several partitions, what helps is "
                + Remedies.RECORD_KEYS)
        .contains("Then none of the records would be late")
        .endsWith("\n'key.format' = 'raw',\n'key.fields' = 'k',");
    assertThat(operator.further().get(1))
        .startsWith("Until then a 'watermark.delay'")
        .contains(": 'watermark.delay'='49 min', read partition by partition.");
    assertThat(operator.toString()).doesNotContain("add 'watermark.order'='by-key'");
    assertThat(job.explain(COUNTS.formatted(operator.hint())))
        .contains("watermark.order=any (table t has no 'key.fields')");
  }

  @Test
  void theLinesOfTheRemedyArePartOfATablesDdl() throws Exception {
    OperatorAdvice before = advise(job(Readings.table("t", pings())), COUNTS.formatted(""));
    String remedy = before.further().get(0);
    String lines = remedy.substring(remedy.indexOf('\n'));
    KafkaTopic keyed = KafkaTopic.create(PARTITIONS);
    keyed.write(this.lines);
    KafkaSqlJob job = job(Readings.table("t", keyed.name(), lines + " 'format'='json'"));

    OperatorAdvice operator = advise(job, COUNTS.formatted(""));

    assertThat(operator.further().toString()).doesNotContain("what helps", "no sooner");
    assertThat(job.explain(COUNTS.formatted(operator.hint())))
        .contains("watermark.order=by-key (exchange=ahead-keyby)");
  }

  /** The plan shows record keys, and would have no floor. */
  @Test
  void recordKeysThatTheTopicWasNotWrittenByGiveNoOrder() throws Exception {
    KafkaSqlJob job = job(Readings.keyedTable("t", pings()));

    OperatorAdvice operator = advise(job, COUNTS.formatted(""));

    assertThat(operator.options())
        .containsEntry("watermark", "key")
        .containsEntry("watermark.order", "any");
    assertThat(operator.further().get(0))
        .endsWith(
            "Table t declares [k], but its topic was written otherwise, or has got more partitions"
                + " since: write it anew.");
    assertThat(job.explain(COUNTS.formatted(operator.hint())))
        .contains("watermark.order=any (query hint)");
  }

  @Test
  void advisesAheadKeyByOnThoseThatItDeclares() {
    KafkaSqlJob job = job(Readings.keyedTable("t", topic));

    OperatorAdvice operator = advise(job, COUNTS.formatted(""));

    assertThat(operator.options())
        .containsEntry("exchange", "ahead-keyby")
        .containsEntry("ahead-keyby.partitioned-by", "kafka-key")
        .containsEntry("watermark", "key");
    assertThat(job.explain(COUNTS.formatted(operator.hint()))).contains("AheadKeyBy(");
  }

  @Test
  void showsARecordThatIsInAnotherPartition() throws Exception {
    KafkaTopic any = KafkaTopic.create(PARTITIONS);
    List<KafkaTopic.Line> readings = new ArrayList<>();
    for (int id = 0; id < 1000; id++) {
      KafkaTopic.Line line = Readings.line("sensor " + id % 10, 0, 1, id);
      readings.add(new KafkaTopic.Line(line.key(), line.value(), id / 10 % PARTITIONS));
    }
    any.write(readings);

    OperatorAdvice operator = advise(job(Readings.keyedTable("t", any)), COUNTS.formatted(""));

    assertThat(operator.options()).doesNotContainEntry("exchange", "ahead-keyby");
    assertThat(operator.declined().get("exchange=ahead-keyby"))
        .containsPattern("for example \\(k=sensor \\d\\) is in partition [01], not [01]")
        .contains("10 of 10 keys have records in several partitions");
  }

  /** The job would stop at them, as it checks what it reads. */
  @Test
  void rowsThatTheQueryDropsMayBeInOtherPartitions() throws Exception {
    KafkaTopic withoutKeys = KafkaTopic.create(PARTITIONS);
    List<KafkaTopic.Line> readings = new ArrayList<>(Readings.lines(1, 0, 1_000, 5));
    for (int id = 1_000; id < 1_010; id++) {
      String value = Readings.line("none", 0, 1, id).value().replace("\"none\"", "null");
      readings.add(new KafkaTopic.Line(null, value, id % PARTITIONS));
    }
    withoutKeys.write(readings);

    OperatorAdvice operator =
        advise(
            job(Readings.keyedTable("t", withoutKeys)),
            "SELECT k, COUNT(*) FROM t WHERE k IS NOT NULL GROUP BY k");

    assertThat(operator.options()).doesNotContainEntry("exchange", "ahead-keyby");
    assertThat(operator.declined().get("exchange=ahead-keyby"))
        .contains("rows that the query drops were not compared, 10 in the sample");
  }

  @Test
  void rowsThatTheQueryDropsAdvanceFlinksWatermark() throws Exception {
    KafkaTopic inOrder = KafkaTopic.create(1);
    inOrder.write(Readings.lines(1, 0, 1_000, 5));

    Advice advice =
        Advice.forStatement(
            job(Readings.table("t", inOrder)).withParallelism(1).tables(),
            COUNTS.formatted("").replace("seen(id)", "seen(id) AND id >= 100 AND id < 900"));

    assertThat(advice.operators().get(0).declined().get("watermark=key"))
        .contains("is not known, as those that the query drops advance it too");
    assertThat(advice.operators().get(0).further().toString())
        .contains("200 records that were read for the sample are dropped by the query");
  }

  /** Two of four subtasks have two of the six key groups each, the others one. */
  @Test
  void balanceIsThatOfTheMaxParallelismThatIsSet() throws Exception {
    KafkaTopic manyKeys = KafkaTopic.create(PARTITIONS);
    manyKeys.write(Readings.lines(1, 0, 5_000, 500));

    Advice advice =
        Advice.forStatement(
            job(Readings.table("t", manyKeys)).with("pipeline.max-parallelism", "6").tables(),
            "SELECT k, COUNT(*) FROM t GROUP BY k",
            AdviceSettings.DEFAULT.withRecords(5_000).forParallelism(4));

    assertThat(advice.toString())
        .containsPattern("4 subtasks: flink 0\\.[3-6]")
        .doesNotContain("8 subtasks");
  }

  @Test
  void doesNotLookAtHintsAndLeavesTheSessionAsItWas() {
    StreamTableEnvironment tables = job().tables();
    tables
        .getConfig()
        .getConfiguration()
        .setString("table.optimizer.trilink.exchange", "local-merge");
    Map<String, String> before = tables.getConfig().getConfiguration().toMap();

    Advice hinted =
        Advice.forStatement(
            tables,
            COUNTS.formatted("/*+ TRILINK('watermark'='subtask', 'partition'='modulo') */"),
            AdviceSettings.DEFAULT.forParallelism(4));

    assertThat(hinted.operators().get(0).options()).containsEntry("watermark", "key");
    assertThat(hinted.planBefore()).doesNotContain("KeyWatermark", "LocalMerge", "HintReport");
    assertThat(hinted.planAfter()).contains("KeyWatermark").doesNotContain("HintReport");
    assertThat(tables.getConfig().getConfiguration().toMap()).isEqualTo(before);
    assertThat(tables.explainSql(COUNTS.formatted(""), ExplainDetail.JSON_EXECUTION_PLAN))
        .contains("LocalMerge(", "\"parallelism\" : 2")
        .doesNotContain("KeyWatermark", "\"parallelism\" : 4");
  }

  @Test
  void aGroupByWithoutWindowsHasNoWatermarksToAdviseOn() {
    Advice advice =
        Advice.forStatement(
            job().tables(),
            "SELECT k, COUNT(*) FROM t GROUP BY k",
            AdviceSettings.DEFAULT.withRecords(5_000).forParallelism(4));

    assertThat(advice.operators().get(0).options()).doesNotContainKey("watermark");
    assertThat(advice.toString()).contains("5,000 of the 36,000 records in 2 partitions");
    assertThat(advice.toString()).contains("4 subtasks: flink ");
  }

  @Test
  void whatReadsTheResultsOfAnotherIsNotSampled() {
    Advice advice =
        Advice.forStatement(
            job().tables(),
            "SELECT c, COUNT(*) FROM (SELECT k, COUNT(*) AS c FROM t GROUP BY k) GROUP BY c");

    assertThat(advice.operators()).hasSize(2);
    assertThat(advice.operators().get(1).obstacle())
        .hasValue("its rows come from GroupAggregate, not from a table");
  }

  /** Half of the sensors are in another table, ten minutes later. */
  @Test
  void theTablesOfAUnionAreSampledTogether() throws Exception {
    List<KafkaTopic.Line> even = new ArrayList<>();
    List<KafkaTopic.Line> odd = new ArrayList<>();
    for (int id = 0; id < 2_000; id++) {
      even.add(Readings.line("sensor " + id % 4, 0, 1, id));
      odd.add(Readings.line("sensor " + (4 + id % 4), 0, 1, id + LAG));
    }
    KafkaTopic first = KafkaTopic.create(1);
    KafkaTopic second = KafkaTopic.create(1);
    first.write(even);
    second.write(odd);

    Advice advice =
        Advice.forStatement(
            job(Readings.table("a", first)).define(Readings.table("b", second)).tables(),
            "SELECT k, COUNT(*) FROM (SELECT k FROM a WHERE seen(id) UNION ALL SELECT k FROM b WHERE"
                + " seen(id)) GROUP BY k");

    assertThat(advice.operators()).hasSize(1);
    assertThat(advice.operators().get(0).obstacle()).isEmpty();
    assertThat(advice.toString())
        .contains("of table a, b", "4,000 of the 4,000 records in 2 partitions")
        .contains("keys          8, 500.0 records each");
    assertThat(Seen.count()).isEqualTo(4_000);
  }

  @Test
  void aQueryWithoutKeysNeedsNoHint() {
    assertThat(Advice.forStatement(job().tables(), "SELECT v FROM t").toString())
        .contains("No operator of the statement gets its rows by key");
  }

  @Test
  void ofOtherSourcesItTakesTheFirstRecords() {
    KafkaSqlJob job =
        job(
            "CREATE TEMPORARY TABLE g (k INT, v INT) WITH ('connector'='datagen',"
                + " 'fields.k.min'='0', 'fields.k.max'='9')"); // without an end

    Advice advice =
        Advice.forStatement(
            job.tables(),
            "SELECT k, SUM(v) FROM g GROUP BY k",
            AdviceSettings.DEFAULT.withRecords(2_000));

    assertThat(advice.toString())
        .contains("2,000 records, the first that the source gave")
        .contains("keys          10, 200.0 records each");
  }

  /** In order, so that nothing else speaks for a watermark of each key. */
  @Test
  void aSourceSubtaskWithoutPartitionHoldsTheWatermarkBack() throws Exception {
    KafkaTopic one = KafkaTopic.create(1);
    List<KafkaTopic.Line> readings = new ArrayList<>();
    for (int id = 0; id < 100; id++) {
      readings.add(Readings.line("sensor", 0, 1, id));
    }
    one.write(readings);
    KafkaSqlJob job = job(Readings.table("t", one)).withParallelism(3);

    OperatorAdvice advice = advise(job, COUNTS.formatted(""));

    assertThat(advice.options()).containsEntry("watermark", "key");
    assertThat(advice.toString())
        .contains(
            "partitions    none for 2 of a source's 3 subtasks: Flink's watermark does not advance")
        .contains("'watermark'='key': Flink's watermark does not advance, and results wait for it")
        .contains("2 of a source's 3 subtasks get no partition");

    StreamTableEnvironment withTimeout = job.tables();
    withTimeout.getConfig().getConfiguration().setString("table.exec.source.idle-timeout", "1 s");
    assertThat(Advice.forStatement(withTimeout, COUNTS.formatted("")).toString())
        .contains("'watermark'='key': no record of the sample is late with Flink's watermark");
  }

  @Test
  void aPartitionWithoutRecordsHoldsTheWatermarkBack() throws Exception {
    KafkaTopic half = KafkaTopic.create(2);
    List<KafkaTopic.Line> readings = new ArrayList<>();
    for (int id = 0; id < 100; id++) {
      KafkaTopic.Line line = Readings.line("sensor", 0, 1, id);
      readings.add(new KafkaTopic.Line(line.key(), line.value(), 1));
    }
    half.write(readings);

    Advice advice =
        Advice.forStatement(job(Readings.table("t", half)).tables(), COUNTS.formatted(""));

    assertThat(advice.operators().get(0).declined().get("watermark=key"))
        .contains("partitions without records hold Flink's watermark back");
    assertThat(advice.toString()).contains(half.name() + "-0 without records");
  }

  @Test
  void saysByWhichColumnsATopicIsPartitioned() throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    topic.write(Readings.lines(1, 0, 1_000, 5));

    OperatorAdvice operator =
        advise(job(Readings.keyedTable("t", topic)), "SELECT d, COUNT(*) FROM t GROUP BY d");

    assertThat(operator.declined().get("exchange=ahead-keyby"))
        .isEqualTo("the topic of table t is not partitioned by [d]: its record keys are [k]");
  }

  @Test
  void saysWhatIsWrongWithATopic() throws Exception {
    String missing = Readings.table("t", "no-such-topic", "'format'='json'");
    assertThatThrownBy(() -> advise(job(missing), COUNTS.formatted("")))
        .isInstanceOf(TableException.class)
        .hasMessageContaining(
            "Topic 'no-such-topic' of table t does not exist at " + TestBroker.address());

    KafkaTopic empty = KafkaTopic.create(1);
    assertThatThrownBy(() -> advise(job(Readings.table("t", empty)), COUNTS.formatted("")))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("the topic is empty");
  }

  /** A topic with an ACL is closed to all others, even its description. */
  @Test
  void saysThatTheUserMayNotReadATopic() throws Exception {
    KafkaTopic closed = KafkaTopic.create(1);
    closed.write(Readings.lines(1, 0, 100, 5));
    closed.allow("somebody", AclOperation.READ);
    String mayNotRead =
        "The user of table t may not read topic '%s' at %s ("
            .formatted(closed.name(), TestBroker.address());

    assertThatThrownBy(() -> advise(job(Readings.table("t", closed)), COUNTS.formatted("")))
        .isInstanceOf(TableException.class)
        .hasMessageStartingWith(mayNotRead)
        .hasMessageEndingWith(
            "Check the 'properties.sasl...' of the table, and the user's ACLs: it needs DESCRIBE and"
                + " READ.");

    closed.allow(KafkaTopic.TEST_USER, AclOperation.DESCRIBE);
    assertThatThrownBy(() -> advise(job(Readings.table("t", closed)), COUNTS.formatted("")))
        .isInstanceOf(TableException.class)
        .hasMessageStartingWith(mayNotRead);
  }

  @Test
  void saysWhatIsWrongWithAStatement() {
    assertThatThrownBy(() -> advise(job(), "SELECT nothing FROM t"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("nothing");
    assertThatThrownBy(() -> advise(job(), "SELECT k, COUNT(*) FROM nowhere GROUP BY k"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("nowhere");
  }
}
