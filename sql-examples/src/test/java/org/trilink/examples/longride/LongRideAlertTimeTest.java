/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.longride;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.TopicRows;
import org.trilink.examples.workload.Verdict;
import org.trilink.launcher.local.Await;
import org.trilink.launcher.local.SqlScript;
import org.trilink.planner.Trilink;
import org.trilink.runtime.testing.SharedCluster;
import org.trilink.runtime.testing.TestBroker;

/** When alerts are emitted, with the script on Trilink and an unbounded topic. */
@Tag("slow")
class LongRideAlertTimeTest {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final int PARTITIONS = 2;
  private static final long HOUR_MS = 3_600_000;
  private static final long START_MS = 1_577_880_000_000L;

  @TempDir private Path folder;

  private final LongRide workload = new LongRide();
  private final Oracle<?> oracle = workload.mainQuery().newOracle();
  private KafkaProducer<byte[], byte[]> producer;
  private long otherRide = 1_000;

  @BeforeEach
  void createTopics() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", TestBroker.address()))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(workload.inputTopic(), PARTITIONS, (short) 1),
                  new NewTopic(LongRide.ALERTS.name(), PARTITIONS, (short) 1)))
          .all()
          .get();
    }
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", TestBroker.address(), "enable.idempotence", true),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  @AfterEach
  void closeProducer() {
    producer.close();
  }

  @Test
  @Timeout(value = 4, unit = TimeUnit.MINUTES)
  void anAlertIsOutWhileTheInputGoesOn() throws Exception {
    JobClient job = submit();

    write(event(1, true, 0)); // never ends
    write(event(2, true, 0));
    write(event(3, false, HOUR_MS));
    otherTaxisAreAt(4 * HOUR_MS);
    write(event(3, true, 0)); // after its END, by as much as is allowed
    otherTaxisAreAt(5 * HOUR_MS);
    write(event(2, false, 2 * HOUR_MS)); // in time, and later than others by just the max-skew
    otherTaxisAreAt(5 * HOUR_MS + 10);

    Await.until("the first alert", LIMIT, () -> !alerts().isEmpty());
    assertThat(alerts()).containsExactly("{\"ride_id\":1,\"start_ts\":" + START_MS + "}");
    assertThat(job.getJobExecutionResult().isDone()).isFalse();

    write(event(5, true, 5 * HOUR_MS)); // there is no END when the input ends
    job.stopWithSavepoint(true, folder.toUri().toString()).get();
    Verdict verdict = oracle.verify(result -> rows());
    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.exact()).isTrue();
    assertThat(verdict.mainResult().expected()).isEqualTo(2);
  }

  /** Writes a ride that ends at once to each partition. */
  private void otherTaxisAreAt(long sinceStartMs) throws Exception {
    for (int partition = 0; partition < PARTITIONS; partition++) {
      otherRide++;
      write(partition, event(otherRide, true, sinceStartMs));
      write(partition, event(otherRide, false, sinceStartMs));
    }
  }

  private static byte[] event(long ride, boolean isStart, long sinceStartMs) {
    return "{\"ride_id\": %d, \"is_start\": %s, \"ts\": %d}"
        .formatted(ride, isStart, START_MS + sinceStartMs)
        .getBytes(UTF_8);
  }

  private void write(byte[] line) throws Exception {
    write(null, line);
  }

  /** Kafka chooses the partition by the key if it is null. */
  private void write(@Nullable Integer partition, byte[] line) throws Exception {
    oracle.accept(line);
    producer
        .send(new ProducerRecord<>(workload.inputTopic(), partition, workload.keyOf(line), line))
        .get();
  }

  private List<byte[]> rows() {
    List<byte[]> rows = new ArrayList<>();
    try (TopicRows topic = new TopicRows(TestBroker.address(), LongRide.ALERTS.name())) {
      topic.forEach(rows::add);
    }
    return rows;
  }

  private List<String> alerts() {
    return rows().stream().map(row -> new String(row, UTF_8)).toList();
  }

  private JobClient submit() throws Exception {
    StreamExecutionEnvironment environment =
        SharedCluster.environment(PARTITIONS, new Configuration());
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    Trilink.install(tables);
    SqlScript script =
        SqlScript.read(Path.of(workload.name(), workload.name() + ".sql"))
            .withBroker(TestBroker.address());
    for (String statement : script.statements()) {
      String sql = statement.strip().replaceFirst(";$", "");
      if (sql.startsWith("INSERT")) {
        return tables.executeSql(sql).getJobClient().orElseThrow();
      }
      if (sql.startsWith("CREATE")) {
        tables.executeSql(sql);
      }
    }
    throw new IllegalStateException("The script has no INSERT.");
  }
}
