/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.trilink.benchmark.run.BenchmarkContext;
import org.trilink.launcher.local.TrilinkHome;

/**
 * The class paths of peers whose jars are others than the project's; empty if they are not wanted.
 */
record PeerJars(List<Path> flink, List<Path> kafkaStreams) {

  private static final String FLINK = "flink-1.20";
  private static final String KAFKA_STREAMS = "kafka-streams";

  /** The peers that need each project. */
  static final Map<String, Set<Peer>> PEERS_OF_PROJECTS =
      Map.of(
          FLINK,
          Set.of(Peer.FLINK_1_20),
          KAFKA_STREAMS,
          Set.of(
              Peer.PROCESSOR_IN_MEMORY,
              Peer.PROCESSOR_ROCKSDB,
              Peer.DSL_IN_MEMORY,
              Peer.DSL_ROCKSDB));

  /** Loads and builds what some peers need. */
  static PeerJars load(Set<Peer> peers, BenchmarkContext context) {
    return new PeerJars(load(FLINK, peers, context), load(KAFKA_STREAMS, peers, context));
  }

  private static List<Path> load(String name, Set<Peer> peers, BenchmarkContext context) {
    if (Collections.disjoint(peers, PEERS_OF_PROJECTS.get(name))) {
      return List.of();
    }
    context.progress().note("loading and building %s with Maven".formatted(name));
    return PeerProject.named(name, context.home()).build();
  }

  /** Their versions, for a result's settings. */
  static Map<String, String> versions(TrilinkHome home) {
    PeerProject flink = PeerProject.named(FLINK, home);
    return Map.of(
        "Flink 1.20",
        flink.version("flink.version")
            + ", its Kafka connector "
            + flink.version("flink-connector-kafka.version"),
        "Kafka Streams",
        PeerProject.named(KAFKA_STREAMS, home).version("kafka.version"));
  }
}
