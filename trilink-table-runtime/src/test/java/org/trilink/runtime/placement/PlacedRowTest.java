/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.key.KeyGroupHash;
import org.trilink.runtime.move.protocol.SyncMarker;

/** Rows in an exchange, with the key groups of their keys. */
class PlacedRowTest {

  private static final int MAX_PARALLELISM = 720;
  private static final RowType TYPE =
      RowType.of(new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH));

  private final RowDataSerializer rows = new RowDataSerializer(TYPE);
  private final TypeSerializer<RowData> serializer =
      new PlacedRowTypeInfo(TYPE).createSerializer(new ExecutionConfig());

  @ParameterizedTest
  @EnumSource(RowKind.class)
  void isAPlainBinaryRowBehindTheExchange(RowKind kind) throws IOException {
    RowData row = row(5, "a text that is not stored in the fixed part");
    row.setRowKind(kind);
    RowData received = send(placed(row, 700));
    assertThat(received).isEqualTo(rows.toBinaryRow(row));
    assertThat(received).hasSameHashCodeAs(rows.toBinaryRow(row));
    assertThat(received.getRowKind()).isEqualTo(kind);
  }

  @Test
  void carriesItsKeyGroupOnBothSides() throws IOException {
    for (int keyGroup = 0; keyGroup < MAX_PARALLELISM; keyGroup++) {
      PlacedRow placed = placed(row(keyGroup, "x"), keyGroup);
      assertThat(PlacedRow.keyGroupOf(placed, MAX_PARALLELISM)).isEqualTo(keyGroup);
      assertThat(PlacedRow.keyGroupOf(send(placed), MAX_PARALLELISM)).isEqualTo(keyGroup);
    }
  }

  @Test
  void binaryRowsOfManySegmentsAreSent() throws IOException {
    BinaryRowData whole = rows.toBinaryRow(row(1, "a text of a few segments")).copy();
    assertThat(send(placed(inSegments(whole, 16), 3))).isEqualTo(whole);
  }

  private static BinaryRowData inSegments(BinaryRowData row, int segmentBytes) {
    int segments = (row.getSizeInBytes() + segmentBytes - 1) / segmentBytes;
    MemorySegment[] parts = new MemorySegment[segments];
    for (int i = 0; i < segments; i++) {
      parts[i] = MemorySegmentFactory.wrap(new byte[segmentBytes]);
      int start = i * segmentBytes;
      row.getSegments()[0].copyTo(
          start, parts[i], 0, Math.min(segmentBytes, row.getSizeInBytes() - start));
    }
    BinaryRowData split = new BinaryRowData(row.getArity());
    split.pointTo(parts, 0, row.getSizeInBytes());
    return split;
  }

  @Test
  void canBeSentOn() throws IOException {
    RowData received = send(placed(row(1, "x"), 77));
    assertThat(PlacedRow.keyGroupOf(send(received), MAX_PARALLELISM)).isEqualTo(77);
  }

  @Test
  void isCopiedBetweenBuffers() throws IOException {
    DataOutputSerializer first = new DataOutputSerializer(16);
    serializer.serialize(placed(row(1, "x"), 77), first);
    serializer.serialize(placed(row(2, "y"), 78), first);
    DataOutputSerializer second = new DataOutputSerializer(1024);
    DataInputDeserializer in = new DataInputDeserializer(first.getCopyOfBuffer());
    serializer.copy(in, second);
    serializer.copy(in, second);
    assertThat(second.getCopyOfBuffer()).isEqualTo(first.getCopyOfBuffer());
  }

  @Test
  void copiesCarryTheirKeyGroupBeforeTheExchange() {
    GenericRowData row = row(1, "x");
    RowData copy = serializer.copy(placed(row, 77));
    row.setField(0, 2L);
    assertThat(copy.getLong(0)).isEqualTo(1);
    assertThat(PlacedRow.keyGroupOf(copy, MAX_PARALLELISM)).isEqualTo(77);
  }

  @Test
  void copiesCarryTheirKeyGroupBehindTheExchange() throws IOException {
    BinaryRowData received = (BinaryRowData) send(placed(row(1, "x"), 77));
    RowData copy = serializer.copy(received);
    received.setLong(0, 2);
    assertThat(copy.getLong(0)).isEqualTo(1);
    assertThat(copy.getString(1)).hasToString("x");
    assertThat(PlacedRow.keyHashOf(copy)).isEqualTo(PlacedRow.keyHashOf(received));
    assertThat(PlacedRow.keyGroupOf(copy, MAX_PARALLELISM)).isEqualTo(77);
  }

  @Test
  void itsSerializerIsThatOfItsType() {
    assertThat(serializer.duplicate()).isEqualTo(serializer);
    assertThat(serializer.snapshotConfiguration().restoreSerializer()).isEqualTo(serializer);
    assertThat(new PlacedRowTypeInfo(TYPE)).isEqualTo(new PlacedRowTypeInfo(TYPE));
    assertThat(new PlacedRowTypeInfo(TYPE))
        .isNotEqualTo(new PlacedRowTypeInfo(RowType.of(new BigIntType())));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 60, 720})
  void goesToTheSubtaskThatHasTheStateOfItsKey(int parallelism) throws Exception {
    CarriedPartitioner partitioner = new CarriedPartitioner("least-key", MAX_PARALLELISM);
    partitioner.setup(parallelism);
    CarriedKeySelector selector =
        new CarriedKeySelector(
            ProjectedKeys.firstColumns(Keys.BIGINT), "least-key", MAX_PARALLELISM);
    for (int keyGroup = 0; keyGroup < MAX_PARALLELISM; keyGroup++) {
      PlacedRow placed = placed(row(4711, "x"), keyGroup);
      RowData received = send(placed);
      RowData key = selector.getKey(received);
      int subtask =
          KeyGroupRangeAssignment.assignKeyToParallelOperator(key, MAX_PARALLELISM, parallelism);
      assertThat(channel(partitioner, placed)).isEqualTo(subtask);
      assertThat(channel(partitioner, received)).isEqualTo(subtask);
      assertThat(KeyGroupRangeAssignment.assignToKeyGroup(key, MAX_PARALLELISM))
          .isEqualTo(keyGroup);
      assertThat(key.getLong(0)).isEqualTo(4711);
    }
  }

  /** An unaligned checkpoint stores markers, too; they are of Syncs that are over. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 720})
  void aMarkerCanBeRestoredAtAnyParallelism(int parallelism) throws IOException {
    CarriedPartitioner partitioner = new CarriedPartitioner("least-key", MAX_PARALLELISM);
    partitioner.setup(parallelism);
    MarkerRow marker = new MarkerRow(new SyncMarker(3, 0, 1));
    PlacedRow placed = new PlacedRow().replace(marker, MAX_PARALLELISM - 1, 0);
    RowData received = send(placed);
    assertThat(received).isInstanceOf(MarkerRow.class);
    assertThat(channel(partitioner, placed)).isEqualTo(parallelism - 1);
    assertThat(channel(partitioner, received)).isBetween(0, parallelism - 1);
  }

  @Test
  void rowsWithoutKeyGroupAreRefused() {
    CarriedKeySelector selector =
        new CarriedKeySelector(
            ProjectedKeys.firstColumns(Keys.BIGINT), "least-key", MAX_PARALLELISM);
    assertThatThrownBy(() -> selector.getKey(rows.toBinaryRow(row(1, "x")).copy()))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> selector.getKey(row(1, "x")))
        .isInstanceOf(IllegalStateException.class);
  }

  private RowData send(RowData row) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(16);
    serializer.serialize(row, out);
    return serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
  }

  private static int channel(CarriedPartitioner partitioner, RowData row) {
    SerializationDelegate<StreamRecord<RowData>> delegate = new SerializationDelegate<>(null);
    delegate.setInstance(new StreamRecord<>(row));
    return partitioner.selectChannel(delegate);
  }

  private static GenericRowData row(long number, String text) {
    return GenericRowData.of(number, StringData.fromString(text));
  }

  private static PlacedRow placed(RowData row, int keyGroup) {
    int hash = KeyGroupHash.hashFor(keyGroup, MAX_PARALLELISM, row.hashCode());
    return new PlacedRow().replace(row, keyGroup, hash);
  }
}
