/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.Seen;
import org.trilink.planner.testing.SensorQueries;
import org.trilink.runtime.testing.Await;
import org.trilink.runtime.testing.KafkaTopic;

/**
 * A topic that does not meet the job's requirements fails the job, or the statement, with a clear
 * message.
 */
@Tag("slow")
class AheadKeyByStoppedTest {

  private static final String AHEAD =
      "'exchange'='ahead-keyby', 'ahead-keyby.partitioned-by'='kafka-key', 'strict'='true'";
  private static final String SQL = SensorQueries.sql("group by", AHEAD);

  @BeforeEach
  void forgetRows() {
    Seen.clear();
  }

  @Test
  void aRecordInTheWrongPartition() throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    KafkaTopic.Line line = Readings.line("sensor 1", 1, 1, 0);
    topic.write(List.of(line));
    int right = topic.read().get(0).partition();
    topic.write(List.of(new KafkaTopic.Line(line.key(), line.value(), 1 - right)));

    assertThat(job(topic).failure(SQL, null))
        .hasStackTraceContaining(
            "A record with the key (k=sensor 1) is in partition %d of topic '%s', but by"
                    .formatted(1 - right, topic.name())
                + " 'ahead-keyby.partitioned-by' = kafka-key (raw) the key belongs to partition "
                + right
                + " of 2.")
        .hasStackTraceContaining("or leave 'exchange'='ahead-keyby' out.");
  }

  @Test
  void aTopicThatIsPartitionedBySomethingElse() throws Exception {
    KafkaTopic topic = KafkaTopic.create(3);
    topic.write(Readings.lines(1, 0, 100, 20)); // by sensor, not by district
    String byDistrict =
        "SELECT /*+ TRILINK('exchange'='ahead-keyby') */ d, COUNT(*) AS c FROM t WHERE seen(id)"
            + " GROUP BY d";

    assertThat(new KafkaSqlJob().define(Readings.table("t", topic)).failure(byDistrict, null))
        .hasStackTraceContaining("A record with the key (d=")
        .hasStackTraceContaining("'ahead-keyby.partitioned-by' = trilink (hash)");
  }

  @Test
  void partitionsAddedWhileTheJobIsDown(@TempDir Path savepoints) throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    topic.write(Readings.lines(1, 0, 100, 9));
    String savepoint = job(topic).stop(SQL, null, 100, savepoints);
    topic.addPartitions(3);

    assertThatThrownBy(() -> job(topic).submit(SQL, savepoint))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(
            "are placed by 'ahead-keyby(k) by kafka-key (raw) in 2 partitions', and this statement"
                + " places them by 'ahead-keyby(k) by kafka-key (raw) in 3 partitions'")
        .hasMessageContaining("write to a new topic");
  }

  @Test
  void partitionsAddedWhileTheJobRuns() throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    topic.write(Readings.lines(1, 0, 100, 9));
    String discovering =
        Readings.table(
            "t",
            topic.name(),
            "'key.format'='raw', 'key.fields'='k', 'value.format'='json',"
                + " 'scan.topic-partition-discovery.interval'='200 ms'");
    JobClient job = new KafkaSqlJob().define(discovering).submit(SQL, null);
    Await.until("all rows to be read", Duration.ofSeconds(60), () -> Seen.count() >= 100);
    topic.addPartitions(3);

    assertThatThrownBy(() -> job.getJobExecutionResult().get(60, TimeUnit.SECONDS))
        .hasStackTraceContaining(
            "Topic '%s' has 3 partitions, but 'exchange'='ahead-keyby' was planned for 2"
                .formatted(topic.name()));
  }

  @Test
  void partitionsAddedBetweenPlanningAndStart() throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    KafkaSqlJob job = job(topic);
    job.planOnly(SQL);
    topic.addPartitions(5);

    assertThatThrownBy(
            () ->
                job.environment().executeAsync().getJobExecutionResult().get(60, TimeUnit.SECONDS))
        .hasStackTraceContaining(
            "has 5 partitions, but 'exchange'='ahead-keyby' was planned for 2");
  }

  @Test
  void aSavepointOfThePlanWithExchange(@TempDir Path savepoints) throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    topic.write(Readings.lines(1, 0, 100, 9));
    String savepoint = job(topic).stop(SensorQueries.sql("group by", ""), null, 100, savepoints);

    assertThatThrownBy(() -> job(topic).submit(SQL, savepoint))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("are placed by 'hash'");
  }

  @Test
  void aTopicThatIsNotThere() {
    String missing =
        Readings.table(
            "t", "no-such-topic", "'key.format'='raw', 'key.fields'='k', 'value.format'='json'");

    assertThatThrownBy(() -> new KafkaSqlJob().define(missing).explain(SQL))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("Topic 'no-such-topic' does not exist at")
        .hasMessageContaining("Create it");
  }

  @Test
  void aBrokerThatIsNotThere() {
    String away =
        Readings.table("t", "any", "'key.format'='raw', 'key.fields'='k', 'value.format'='json'")
            .replaceAll(
                "'properties.bootstrap.servers'='[^']*'",
                "'properties.bootstrap.servers'='127.0.0.1:1'");

    assertThatThrownBy(() -> new KafkaSqlJob().define(away).explain(SQL))
        .isInstanceOf(ValidationException.class)
        .hasMessageStartingWith(
            "TRILINK hint: table t: The number of partitions of topic 'any' cannot be read from"
                + " 127.0.0.1:1")
        .hasMessageContaining("'exchange'='ahead-keyby'")
        .hasNoCause() // the SQL Client shows only this one
        .hasMessageContaining("Check 'properties.bootstrap.servers'");
  }

  @Test
  void recordsWithoutKeys() throws Exception {
    KafkaTopic topic = KafkaTopic.create(2);
    topic.write(
        List.of(
            new KafkaTopic.Line(
                null, Readings.line("x", 1, 1, 0).value().replace("\"k\":\"x\",", ""))));

    assertThat(job(topic).failure(SQL, null))
        .hasStackTraceContaining("Kafka puts records without keys into any partition");
  }

  private static KafkaSqlJob job(KafkaTopic topic) {
    return new KafkaSqlJob().define(Readings.keyedTable("t", topic));
  }
}
