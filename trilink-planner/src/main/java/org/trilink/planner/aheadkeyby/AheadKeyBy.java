/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.ArrayList;
import java.util.List;

/** An operator without exchange as planned: what it reads, and how EXPLAIN shows it. */
final class AheadKeyBy {

  private final List<TopicPartitioningSpec> topics;
  private final int[] partitionColumns;
  private final int maxParallelism;
  private final String description;

  /**
   * Creates it.
   *
   * @param topics one for each input of the operator
   * @param partitionColumns which of the operator's keys are the topics' partition columns
   * @param description the settings, and where each was set
   */
  public AheadKeyBy(
      List<TopicPartitioningSpec> topics,
      int[] partitionColumns,
      int maxParallelism,
      String description) {
    this.topics = new ArrayList<>(topics);
    this.partitionColumns = partitionColumns.clone();
    this.maxParallelism = maxParallelism;
    this.description = description;
  }

  /** The topic that an input of the operator reads, and how it is partitioned. */
  public TopicPartitioningSpec topic(int input) {
    return topics.get(input);
  }

  /** The max parallelism of the operator, its sources and all between. */
  public int maxParallelism() {
    return maxParallelism;
  }

  AheadKeyBySpec spec() {
    return new AheadKeyBySpec(topics.get(0), partitionColumns, maxParallelism);
  }

  @Override
  public String toString() {
    return description;
  }
}
