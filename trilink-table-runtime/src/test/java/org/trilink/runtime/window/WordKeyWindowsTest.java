/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Accumulators of 8 bytes each: values and bytes are those of Flink's own rows. */
class WordKeyWindowsTest {

  private static final long END = 60_000;

  /** A type that fits, with a generator of its values. */
  private record Fitting(LogicalType type, Function<Random, Object> value) {}

  private static final Fitting[] FITTING = {
    new Fitting(new BooleanType(), Random::nextBoolean),
    new Fitting(new TinyIntType(), random -> (byte) random.nextInt()),
    new Fitting(new SmallIntType(), random -> (short) random.nextInt()),
    new Fitting(new IntType(), Random::nextInt),
    new Fitting(new DateType(), Random::nextInt),
    new Fitting(new BigIntType(), Random::nextLong),
    new Fitting(new FloatType(), random -> Float.intBitsToFloat(random.nextInt())),
    new Fitting(new DoubleType(), random -> Double.longBitsToDouble(random.nextLong())),
    new Fitting(
        new TimestampType(3), random -> TimestampData.fromEpochMillis(random.nextInt() * 7L)),
    new Fitting(
        new LocalZonedTimestampType(0), random -> TimestampData.fromEpochMillis(random.nextInt()))
  };

  private static final LogicalType[] TYPES =
      Arrays.stream(FITTING).map(Fitting::type).toArray(LogicalType[]::new);

  private final RowDataSerializer rows = new RowDataSerializer(TYPES);
  private final KeyWindowsSerializer serializer = KeyWindowsSerializer.of(TYPES);

  @Test
  void saysWhatItWasTold() {
    Random random = new Random(1);
    KeyWindows windows = serializer.createInstance();
    windows.insert(0, END, row(random));
    for (int i = 0; i < 1_000; i++) {
      RowData row = row(random);
      windows.setAccumulators(0, row);
      assertThat(rows.toBinaryRow(windows.accumulators(0)).copy())
          .isEqualTo(rows.toBinaryRow(row).copy());
    }
  }

  @Test
  void writesAndReadsTheBytesOfFlinksRows() throws IOException {
    Random random = new Random(2);
    for (int i = 0; i < 1_000; i++) {
      RowData row = row(random);
      KeyWindows windows = serializer.createInstance();
      windows.insert(0, END, row);
      DataOutputSerializer expected = new DataOutputSerializer(64);
      expected.writeLong(END);
      rows.serialize(row, expected);
      DataOutputSerializer written = new DataOutputSerializer(64);
      windows.writeSlices(rows, written);
      assertThat(written.getCopyOfBuffer()).isEqualTo(expected.getCopyOfBuffer());

      KeyWindows read = serializer.createInstance();
      read.readSlices(1, rows, new DataInputDeserializer(written.getCopyOfBuffer()));
      assertThat(read.end(0)).isEqualTo(END);
      assertThat(rows.toBinaryRow(read.accumulators(0)).copy())
          .isEqualTo(rows.toBinaryRow(row).copy());
    }
  }

  @Test
  void copyIsIndependent() {
    Random random = new Random(3);
    RowData row = row(random);
    KeyWindows windows = serializer.createInstance();
    windows.insert(0, END, row);
    KeyWindows copy = serializer.copy(windows);
    windows.setAccumulators(0, row(random));
    windows.insert(1, 2 * END, row(random));
    assertThat(copy.size()).isEqualTo(1);
    assertThat(rows.toBinaryRow(copy.accumulators(0)).copy())
        .isEqualTo(rows.toBinaryRow(row).copy());
  }

