/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import javax.annotation.concurrent.GuardedBy;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.trilink.examples.workload.TopicRows;
import org.trilink.launcher.demo.Topics;
import org.trilink.launcher.local.CommandFailure;

/**
 * Watches the rows that transactions have committed to result topics. Ends of transactions are no
 * rows.
 */
final class CommittedRows implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(50);

  private final List<TopicPartition> partitions;
  private final Admin admin;
  private final Thread reader = new Thread(this::read, "committed-rows");
  private final String broker;
  private final AtomicBoolean closed = new AtomicBoolean();

  @GuardedBy("this")
  private Map<TopicPartition, Long> mark = Map.of();

  @GuardedBy("this")
  private OptionalLong millisBeyond = OptionalLong.empty();

  @GuardedBy("this")
  private long count;

  /** Why nothing is read any more; null as long as it is. */
  @GuardedBy("this")
  @Nullable
  private KafkaException failure;

  /**
   * @param partitions of each topic
   */
  CommittedRows(String broker, Collection<String> topics, int partitions) {
    this.broker = broker;
    this.partitions =
        topics.stream()
            .flatMap(
                topic ->
                    IntStream.range(0, partitions)
                        .mapToObj(number -> new TopicPartition(topic, number)))
            .toList();
    this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker));
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Remembers where the topics end, rows that nobody has committed included: a row behind that is
   * written later than now.
   */
  void mark() {
    Map<TopicPartition, Long> now = offsets(IsolationLevel.READ_UNCOMMITTED);
    synchronized (this) {
      mark = now;
      millisBeyond = OptionalLong.empty();
    }
  }

  /** Whether a transaction is still open somewhere. */
  boolean isTransactionOpen() {
    return !offsets(IsolationLevel.READ_COMMITTED).equals(offsets(IsolationLevel.READ_UNCOMMITTED));
  }

  private Map<TopicPartition, Long> offsets(IsolationLevel level) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, OffsetSpec.latest()));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    Topics.get(admin.listOffsets(wanted, new ListOffsetsOptions(level)).all())
        .forEach((partition, offset) -> offsets.put(partition, offset.offset()));
    return offsets;
  }

  /** How many rows have been committed. */
  synchronized long count() {
    requireReading();
    return count;
  }

  /** When the first row behind the mark was read, in epoch milliseconds; empty before that. */
  synchronized OptionalLong millisBeyondMark() {
    requireReading();
    return millisBeyond;
  }

  @GuardedBy("this")
  private void requireReading() {
    if (failure != null) {
      throw new CommandFailure(
          "the result topics cannot be read: " + failure.getMessage(), failure);
    }
  }

  private synchronized void fail(KafkaException e) {
    failure = e;
  }

  private void read() {
    try (KafkaConsumer<byte[], byte[]> consumer = newConsumer()) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (!closed.get()) {
        consumer.poll(POLL).forEach(this::accept);
      }
    } catch (KafkaException e) {
      fail(e);
    }
  }

  private synchronized void accept(ConsumerRecord<byte[], byte[]> row) {
    count++;
    long end = mark.getOrDefault(new TopicPartition(row.topic(), row.partition()), Long.MAX_VALUE);
    if (millisBeyond.isEmpty() && row.offset() >= end) {
      millisBeyond = OptionalLong.of(System.currentTimeMillis());
    }
  }

  private KafkaConsumer<byte[], byte[]> newConsumer() {
    return TopicRows.consumer(
        broker,
        Map.of(
            // an offset that the broker does not have would mean that it has lost rows
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none",
            ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed"));
  }

  @Override
  public void close() {
    closed.set(true);
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    admin.close();
  }
}
