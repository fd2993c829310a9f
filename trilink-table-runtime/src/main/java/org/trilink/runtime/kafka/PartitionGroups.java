/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Which key group has the state of a partition's keys, and so, which subtask is to read it. All
 * keys of partition p of P are in one of the M key groups from p * M / P to (p + 1) * M / P
 * (exclusive): the first of them. So there is one subtask that owns them all, at any parallelism,
 * whether partitions, key groups and subtasks divide evenly or not.
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
