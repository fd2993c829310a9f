/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.FlinkRuntimeException;
import org.trilink.runtime.placement.KeyPlacementStrategy;

/**
 * Puts a key's state in the subtask that reads its partition: computes the partition of the key,
 * then the key group of the partition.
 */
public final class PartitionPlacement implements KeyPlacementStrategy {

  private static final long serialVersionUID = 1L;

  @Nullable private final RowDataKeySelector partitionColumns;
  private final RowType partitionKeyType;
  private final KeyPlacementStrategy partitioner;
  private final int partitions;

  /**
   * Creates it.
   *
   * @param partitionColumns the columns of the key by which the topic is partitioned; null for all
   *     of them
   * @param partitionKeyType their names and types in the table
   * @param partitioner called with the number of partitions in place of the max parallelism
   */
  public PartitionPlacement(
      @Nullable RowDataKeySelector partitionColumns,
      RowType partitionKeyType,
      KeyPlacementStrategy partitioner,
      int partitions) {
    this.partitionColumns = partitionColumns;
    this.partitionKeyType = partitionKeyType;
    this.partitioner = partitioner;
    this.partitions = partitions;
  }

  /** The partitioner is opened with the columns' names in the table, not those in the query. */
  @Override
  public void open(RowType keyType) {
    partitioner.open(partitionKeyType);
  }

  @Override
  public int keyGroup(RowData key, int maxParallelism) {
    int partition = partitioner.keyGroup(partitionKey(key), partitions);
    return PartitionGroups.groupOf(partition, partitions, maxParallelism);
  }

  private RowData partitionKey(RowData key) {
    if (partitionColumns == null) {
      return key;
    }
    try {
      return partitionColumns.getKey(key);
    } catch (Exception e) {
      throw new FlinkRuntimeException("A key has no columns to partition by.", e);
    }
  }
}
