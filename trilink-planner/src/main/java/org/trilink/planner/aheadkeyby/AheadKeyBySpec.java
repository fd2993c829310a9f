/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;

/** Where the keys of an operator without exchange are, as stored in a plan. */
@JsonIgnoreProperties(ignoreUnknown = true)
final class AheadKeyBySpec {

  private static final String FIELD_NAME_TOPIC = "topic";
  private static final String FIELD_NAME_PARTITION_COLUMNS = "partitionColumns";
  private static final String FIELD_NAME_MAX_PARALLELISM = "maxParallelism";

  @JsonProperty(FIELD_NAME_TOPIC)
  private final TopicPartitioningSpec topic;

  @JsonProperty(FIELD_NAME_PARTITION_COLUMNS)
  private final int[] partitionColumns;

  @JsonProperty(FIELD_NAME_MAX_PARALLELISM)
  private final int maxParallelism;

  /**
   * Creates it.
   *
   * @param topic how the topic, or each of a join, is partitioned
   * @param partitionColumns which of the operator's keys are the partition columns, in their order
   */
  @JsonCreator
  public AheadKeyBySpec(
      @JsonProperty(FIELD_NAME_TOPIC) TopicPartitioningSpec topic,
      @JsonProperty(FIELD_NAME_PARTITION_COLUMNS) int[] partitionColumns,
      @JsonProperty(FIELD_NAME_MAX_PARALLELISM) int maxParallelism) {
    this.topic = topic;
    this.partitionColumns = partitionColumns.clone();
    this.maxParallelism = maxParallelism;
  }

  TopicPartitioningSpec topic() {
    return topic;
  }

  int[] partitionColumns() {
    return partitionColumns.clone();
  }

  int maxParallelism() {
    return maxParallelism;
  }
}
