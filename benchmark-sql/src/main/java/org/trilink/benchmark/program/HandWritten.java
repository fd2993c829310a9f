/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A workload's query as one would write it for just this input: one thread, lines scanned byte by
 * byte in exactly the generator's form, a hash map of windows. Nothing is saved, and a failure
 * loses everything: what that costs is what an engine may take longer.
 */
public final class HandWritten {

  private HandWritten() {}

  /**
   * Arguments: those of {@link TimedPasses}; the workload; Redis; the result topics, with commas
   * between them, of passes that do not count; and those of the one that does.
   */
  public static void main(String[] args) throws IOException {
    int first = TimedPasses.ARGUMENTS;
    String workload = args[first];
    String redis = args[first + 1];
    List<String> warmUpTopics = List.of(args[first + 2].split(","));
    List<String> topics = List.of(args[first + 3].split(","));
    new TimedPasses(args)
        .run(
            () -> new QueryPass(workload, args[0], warmUpTopics, redis, RedisViews.WARM_UP),
            () -> new QueryPass(workload, args[0], topics, redis, RedisViews.MEASURED));
  }

  private static HandWrittenQuery query(
      String workload, RowWriter rows, List<String> topics, String redis, int redisDatabase) {
    return switch (workload) {
      case "low-voltage" ->
          new LowVoltageByHand(
              row -> rows.write(topics.get(0), row), row -> rows.write(topics.get(1), row));
      case "bridge" -> new BridgeByHand(row -> rows.write(topics.get(0), row));
      case "ysb" -> new YsbByHand(new RedisViews(redis, redisDatabase));
      default -> throw new IllegalArgumentException("nobody has written " + workload + " by hand");
    };
  }

  /** Shows the query each record. */
  private static final class QueryPass implements Pass {

    private final RowWriter rows;
    private final HandWrittenQuery query;

    QueryPass(
        String workload, String broker, List<String> topics, String redis, int redisDatabase) {
      rows = new RowWriter(broker);
      query = query(workload, rows, topics, redis, redisDatabase);
    }

    @Override
    public void accept(ConsumerRecords<byte[], byte[]> records) {
      for (ConsumerRecord<byte[], byte[]> record : records) {
        query.accept(record.value());
      }
    }

    @Override
    public void finish() {
      query.finish();
      rows.finish();
    }
  }

  /** Writes JSON lines to Kafka. */
  private static final class RowWriter {

    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    RowWriter(String broker) {
      producer =
          new KafkaProducer<>(
              Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker),
              new ByteArraySerializer(),
              new ByteArraySerializer());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback sees a failure
    void write(String topic, byte[] row) {
      producer.send(
          new ProducerRecord<>(topic, row), (metadata, e) -> failure.compareAndSet(null, e));
    }

    void finish() {
      producer.close();
      if (failure.get() != null) {
        throw new IllegalStateException("a row could not be written", failure.get());
      }
    }
  }
}
