/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.FlinkRuntimeException;
import org.trilink.runtime.flink.SupportedFlink;
import org.trilink.runtime.key.KeyNumber;
import org.trilink.runtime.placement.KeyPlacementStrategy;

/**
 * Checks whether a record is in the partition that its key belongs to. The key's state is in the
 * subtask that reads that partition. A record from another partition would be aggregated
 * separately, so it fails the job.
 */
public final class PartitionCheck implements RecordCheck, Serializable {

  private static final long serialVersionUID = 1L;

  private final RowDataKeySelector columns;
  private final RowType keyType;
  private final KeyPlacementStrategy partitioner;
  private final String partitionedBy;
  private final int partitions;

  /** The cache of keys; null if keys have no numbers. */
  @Nullable private final KeyNumber number;

  private transient boolean open;
  private transient VerifiedKeyCache verified;

  /**
   * Creates it.
   *
   * @param columns of the rows that the source reads
   * @param number of a row's key, with which it is looked up in the cache; null if it has none
   * @param keyType their names and types in the table
   * @param partitionedBy how the topic is partitioned, for messages: "trilink, modulo"
   */
  public PartitionCheck(
      RowDataKeySelector columns,
      @Nullable KeyNumber number,
      RowType keyType,
      KeyPlacementStrategy partitioner,
      String partitionedBy,
      int partitions) {
    this.columns = columns;
    this.number = number;
    this.keyType = keyType;
    this.partitioner = partitioner;
    this.partitionedBy = partitionedBy;
    this.partitions = partitions;
  }

  int partitions() {
    return partitions;
  }

  /** For messages: {@code trilink, modulo, over 8 partitions}. */
  @Override
  public String toString() {
    return partitionedBy + ", over " + partitions + " partitions";
  }

  /**
   * Checks one record.
   *
   * @throws FlinkRuntimeException that names key, topic, both partitions and the remedy
   */
  @Override
  public void check(RowData row, TopicPartition found) {
    if (!open) {
      partitioner.open(keyType);
      verified = new VerifiedKeyCache();
      open = true;
    }
    if (number == null || number.isNull(row)) {
      compute(row, found);
    } else if (!verified.isIn(number.of(row), found.partition())) {
      compute(row, found);
      verified.put(number.of(row), found.partition());
    }
  }

  @Override
  public void checkOfNoPartition() {
    throw new IllegalStateException(
        "The source emitted a record without its partition, so 'exchange'='ahead-keyby' cannot"
            + " check the record. Trilink supports the Kafka connector of "
            + SupportedFlink.NAME
            + ".");
  }

  private void compute(RowData row, TopicPartition found) {
    RowData key = key(row);
    int expected = partitioner.keyGroup(key, partitions);
    if (expected != found.partition()) {
      throw misplaced(key, found, expected);
    }
  }

  private RowData key(RowData row) {
    try {
      return columns.getKey(row);
    } catch (Exception e) {
      throw new FlinkRuntimeException("A row has no columns to partition by.", e);
    }
  }

  private FlinkRuntimeException misplaced(RowData key, TopicPartition found, int expected) {
    return new FlinkRuntimeException(
        String.format(
            "A record with the key (%s) is in partition %d of topic '%s', but by"
                + " 'ahead-keyby.partitioned-by' = %s the key belongs to partition %d of %d."
                + " Another producer wrote the record, or it was written before partitions were"
                + " added. Set how the topic is partitioned ('ahead-keyby.keys' behind the table,"
                + " 'ahead-keyby.partitioned-by', 'partition'), or leave 'exchange'='ahead-keyby'"
                + " out.",
            describe(key), found.partition(), found.topic(), partitionedBy, expected, partitions));
  }

  private String describe(RowData key) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < keyType.getFieldCount(); i++) {
      Object value = RowData.createFieldGetter(keyType.getTypeAt(i), i).getFieldOrNull(key);
      columns.add(keyType.getFieldNames().get(i) + "=" + value);
    }
    return String.join(", ", columns);
  }
}
