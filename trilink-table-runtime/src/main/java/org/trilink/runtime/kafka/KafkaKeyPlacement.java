/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;
import org.trilink.runtime.placement.KeyPlacementStrategy;

/**
 * Partitions as any Kafka producer does by default, by a hash of the record key's bytes. The
 * table's {@code key.format} determines these bytes.
 */
public final class KafkaKeyPlacement implements KeyPlacementStrategy {

  private static final long serialVersionUID = 1L;

  private final SerializationSchema<RowData> keyFormat;

  private transient boolean open;
  private transient RecentPartitions recent;
  private transient int partitionsOfRecent;

  /**
   * Creates it.
   *
   * @param keyFormat serializes the columns of {@code key.fields}
   */
  public KafkaKeyPlacement(SerializationSchema<RowData> keyFormat) {
    this.keyFormat = keyFormat;
  }

  @Override
  public void open(RowType keyType) {
    if (open) {
      return;
    }
    try {
      keyFormat.open(new Context());
    } catch (Exception e) {
      throw new FlinkRuntimeException("The table's key.format cannot be used to write keys.", e);
    }
    open = true;
  }

  /**
   * The partition.
   *
   * @throws IllegalStateException for a key that the format serializes to null: Kafka puts such
   *     records into any partition
   */
  @Override
  public int keyGroup(RowData key, int partitions) {
    if (!(key instanceof BinaryRowData)) {
      return partition(key, partitions);
    }
    if (partitions != partitionsOfRecent) {
      recent = new RecentPartitions();
      partitionsOfRecent = partitions;
    }
    BinaryRowData binaryKey = (BinaryRowData) key;
    int known = recent.find(binaryKey);
    if (known != RecentPartitions.NONE) {
      return known;
    }
    int partition = partition(key, partitions);
    recent.put(binaryKey, partition);
    return partition;
  }

  private int partition(RowData key, int partitions) {
    byte[] bytes = keyFormat.serialize(key);
    if (bytes == null) {
      throw new IllegalStateException(
          "A record's key columns give no record key, because the key.format writes NULL as no key."
              + " Kafka puts records without keys into any partition. Filter such records out where"
              + " the topic is written, or leave 'exchange'='ahead-keyby' out.");
    }
    return KafkaKeyHash.partition(bytes, partitions);
  }

  private static final class Context implements SerializationSchema.InitializationContext {

    @Override
    public MetricGroup getMetricGroup() {
      return new UnregisteredMetricsGroup();
    }

    @Override
    public UserCodeClassLoader getUserCodeClassLoader() {
      return SimpleUserCodeClassLoader.create(Thread.currentThread().getContextClassLoader());
    }
  }
}
