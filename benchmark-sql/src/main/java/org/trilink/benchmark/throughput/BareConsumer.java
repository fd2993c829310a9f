package org.trilink.benchmark.throughput;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.trilink.examples.local.Await;

/**
 * Reads partitions to their ends and does nothing with the bytes: what no job that reads them can
 * exceed. The first passes are for the JIT and the broker; then it waits for a sign, so that
 * several begin the last one together, and prints when that began and ended.
 */
public final class BareConsumer {

  private static final int WARM_UP_PASSES = 3;
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration SIGN_LIMIT = Duration.ofMinutes(2);

  private BareConsumer() {}

  /**
   * Arguments: the broker, the topic, partitions with commas between them, the file that this makes
   * when it is ready, the file that it waits for. Prints the start and the end of the last pass in
   * epoch milliseconds.
   */
  public static void main(String[] args) throws IOException {
    List<TopicPartition> partitions =
        Arrays.stream(args[2].split(","))
            .map(partition -> new TopicPartition(args[1], Integer.parseInt(partition)))
            .toList();
    try (KafkaConsumer<byte[], byte[]> consumer = newConsumer(args[0])) {
      for (int pass = 0; pass < WARM_UP_PASSES; pass++) {
        read(consumer, partitions);
      }
      Files.createFile(Path.of(args[3]));
      Await.until("the sign to start", SIGN_LIMIT, () -> Files.exists(Path.of(args[4])));
      long start = System.currentTimeMillis();
      read(consumer, partitions);
      System.out.println(start + " " + System.currentTimeMillis());
    }
  }

  private static void read(
      KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (partitions.stream()
        .anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
      consumer.poll(POLL);
    }
  }

  /** Fetches as Flink's source does, by Kafka's defaults. */
  private static KafkaConsumer<byte[], byte[]> newConsumer(String broker) {
    return new KafkaConsumer<>(
        Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }
}
