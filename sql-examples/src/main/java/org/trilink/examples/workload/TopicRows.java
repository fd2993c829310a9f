/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The committed records of a topic, from its beginning to where it ends now; each iteration reads
 * them again.
 */
public final class TopicRows implements ResultRows {

  private static final Duration POLL = Duration.ofMillis(200);

  private final String broker;
  private final String topic;
  private KafkaConsumer<byte[], byte[]> counter;

  /** Creates the rows of a topic of the broker at {@code host:port}. */
  public TopicRows(String broker, String topic) {
    this.broker = broker;
    this.topic = topic;
  }

  /** A transaction's end counts as one, too. */
  @Override
  public long size() {
    if (counter == null) {
      counter = newConsumer();
    }
    return counter.endOffsets(partitions(counter)).values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer) {
    return consumer.partitionsFor(topic).stream()
        .map(info -> new TopicPartition(topic, info.partition()))
        .toList();
  }

  @Override
  public void close() {
    if (counter != null) {
      counter.close();
    }
  }

  @Override
  public Iterator<byte[]> iterator() {
    Iterator<ConsumerRecord<byte[], byte[]>> records = records();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return records.hasNext();
      }

      @Override
      public byte[] next() {
        return records.next().value();
      }
    };
  }

  /**
   * Iterates over the committed records with their keys and times; those of a partition come in
   * order.
   */
  public Iterator<ConsumerRecord<byte[], byte[]>> records() {
    return new Records();
  }

  private final class Records implements Iterator<ConsumerRecord<byte[], byte[]>> {

    private final KafkaConsumer<byte[], byte[]> consumer = newConsumer();
    private final Map<TopicPartition, Long> ends;
    private Iterator<ConsumerRecord<byte[], byte[]>> batch = Collections.emptyIterator();

    Records() {
      List<TopicPartition> partitions = partitions(consumer);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      ends = new HashMap<>(consumer.endOffsets(partitions));
    }

    @Override
    public boolean hasNext() {
      while (!batch.hasNext()) {
        if (atEnd()) {
          consumer.close();
          return false;
        }
        batch = consumer.poll(POLL).iterator();
      }
      return true;
    }

    @Override
    public ConsumerRecord<byte[], byte[]> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return batch.next();
    }

    /** Partitions that are read to their end leave the list, so that a second call is harmless. */
    private boolean atEnd() {
      ends.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
      return ends.isEmpty();
    }
  }

  private KafkaConsumer<byte[], byte[]> newConsumer() {
    return consumer(broker, Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed"));
  }

  /**
   * Makes a consumer of bytes.
   *
   * @param broker {@code host:port}
   * @param settings as Kafka names them
   */
  public static KafkaConsumer<byte[], byte[]> consumer(
      String broker, Map<String, String> settings) {
    Map<String, Object> all = new HashMap<>(settings);
    all.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker);
    return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
