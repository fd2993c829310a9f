/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.peers;

import java.time.Duration;
import org.apache.kafka.streams.Topology;

/** The query in each of Kafka Streams' interfaces. */
enum Programs {
  PROCESSOR {
    @Override
    Topology topology(PeerTopics topics, boolean inMemory, Duration grace, PeerProgress progress) {
      return ByProcessor.topology(topics, inMemory, progress);
    }
  },
  DSL {
    @Override
    Topology topology(PeerTopics topics, boolean inMemory, Duration grace, PeerProgress progress) {
      return ByDsl.topology(topics, inMemory, grace, progress);
    }
  };

  /**
   * The topology.
   *
   * @param inMemory or in RocksDB
   * @param grace how long windows stay open for late readings, where stream time closes them
   * @param progress is told of each reading
   */
  abstract Topology topology(
      PeerTopics topics, boolean inMemory, Duration grace, PeerProgress progress);
}
