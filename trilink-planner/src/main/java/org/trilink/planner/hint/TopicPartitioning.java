/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

/** Who has partitioned the topic that is read: the values of {@code ahead-keyby.partitioned-by}. */
public enum TopicPartitioning {
  /** Trilink, in the Kafka sink that wrote the topic. */
  TRILINK,
  /** Any producer that partitions by the record key, as Kafka does by default. */
  KAFKA_KEY
}
