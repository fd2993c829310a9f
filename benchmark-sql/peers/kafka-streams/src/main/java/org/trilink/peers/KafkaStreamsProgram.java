/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.peers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/**
 * One node of a Kafka Streams application that has the query, with one thread. It joins its group
 * paused, so that all nodes have their partitions before the first reading is processed.
 */
public final class KafkaStreamsProgram {

  private static final long POLL_MILLIS = 20;
  private static final Duration CLOSE_LIMIT = Duration.ofMinutes(2);

  private KafkaStreamsProgram() {}

  /**
   * Arguments: the broker; the application's id; this node's client id; the topics of input, end,
   * windows and alerts; PROCESSOR or DSL; whether state is in memory, not in RocksDB; the grace in
   * milliseconds; the folder for state; and the file that lets it start, in which are the number of
   * readings that it will get, that of those before the clock starts, and that of its partitions.
   * Prints the times at which the timed part began and ended, and its CPU time in nanoseconds.
   */
  public static void main(String[] args) throws Exception {
    PeerProgress progress = new PeerProgress();
    PeerTopics topics = new PeerTopics(args[3], args[4], args[5], args[6]);
    boolean inMemory = Boolean.parseBoolean(args[8]);
    Duration grace = Duration.ofMillis(Long.parseLong(args[9]));
    Topology topology =
        switch (args[7]) {
          case "PROCESSOR" -> ByProcessor.topology(topics, inMemory, progress);
          case "DSL" -> ByDsl.topology(topics, inMemory, grace, progress);
          default -> throw new IllegalArgumentException("no program " + args[7]);
        };
    try (KafkaStreams streams = new KafkaStreams(topology, settings(args))) {
      streams.setUncaughtExceptionHandler(
          failure -> {
            failure.printStackTrace();
            progress.fail();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
          });
      streams.pause();
      streams.start();
      String[] expected = await(Path.of(args[11])).strip().split(" ", 3);
      progress.expect(
          Long.parseLong(expected[0]), Long.parseLong(expected[1]), Integer.parseInt(expected[2]));
      streams.resume();
      String timed = progress.awaitAllRead();
      if (timed.isEmpty()) {
        System.exit(1);
      }
      System.out.println(timed);
      progress.awaitEnded();
      // commits, and sends what is in caches
      if (!streams.close(CLOSE_LIMIT)) {
        System.err.println("the application did not end in time");
        System.exit(1);
      }
    }
  }

  private static String await(Path file) throws Exception {
    while (!Files.exists(file)) {
      Thread.sleep(POLL_MILLIS);
    }
    return Files.readString(file);
  }

  /**
   * Defaults, but for what says how often results are committed, as Flink's checkpoints do, and for
   * fetches: that of the second topic, which is empty until the end, would hold back those of the
   * input, half a second a megabyte.
   */
  private static Properties settings(String[] args) {
    Properties settings = new Properties();
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
    settings.put(StreamsConfig.CLIENT_ID_CONFIG, args[2]);
    settings.put(StreamsConfig.STATE_DIR_CONFIG, args[10]);
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 5_000);
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1);
    settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, 1);
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 1);
    return settings;
  }
}
