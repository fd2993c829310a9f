/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.run.StateBackend;
import org.trilink.examples.workload.GeneratorOptions;
import org.trilink.examples.workload.Oracle;
import org.trilink.examples.workload.Workload;
import org.trilink.examples.workload.Workloads;
import org.trilink.launcher.demo.Topics;
import org.trilink.launcher.local.Engine;
import org.trilink.runtime.testing.TestBroker;

/** The topics that chaos runs write, on a real broker. */
@Tag("slow")
class ChaosInputTest {

  private static final int ROWS = 3_000;
  private static final int KEYS = 10;

  @Test
  void withoutRecordKeysKeysAreInAllPartitions() throws Exception {
    String topic = options(true).workload().inputTopic();
    try (Topics topics = new Topics(TestBroker.address(), 2)) {
      topics.create(List.of(topic));
      write(options(true));
      List<ConsumerRecord<byte[], byte[]>> keyed = read(topic);
      write(options(false));
      List<ConsumerRecord<byte[], byte[]>> unkeyed = read(topic);
      topics.delete(List.of(topic));
      unkeyed.removeIf(record -> record.key() != null);

      assertThat(keyed).hasSize(ROWS).allMatch(record -> record.key() != null);
      assertThat(partitionsByKey(keyed)).hasSize(KEYS).allMatch(all -> all.size() == 1);
      assertThat(unkeyed).hasSize(ROWS);
      assertThat(partitionsByKey(unkeyed)).hasSize(KEYS).allMatch(all -> all.size() == 2);
    }
  }

  private static Collection<Set<Integer>> partitionsByKey(
      List<ConsumerRecord<byte[], byte[]>> records) {
    Workload workload = options(true).workload();
    Map<String, Set<Integer>> partitions = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      partitions
          .computeIfAbsent(
              new String(workload.keyOf(record.value()), ISO_8859_1), key -> new HashSet<>())
          .add(record.partition());
    }
    return partitions.values();
  }

  private static void write(ChaosOptions options) throws Exception {
    CountedLines lines = new CountedLines();
    try (ChaosInput input = ChaosInput.start(options, TestBroker.address(), lines)) {
      assertThat(lines.all.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(input.stop()).isEqualTo(ROWS);
    }
  }

  private static List<ConsumerRecord<byte[], byte[]>> read(String topic) {
    List<TopicPartition> partitions =
        List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", TestBroker.address()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      long end = consumer.endOffsets(partitions).values().stream().mapToLong(Long::longValue).sum();
      while (records.size() < end) {
        consumer.poll(Duration.ofSeconds(1)).forEach(records::add);
      }
    }
    return records;
  }

  /** Counts lines, in place of the oracle of a run. */
  private static final class CountedLines extends Oracle<byte[]> {

    final CountDownLatch all = new CountDownLatch(ROWS);

    @Override
    protected Optional<byte[]> parse(byte[] line) {
      return Optional.of(line);
    }

    @Override
    protected void add(byte[] line) {
      all.countDown();
    }

    @Override
    protected List<Expected<?, ?>> expected() {
      throw new UnsupportedOperationException();
    }
  }

  private static ChaosOptions options(boolean recordKeys) {
    Workload workload = Workloads.byName("low-voltage");
    return new ChaosOptions(
        workload,
        workload.mainQuery(),
        Engine.TRILINK,
        Map.of(),
        StateBackend.HEAP,
        Store.REDIS,
        Set.of(FaultKind.KILL_TM),
        Duration.ofMinutes(1),
        ROWS,
        recordKeys,
        2,
        new GeneratorOptions(ROWS, KEYS, 0, Duration.ZERO, 0, 1),
        Path.of("work"));
  }
}
