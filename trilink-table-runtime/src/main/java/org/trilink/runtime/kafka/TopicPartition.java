/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

/** A partition, parsed from the id of a split of Flink's Kafka source: {@code readings-3}. */
final class TopicPartition {

  private final String splitId;
  private final String topic;
  private final int partition;

  private TopicPartition(String splitId, String topic, int partition) {
    this.splitId = splitId;
    this.topic = topic;
    this.partition = partition;
  }

  static TopicPartition ofSplit(String splitId) {
    int dash = splitId.lastIndexOf('-');
    return new TopicPartition(
        splitId, splitId.substring(0, dash), Integer.parseInt(splitId.substring(dash + 1)));
  }

  String topic() {
    return topic;
  }

  int partition() {
    return partition;
  }

  @Override
  public String toString() {
    return splitId;
  }
}
