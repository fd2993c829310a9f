/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

class KafkaKeyPlacementTest {

  private static final RowType KEY_TYPE = RowType.of(new BigIntType());
  private static final int PARTITIONS = 7;

  private final BinaryRowData key = new BinaryRowData(1);
  private final BinaryRowWriter writer = new BinaryRowWriter(key);
  private int serialized;

  @Test
  void remembersRecentKeysAndNeverAnotherKeysPartition() {
    KafkaKeyPlacement placement = open(this::digits);
    Random random = new Random(1);
    int calls = 200_000;

    for (int i = 0; i < calls; i++) {
      // some keys repeatedly, and more others than fit into the cache
      long id = i % 2 == 0 ? random.nextInt(100) : random.nextInt(100_000);
      assertThat(placement.keyGroup(key(id), PARTITIONS))
          .as("key %d", id)
          .isEqualTo(KafkaKeyHash.partition(digits(id), PARTITIONS));
    }

    assertThat(serialized).isLessThan(calls / 2 + calls / 8);
  }

  @Test
  void remembersNothingOfAnotherNumberOfPartitions() {
    KafkaKeyPlacement placement = open(this::digits);

    for (int partitions = 1; partitions < 20; partitions++) {
      assertThat(placement.keyGroup(key(42), partitions))
          .isEqualTo(KafkaKeyHash.partition(digits(42), partitions));
    }
  }

  @Test
  void computesWhatIsNoBinaryRow() {
    KafkaKeyPlacement placement = open(this::digits);

    assertThat(placement.keyGroup(GenericRowData.of(42L), PARTITIONS))
        .isEqualTo(KafkaKeyHash.partition(digits(42), PARTITIONS));
  }

  @Test
  void refusesAKeyThatIsWrittenAsNone() {
    KafkaKeyPlacement placement = open(key -> null);

    assertThatThrownBy(() -> placement.keyGroup(key(42), PARTITIONS))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Filter such records out where the topic is written");
  }

  private static KafkaKeyPlacement open(SerializationSchema<RowData> keyFormat) {
    KafkaKeyPlacement placement = new KafkaKeyPlacement(keyFormat);
    placement.open(KEY_TYPE);
    return placement;
  }

  private byte[] digits(RowData key) {
    serialized++;
    return digits(key.getLong(0));
  }

  private static byte[] digits(long id) {
    return Long.toString(id).getBytes(StandardCharsets.US_ASCII);
  }

  private BinaryRowData key(long id) {
    writer.reset();
    writer.writeLong(0, id);
    writer.complete();
    return key;
  }
}
