/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.peers;

import java.time.Duration;

/**
 * A Kafka Streams program, and how it is set.
 *
 * @param inMemory whether state is in memory; else in RocksDB
 * @param grace how long windows stay open for late records; of {@link Api#DSL} only
 */
record KafkaStreamsVariant(Api api, boolean inMemory, Duration grace) {

  /** As the programs name them. */
  enum Api {
    PROCESSOR,
    DSL
  }
}
