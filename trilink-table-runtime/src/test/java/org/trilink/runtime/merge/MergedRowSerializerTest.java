/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import java.util.Random;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.placement.KeyColumn;

/** Serialization of merged rows in the exchange. */
class MergedRowSerializerTest {

  @Test
  void rowsOfAllTypesComeThroughAsBinaryRows() throws IOException {
    RowType type = KeyColumn.keyType(KeyColumn.values());
    TypeSerializer<RowData> serializer = serializer(type);
    RowDataSerializer rows = new RowDataSerializer(type);
    Random random = new Random(3);
    for (int i = 0; i < 500; i++) {
      GenericRowData row = new GenericRowData(type.getFieldCount());
      int position = 0;
      for (KeyColumn column : KeyColumn.values()) {
        row.setField(position++, column.next(random));
      }
      assertThat(sent(serializer.duplicate(), row)).isEqualTo(rows.toBinaryRow(row));
      assertThat(serializer.copy(row)).isEqualTo(rows.toBinaryRow(row));
    }
  }

  @Test
  void greatestAndLeastNumbersComeThrough() throws IOException {
    RowType type = RowType.of(new BigIntType(), new IntType());
    RowDataSerializer rows = new RowDataSerializer(type);
    long[] longs = {0, -1, 1, 63, 64, -64, -65, 127, 128, Long.MAX_VALUE, Long.MIN_VALUE};
    for (long number : longs) {
      RowData row = GenericRowData.of(number, (int) number);
      assertThat(sent(serializer(type), row)).isEqualTo(rows.toBinaryRow(row));
    }
  }

  /** The hash of a key is that of its bytes, and it must not change on the way. */
  @Test
  void bitsOfFloatingPointNumbersComeThrough() throws IOException {
    RowType numbers = RowType.of(new DoubleType(), new FloatType());
    RowType type =
        RowType.of(
            new DoubleType(),
            new FloatType(),
            numbers,
            RowType.of(numbers),
            new ArrayType(new DoubleType(false)),
            new ArrayType(numbers),
            new MapType(new DoubleType(), new FloatType()));
    long[] doubles = {
      0x7ff8000000000000L, 0xfff8000000000000L, 0x7ff800000000beefL, 0x8000000000000000L, 0L
    };
    int[] floats = {0x7fc00000, 0xffc00000, 0x7fc0beef, 0x80000000, 0};
    for (int i = 0; i < doubles.length; i++) {
      double d = Double.longBitsToDouble(doubles[i]);
      float f = Float.intBitsToFloat(floats[i]);
      RowData nested = GenericRowData.of(d, f);
      assertBytesComeThrough(
          type,
          GenericRowData.of(
              d,
              f,
              nested,
              GenericRowData.of(nested),
              new GenericArrayData(new double[] {d}),
              new GenericArrayData(new Object[] {nested}),
              new GenericMapData(Collections.singletonMap(d, f))));
    }
  }

  @Test
  void bytesOfBinaryRowsComeThrough() throws IOException {
    RowType keys = KeyColumn.keyType(KeyColumn.values());
    RowType type = RowType.of(keys, new ArrayType(keys), new MapType(new IntType(), keys));
    Random random = new Random(5);
    for (int i = 0; i < 300; i++) {
      GenericRowData row = new GenericRowData(keys.getFieldCount());
      int position = 0;
      for (KeyColumn column : KeyColumn.values()) {
        row.setField(position++, column.next(random));
      }
      assertBytesComeThrough(keys, row);
      assertBytesComeThrough(
          type,
          GenericRowData.of(
              row,
              new GenericArrayData(new Object[] {row, null}),
              new GenericMapData(Collections.singletonMap(i, row))));
    }
  }

  /** As Flink's generated code writes it: with the 16 bytes that a value would take. */
  @Test
  void longNullsInRowsInRowsKeepTheirBytes() throws IOException {
    RowType nestedType = RowType.of(new DecimalType(30, 5), new TimestampType(9));
    BinaryRowData nested = new BinaryRowData(2);
    BinaryRowWriter writer = new BinaryRowWriter(nested);
    writer.writeDecimal(0, null, 30);
    writer.writeTimestamp(1, null, 9);
    writer.complete();
    assertBytesComeThrough(RowType.of(nestedType), GenericRowData.of(nested));
    RowType twice = RowType.of(nestedType);
    assertBytesComeThrough(RowType.of(twice), GenericRowData.of(GenericRowData.of(nested)));
  }

  private static void assertBytesComeThrough(RowType type, RowData row) throws IOException {
    BinaryRowData binary = new RowDataSerializer(type).toBinaryRow(row).copy();
    for (RowData form : new RowData[] {row, binary}) {
      RowData received = sent(serializer(type), form);
      assertThat(received).isEqualTo(binary).hasSameHashCodeAs(binary);
    }
  }

  @Test
  void rowsThatFollowEachOtherAreToldApart() throws IOException {
    RowType type = RowType.of(new BigIntType(), new DoubleType());
    TypeSerializer<RowData> serializer = serializer(type);
    DataOutputSerializer target = new DataOutputSerializer(64);
    for (long i = 0; i < 100; i++) {
      serializer.serialize(GenericRowData.of(i * 1000, i == 5 ? null : i / 3.0), target);
    }
    DataOutputSerializer copied = new DataOutputSerializer(64);
    DataInputDeserializer source = new DataInputDeserializer(target.getCopyOfBuffer());
    for (long i = 0; i < 100; i++) {
      serializer.copy(source, copied);
    }
    assertThat(copied.getCopyOfBuffer()).isEqualTo(target.getCopyOfBuffer());
    source.setBuffer(target.getCopyOfBuffer());
    for (long i = 0; i < 100; i++) {
      assertThat(serializer.deserialize(source).getLong(0)).isEqualTo(i * 1000);
    }
  }

  /**
   * A sensor, two counts, a minimum, a sum with its count, and the time: 64 bytes in Flink's row.
   */
  @Test
  void aRowTakesFewBytes() throws IOException {
    RowType type =
        RowType.of(
            new BigIntType(),
            new BigIntType(),
            new BigIntType(),
            new DoubleType(),
            new DoubleType(),
            new BigIntType(),
            new TimestampType(3));
    GenericRowData accumulators = GenericRowData.of(60L, 3L, 197.25, 13_000.5, 60L);
    RowData row =
        new JoinedRowData(
            GenericRowData.of(300_017L),
            new JoinedRowData(
                accumulators,
                GenericRowData.of(TimestampData.fromEpochMillis(1_700_000_000_000L))));
    DataOutputSerializer target = new DataOutputSerializer(64);
    serializer(type).serialize(row, target);
    assertThat(target.length()).isEqualTo(1 + 3 + 1 + 1 + 8 + 8 + 1 + 6);
  }

  private static TypeSerializer<RowData> serializer(RowType type) {
    return new MergedRowTypeInfo(type).createSerializer(new ExecutionConfig());
  }

  private static RowData sent(TypeSerializer<RowData> serializer, RowData row) throws IOException {
    DataOutputSerializer target = new DataOutputSerializer(64);
    serializer.serialize(row, target);
    DataInputDeserializer source = new DataInputDeserializer(target.getCopyOfBuffer());
    RowData received = serializer.deserialize(source);
    assertThat(source.available()).isZero();
    return received;
  }
}
