/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.watermark.KeyActivity;

class KeyWindowsSerializerTest {

  private static final LogicalType[] TYPES = {
    new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH)
  };

  private final RowDataSerializer accumulators = new RowDataSerializer(TYPES);
  private final KeyWindowsSerializer serializer = KeyWindowsSerializer.of(TYPES);

  private KeyWindows windows() {
    KeyWindows windows = serializer.createInstance();
    windows.insert(0, -10, GenericRowData.of(1L, StringData.fromString("one")));
    windows.insert(1, 20, GenericRowData.of(null, null));
    windows.watermark = 7;
    windows.nextWindowEnd = 20;
    windows.nextFireTime = 19;
    windows.cleanupTimer = -11;
    return windows;
  }

  @Test
  void readsWhatItWrote() throws IOException {
    assertSame(read(serializer, bytesOf(windows())), windows());
    assertSame(read(serializer, bytesOf(serializer.createInstance())), serializer.createInstance());
  }

  @Test
  void leavesOutWhatTheFirstSliceSays() throws IOException {
    KeyWindows tumbling = windows();
    tumbling.nextWindowEnd = -10;
    tumbling.nextFireTime = -11;
    tumbling.cleanupTimer = KeyWindows.NO_CLEANUP_TIMER;
    assertSame(read(serializer, bytesOf(tumbling)), tumbling);
    assertThat(bytesOf(windows())).hasSize(bytesOf(tumbling).length + 3 * Long.BYTES);
    assertThat(bytesOf(serializer.createInstance())).hasSize(2);
  }

  @Test
  void readsWhatWasFiredUnderAFloor() throws IOException {
    KeyWindows withFloor = windows();
    withFloor.fired = 3;
    withFloor.cleanupTimer = Long.MAX_VALUE; // at the end of the input
    assertSame(read(serializer, bytesOf(withFloor)), withFloor);
    assertSame(serializer.copy(withFloor), withFloor);
  }

  @Test
  void knowsWhichAccumulatorsCanGrow() {
    assertThat(canGrow(new BigIntType(), new DecimalType(38, 10), new TimestampType(9))).isFalse();
    assertThat(canGrow(new BooleanType(), new DateType(), new DoubleType())).isFalse();
    assertThat(canGrow(new BigIntType(), new VarCharType(10))).isTrue();
    assertThat(canGrow(new VarBinaryType(10))).isTrue();
    assertThat(canGrow(new ArrayType(new BigIntType()))).isTrue();
    assertThat(canGrow(RowType.of(new VarCharType(10)))).isTrue();
    assertThat(canGrow(CountAndContent.Content.RAW.type())).isTrue();
  }

  private static boolean canGrow(LogicalType... types) {
    return KeyWindowsSerializer.of(types).canGrow();
  }

  @Test
  void readsManySlices() throws IOException {
    KeyWindows many = serializer.createInstance();
    for (int i = 0; i < 300; i++) {
      assertSame(read(serializer, bytesOf(many)), many);
      many.insert(i, i, GenericRowData.of((long) i, null));
    }
  }

  @Test
  void readsActivityIfThereIsOne() throws IOException {
    KeyWindows watched = windows();
    watched.activity = new KeyActivity(3, 4);
    watched.watermark = Long.MIN_VALUE;
    for (KeyWindows same : List.of(read(serializer, bytesOf(watched)), serializer.copy(watched))) {
      assertSame(same, watched);
      assertThat(same.activity).usingRecursiveComparison().isEqualTo(new KeyActivity(3, 4));
      assertThat(same.activity).isNotSameAs(watched.activity);
    }
  }

  @Test
  void copiesBytes() throws IOException {
    DataOutputSerializer target = new DataOutputSerializer(64);
    serializer.copy(new DataInputDeserializer(bytesOf(windows())), target);
    assertThat(target.getCopyOfBuffer()).isEqualTo(bytesOf(windows()));
  }

  @Test
  void copyIsIndependent() {
    GenericRowData accumulator = GenericRowData.of(1L, StringData.fromString("one"));
    KeyWindows original = windows();
    original.setAccumulators(0, accumulator);
    KeyWindows copy = serializer.copy(original);

    accumulator.setField(0, 99L);
    original.watermark = 1_000;
    original.cleanupTimer = 1_000;
    original.remove(1);
    original.insert(0, -20, accumulator);

    assertSame(copy, windows());
  }

  @Test
  void copyTakesNewSlices() {
    KeyWindows copy = serializer.copy(windows());
    copy.insert(2, 30, GenericRowData.of(3L, null));
    assertThat(copy.size()).isEqualTo(3);
    assertThat(copy.end(2)).isEqualTo(30);
  }

  @Test
  void snapshotReadsOldBytesAndFitsTheSameAccumulators() throws IOException {
    TypeSerializerSnapshot<KeyWindows> snapshot = throughSavepoint();
    assertSame(read(snapshot.restoreSerializer(), bytesOf(windows())), windows());
    assertThat(snapshot.restoreSerializer()).isEqualTo(serializer);
    assertThat(snapshot.resolveSchemaCompatibility(serializer).isCompatibleAsIs()).isTrue();
  }

  @Test
  void snapshotRefusesOtherAccumulators() throws IOException {
    KeyWindowsSerializer other = KeyWindowsSerializer.of(new LogicalType[] {new VarCharType()});
    assertThat(throughSavepoint().resolveSchemaCompatibility(other).isIncompatible()).isTrue();
  }

  private TypeSerializerSnapshot<KeyWindows> throughSavepoint() throws IOException {
    DataOutputSerializer target = new DataOutputSerializer(64);
    TypeSerializerSnapshot.writeVersionedSnapshot(target, serializer.snapshotConfiguration());
    return TypeSerializerSnapshot.readVersionedSnapshot(
        new DataInputDeserializer(target.getCopyOfBuffer()), getClass().getClassLoader());
  }

  private byte[] bytesOf(KeyWindows windows) throws IOException {
    DataOutputSerializer target = new DataOutputSerializer(64);
    serializer.serialize(windows, target);
    return target.getCopyOfBuffer();
  }

  private static KeyWindows read(TypeSerializer<KeyWindows> serializer, byte[] bytes)
      throws IOException {
    DataInputDeserializer source = new DataInputDeserializer(bytes);
    KeyWindows windows = serializer.deserialize(source);
    assertThat(source.available()).isZero();
    return windows;
  }

  private void assertSame(KeyWindows actual, KeyWindows expected) {
    assertThat(actual.watermark).isEqualTo(expected.watermark);
    assertThat(actual.nextWindowEnd).isEqualTo(expected.nextWindowEnd);
    assertThat(actual.nextFireTime).isEqualTo(expected.nextFireTime);
    assertThat(actual.cleanupTimer).isEqualTo(expected.cleanupTimer);
    assertThat(actual.fired).isEqualTo(expected.fired);
    assertThat(actual.size()).isEqualTo(expected.size());
    for (int i = 0; i < expected.size(); i++) {
      assertThat(actual.end(i)).isEqualTo(expected.end(i));
      assertThat(accumulators.toBinaryRow(actual.accumulators(i)).copy())
          .isEqualTo(accumulators.toBinaryRow(expected.accumulators(i)).copy());
    }
  }
}
