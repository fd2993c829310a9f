/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkField;
import org.trilink.runtime.flink.SupportedFlink;

/**
 * Puts a partitioner into Flink's Kafka sink, by reflection: its options can only name one that
 * sees no rows.
 */
final class PartitionedKafkaSink {

  private PartitionedKafkaSink() {}

  /**
   * A copy of the sink that partitions its rows.
   *
   * @param physicalType the table's columns, with which the sink's rows begin
   * @throws IllegalArgumentException with the reason, if this is not the Kafka connector that
   *     Trilink supports, or it is where Trilink cannot see it
   */
  public static DynamicTableSink of(
      DynamicTableSink stock, SinkPartitioningSpec partitioning, RowType physicalType) {
    try {
      DynamicTableSink partitioned = stock.copy();
      FlinkField.KAFKA_SINK_PARTITIONER.set(partitioned, partitioning.partitioner(physicalType));
      return partitioned;
    } catch (ReflectiveOperationException | IllegalArgumentException | LinkageError e) {
      throw new IllegalArgumentException(
          "Trilink needs the Kafka connector of "
              + SupportedFlink.NAME
              + ", in the folder where its own jars are: "
              + e,
          e);
    }
  }
}
