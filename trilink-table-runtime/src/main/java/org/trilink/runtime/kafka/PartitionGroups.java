/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * The key group with the state of a partition's keys, and so the subtask that reads the partition.
 * Of the M key groups, those from p * M / P to (p + 1) * M / P (exclusive) belong to partition p of
 * P. All keys of the partition are in the first of them. So there is one subtask that owns them
 * all, at any parallelism, even if partitions, key groups and subtasks are not multiples of each
 * other.
 */
public final class PartitionGroups {

  private PartitionGroups() {}

  /**
   * The key group of a partition's keys.
   *
   * @param partition 0 to {@code partitions - 1}
   * @param maxParallelism the number of key groups, not less than that of partitions
   */
  static int groupOf(int partition, int partitions, int maxParallelism) {
    return (int) (((long) partition * maxParallelism + partitions - 1) / partitions);
  }

  /** The subtask that has that key group, and reads the partition. */
  static int ownerOf(int partition, int partitions, int maxParallelism, int parallelism) {
    return KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
        maxParallelism, parallelism, groupOf(partition, partitions, maxParallelism));
  }
}
