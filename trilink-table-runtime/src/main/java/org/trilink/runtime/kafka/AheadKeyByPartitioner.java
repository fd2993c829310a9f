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
      return strategy.keyGroup(columns.getKey(row), partitions.length);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new FlinkRuntimeException("A row has no columns to partition by.", e);
    }
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
