/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.trilink.launcher.local.Await;

/**
 * Reads what transactions have committed to the topic counts: numbers from 1, each with how many of
 * its key, its remainder by 7, have come up to it.
 */
final class CommittedCounts implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String TOPIC = "counts";
  private static final int KEYS = 7;

  /** How many rows to wait for: those of some checkpoints. */
  private static final int PROGRESS = 200;

  private final String broker;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final NavigableSet<Long> numbers = new TreeSet<>();
  private final Map<Long, NavigableSet<Long>> countsByKey = new TreeMap<>();
  private long read;

  /**
   * @param broker {@code host:port}
   */
  CommittedCounts(String broker) {
    this.broker = broker;
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
                ConsumerConfig.METADATA_MAX_AGE_CONFIG, "500",
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  String broker() {
    return broker;
  }

  /** Waits until some more rows have been committed than were until now. */
  void awaitMore() {
    poll();
    long before = read;
    Await.until(
        "the job to commit rows",
        LIMIT,
        () -> {
          poll();
          return read;
        },
        now -> now >= before + PROGRESS);
  }

  private void poll() {
    if (consumer.assignment().isEmpty()) {
      consumer.assign(partitions());
    }
    if (consumer.assignment().isEmpty()) {
      return; // the topic does not exist yet
    }
    for (ConsumerRecord<byte[], byte[]> row : consumer.poll(Duration.ofMillis(100))) {
      String[] fields = new String(row.value(), StandardCharsets.UTF_8).strip().split(",", -1);
      long number = Long.parseLong(fields[0]);
      read++;
      numbers.add(number);
      countsByKey
          .computeIfAbsent(number % KEYS, none -> new TreeSet<>())
          .add(Long.parseLong(fields[1]));
    }
  }

  /** Not those of a group's member: after the loss of a broker that may begin again before. */
  private List<TopicPartition> partitions() {
    return consumer.listTopics().getOrDefault(TOPIC, List.of()).stream()
        .map(partition -> new TopicPartition(TOPIC, partition.partition()))
        .toList();
  }

  /**
   * Asserts that the numbers and the counts have neither gaps nor duplicates. A gap below what is
   * there now may be that of a partition that was read later than another.
   */
  void assertExact() {
    poll();
    Map<String, Long> last = new TreeMap<>();
    sets().forEach((name, values) -> last.put(name, values.last()));
    Await.until(
        "rows without gaps",
        LIMIT,
        () -> {
          poll();
          return gaps(last);
        },
        List::isEmpty);
    assertThat(numbers).as("distinct numbers").hasSize((int) read);
    assertThat(countsByKey.values().stream().mapToInt(NavigableSet::size).sum())
        .as("distinct counts")
        .isEqualTo((int) read);
  }

  private Map<String, NavigableSet<Long>> sets() {
    Map<String, NavigableSet<Long>> sets = new TreeMap<>();
    sets.put("numbers", numbers);
    countsByKey.forEach((key, counts) -> sets.put("counts of key " + key, counts));
    return sets;
  }

  /** The first gaps of each set, up to the given last values. */
  private List<String> gaps(Map<String, Long> last) {
    return sets().entrySet().stream()
        .flatMap(
            set ->
                LongStream.rangeClosed(1, last.get(set.getKey()))
                    .filter(value -> !set.getValue().contains(value))
                    .limit(3)
                    .mapToObj(value -> set.getKey() + " without " + value))
        .toList();
  }

  @Override
  public void close() {
    consumer.close(Duration.ofSeconds(5));
  }
}
