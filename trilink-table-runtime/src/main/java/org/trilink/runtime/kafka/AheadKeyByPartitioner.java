/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.util.Objects;
import org.apache.flink.streaming.connectors.kafka.partitioner.FlinkKafkaPartitioner;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.FlinkRuntimeException;
import org.trilink.runtime.placement.KeyPlacementStrategy;

/**
 * Partitions a topic by columns of the rows that are written, for a reader with {@code
 * 'exchange'='ahead-keyby'}. NULLs in these columns are values like any other.
 */
public final class AheadKeyByPartitioner extends FlinkKafkaPartitioner<RowData> {

  private static final long serialVersionUID = 1L;

  private final RowDataKeySelector columns;
  private final RowType keyType;
  private final KeyPlacementStrategy strategy;
  private final String description;

  private transient boolean open;

  /**
   * Creates it.
   *
   * @param columns of the rows that the sink receives
   * @param keyType their names and types in the table
   * @param strategy called with the number of partitions in place of the max parallelism
   * @param description strategy and columns; partitioners with the same description are equal
   */
  public AheadKeyByPartitioner(
      RowDataKeySelector columns,
      RowType keyType,
      KeyPlacementStrategy strategy,
      String description) {
    this.columns = columns;
    this.keyType = keyType;
    this.strategy = strategy;
    this.description = description;
  }

  @Override
  public int partition(
      RowData row, byte[] key, byte[] value, String targetTopic, int[] partitions) {
    if (!open) {
      strategy.open(keyType);
      open = true;
    }
    try {
      int partition = strategy.keyGroup(columns.getKey(row), partitions.length);
      return checked(partition, targetTopic, partitions.length);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new FlinkRuntimeException("A row has no columns to partition by.", e);
    }
  }

  /** Kafka's producer would wait a minute for a partition with a higher number. */
  private int checked(int partition, String topic, int partitions) {
    if (partition < 0 || partition >= partitions) {
      throw new IllegalStateException(
          String.format(
              "Key placement %s put a key into partition %d of topic '%s', but partitions are 0 to"
                  + " %d: correct its keyGroup(key, maxParallelism).",
              strategy.getClass().getName(), partition, topic, partitions - 1));
    }
    return partition;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AheadKeyByPartitioner
        && description.equals(((AheadKeyByPartitioner) other).description)
        && keyType.equals(((AheadKeyByPartitioner) other).keyType);
  }

  @Override
  public int hashCode() {
    return Objects.hash(description, keyType);
  }

  @Override
  public String toString() {
    return "AheadKeyBy(" + description + ")";
  }
}
