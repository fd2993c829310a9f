/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import static org.apache.flink.table.types.logical.utils.LogicalTypeChecks.getPrecision;

import java.io.IOException;
import java.io.Serializable;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.data.writer.BinaryWriter;
import org.apache.flink.table.runtime.typeutils.InternalSerializers;
import org.apache.flink.table.types.logical.LogicalType;

/** How one field of a merged row is written: in as few bytes as its value needs. */
abstract class MergedField implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final int MILLISECONDS = 3;

  final int position;

  private MergedField(int position) {
    this.position = position;
  }

  abstract void write(RowData row, DataOutputView target) throws IOException;

  abstract void read(DataInputView source, BinaryRowWriter writer) throws IOException;

  static MergedField of(LogicalType type, int position) {
    switch (type.getTypeRoot()) {
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
      case INTERVAL_YEAR_MONTH:
        return new OfInt(position);
      case BIGINT:
      case INTERVAL_DAY_TIME:
        return new OfLong(position);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return getPrecision(type) <= MILLISECONDS
            ? new OfMilliseconds(position)
            : new OfAnything(position, type);
      case CHAR:
      case VARCHAR:
        return new OfString(position);
      default:
        return new OfAnything(position, type);
    }
  }

  /**
   * Zigzag varint: seven bits per byte, the lowest first; negative and positive numbers alternate.
   */
  private static void writeLong(long value, DataOutputView target) throws IOException {
    long rest = value << 1 ^ value >> 63;
    while ((rest & ~0x7FL) != 0) {
      target.writeByte((int) rest | 0x80);
      rest >>>= 7;
    }
    target.writeByte((int) rest);
  }

  private static long readLong(DataInputView source) throws IOException {
    long value = 0;
    int shift = 0;
    byte next = source.readByte();
    while (next < 0) {
      value |= (next & 0x7FL) << shift;
      shift += 7;
      next = source.readByte();
    }
    value |= (long) next << shift;
    return value >>> 1 ^ -(value & 1);
  }

  private static final class OfInt extends MergedField {

    private static final long serialVersionUID = 1L;

    OfInt(int position) {
      super(position);
    }

    @Override
    void write(RowData row, DataOutputView target) throws IOException {
      writeLong(row.getInt(position), target);
    }

    @Override
    void read(DataInputView source, BinaryRowWriter writer) throws IOException {
      writer.writeInt(position, (int) readLong(source));
    }
  }

  private static final class OfLong extends MergedField {

    private static final long serialVersionUID = 1L;

    OfLong(int position) {
      super(position);
    }

    @Override
    void write(RowData row, DataOutputView target) throws IOException {
      writeLong(row.getLong(position), target);
    }

    @Override
    void read(DataInputView source, BinaryRowWriter writer) throws IOException {
      writer.writeLong(position, readLong(source));
    }
  }

  private static final class OfMilliseconds extends MergedField {

    private static final long serialVersionUID = 1L;

    OfMilliseconds(int position) {
      super(position);
    }

    @Override
    void write(RowData row, DataOutputView target) throws IOException {
      writeLong(row.getTimestamp(position, MILLISECONDS).getMillisecond(), target);
    }

    @Override
    void read(DataInputView source, BinaryRowWriter writer) throws IOException {
      writer.writeTimestamp(
          position, TimestampData.fromEpochMillis(readLong(source)), MILLISECONDS);
    }
  }

  private static final class OfString extends MergedField {

    private static final long serialVersionUID = 1L;

    OfString(int position) {
      super(position);
    }

    @Override
    void write(RowData row, DataOutputView target) throws IOException {
      byte[] bytes = row.getString(position).toBytes();
      writeLong(bytes.length, target);
      target.write(bytes);
    }

    @Override
    void read(DataInputView source, BinaryRowWriter writer) throws IOException {
      byte[] bytes = new byte[(int) readLong(source)];
      source.readFully(bytes);
      writer.writeString(position, StringData.fromBytes(bytes));
    }
  }

  /** As Flink writes it. */
  private static final class OfAnything extends MergedField {

    private static final long serialVersionUID = 1L;

    private final LogicalType type;
    private final RowData.FieldGetter getter;
    private final TypeSerializer<Object> serializer;

    OfAnything(int position, LogicalType type) {
      super(position);
      this.type = type;
      this.getter = RowData.createFieldGetter(type, position);
      this.serializer = InternalSerializers.create(type);
    }

    @Override
    void write(RowData row, DataOutputView target) throws IOException {
      serializer.serialize(getter.getFieldOrNull(row), target);
    }

    @Override
    @SuppressWarnings("deprecation") // what takes its place is for arrays only
    void read(DataInputView source, BinaryRowWriter writer) throws IOException {
      BinaryWriter.write(writer, position, serializer.deserialize(source), type, serializer);
    }
  }
}
