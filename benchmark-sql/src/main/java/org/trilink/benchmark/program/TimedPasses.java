/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.trilink.examples.workload.TopicRows;
import org.trilink.launcher.local.Await;

/**
 * Reads partitions to their ends again and again. What it reads in the first seconds is for the JIT
 * and the broker; then it waits for a sign, so that several processes begin the last pass together,
 * and prints what that took.
 */
final class TimedPasses {

  /** How many arguments are its own. */
  static final int ARGUMENTS = 5;

  private static final Duration WARM_UP = Duration.ofSeconds(3);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration SIGN_LIMIT = Duration.ofMinutes(2);

  private final String broker;
  private final List<TopicPartition> partitions;
  private final Path ready;
  private final Path go;

  /**
   * @param args the broker, the topic, partitions with commas between them, the file that this
   *     makes when it is ready, the file that it waits for; what follows is not its own
   */
  TimedPasses(String[] args) {
    broker = args[0];
    partitions =
        Arrays.stream(args[2].split(","))
            .map(partition -> new TopicPartition(args[1], Integer.parseInt(partition)))
            .toList();
    ready = Path.of(args[3]);
    go = Path.of(args[4]);
  }

  /** Prints what the last pass took, a {@link Timed}. */
  void run(Supplier<? extends Pass> warmUp, Supplier<? extends Pass> measured) throws IOException {
    // fetches as Flink's source does, by Kafka's defaults
    try (KafkaConsumer<byte[], byte[]> consumer = TopicRows.consumer(broker, Map.of())) {
      long warm = System.nanoTime() + WARM_UP.toNanos();
      do {
        Pass pass = warmUp.get();
        read(consumer, pass);
        pass.finish();
      } while (System.nanoTime() - warm < 0);
      Pass pass = measured.get();
      Files.createFile(ready);
      Await.until("the sign to start", SIGN_LIMIT, () -> Files.exists(go));
      long startMs = System.currentTimeMillis();
      long cpuStart = Timed.cpuNanosNow();
      read(consumer, pass);
      Timed timed = new Timed(startMs, System.currentTimeMillis(), Timed.cpuNanosNow() - cpuStart);
      pass.finish();
      System.out.println(timed);
    }
  }

  private void read(KafkaConsumer<byte[], byte[]> consumer, Pass pass) {
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (partitions.stream()
        .anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
      pass.accept(consumer.poll(POLL));
    }
  }
}