  @Test
  void savepointRestoresTheSameWay() throws IOException {
    DataOutputSerializer target = new DataOutputSerializer(64);
    TypeSerializerSnapshot.writeVersionedSnapshot(target, serializer.snapshotConfiguration());
    TypeSerializerSnapshot<KeyWindows> snapshot =
        TypeSerializerSnapshot.readVersionedSnapshot(
            new DataInputDeserializer(target.getCopyOfBuffer()), getClass().getClassLoader());
    TypeSerializer<KeyWindows> restored = snapshot.restoreSerializer();
    assertThat(restored).isEqualTo(serializer);
    assertThat(restored.createInstance()).isInstanceOf(WordKeyWindows.class);
    assertThat(snapshot.resolveSchemaCompatibility(serializer).isCompatibleAsIs()).isTrue();
  }

  /**
   * The first version of the snapshot had no information on words, as accumulators were kept as
   * rows.
   */
  @Test
  void savepointOfTheFirstVersionIsRead() throws IOException {
    KeyWindowsSerializer ofCounts = KeyWindowsSerializer.of(new LogicalType[] {new BigIntType()});
    DataOutputSerializer target = new DataOutputSerializer(64);
    TypeSerializerSnapshot.writeVersionedSnapshot(target, ofCounts.snapshotConfiguration());
    byte[] second = target.getCopyOfBuffer();
    int version = 2 + KeyWindowsSerializer.Snapshot.class.getName().length() + 2 * Integer.BYTES;
    int words = 1 + Integer.BYTES + 2 + "LONG".length();
    byte[] first = new byte[second.length - words];
    System.arraycopy(second, 0, first, 0, version);
    first[version + Integer.BYTES - 1] = 1;
    int nested = version + Integer.BYTES;
    System.arraycopy(second, nested + words, first, nested, first.length - nested);

    TypeSerializerSnapshot<KeyWindows> snapshot =
        TypeSerializerSnapshot.readVersionedSnapshot(
            new DataInputDeserializer(first), getClass().getClassLoader());
    assertThat(snapshot.resolveSchemaCompatibility(ofCounts).isCompatibleAsIs()).isTrue();
    TypeSerializer<KeyWindows> restored = snapshot.restoreSerializer();
    assertThat(restored.createInstance()).isInstanceOf(RowKeyWindows.class);

    KeyWindows windows = ofCounts.createInstance();
    windows.insert(0, END, GenericRowData.of(7L));
    DataOutputSerializer written = new DataOutputSerializer(64);
    ofCounts.serialize(windows, written);
    KeyWindows read = restored.deserialize(new DataInputDeserializer(written.getCopyOfBuffer()));
    assertThat(read.end(0)).isEqualTo(END);
    assertThat(read.accumulators(0).getLong(0)).isEqualTo(7);
  }

  @Test
  void refusesBytesOfOtherAccumulators() throws IOException {
    DataOutputSerializer written = new DataOutputSerializer(64);
    written.writeLong(END);
    new RowDataSerializer(new BigIntType()).serialize(GenericRowData.of(1L), written);
    assertThatThrownBy(
            () ->
                serializer
                    .createInstance()
                    .readSlices(1, rows, new DataInputDeserializer(written.getCopyOfBuffer())))
        .hasMessageContaining("16 bytes")
        .hasMessageContaining("should have 88");
  }

  static Stream<List<LogicalType>> notFitting() {
    return Stream.of(
        List.of(new BigIntType(), new VarCharType()),
        List.of(new DecimalType(10, 2)),
        List.of(new TimestampType(6)),
        Collections.nCopies(57, new BigIntType()));
  }

  @ParameterizedTest
  @MethodSource("notFitting")
  void othersAreKeptAsRows(List<LogicalType> types) {
    assertThat(KeyWindowsSerializer.of(types.toArray(new LogicalType[0])).createInstance())
        .isInstanceOf(RowKeyWindows.class);
  }

  private static RowData row(Random random) {
    GenericRowData row = new GenericRowData(FITTING.length);
    for (int i = 0; i < FITTING.length; i++) {
      row.setField(i, random.nextInt(4) == 0 ? null : FITTING[i].value().apply(random));
    }
    return row;
  }
}
