/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import static org.apache.flink.table.types.logical.utils.LogicalTypeChecks.getFieldCount;
import static org.apache.flink.table.types.logical.utils.LogicalTypeChecks.getPrecision;

import java.io.IOException;
import java.io.Serializable;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySection;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.data.writer.BinaryWriter;
import org.apache.flink.table.runtime.typeutils.InternalSerializers;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.DistinctType;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * How one field of a merged row is written: in as few bytes as its value needs. The bytes of a
 * field in a binary row stay as they are, as the hash of a key is of these bytes: Flink has chosen
 * the subtask by the hash from before the exchange, and checks the one from after it.
 */
abstract class MergedField implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final int MILLISECONDS = 3;

  private MergedField() {}

  /** Writes a field of a row. */
  abstract void write(RowData row, int position, DataOutputView target) throws IOException;

  /** Reads a field of a row. */
  abstract void read(DataInputView source, int position, BinaryRowWriter writer) throws IOException;

  static MergedField of(LogicalType type, int position) {
    switch (type.getTypeRoot()) {
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
      case INTERVAL_YEAR_MONTH:
        return new OfInt();
      case BIGINT:
      case INTERVAL_DAY_TIME:
        return new OfLong();
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return getPrecision(type) <= MILLISECONDS
            ? new OfMilliseconds()
            : new OfAnything(type, position);
      case FLOAT:
        return new OfFloat();
      case DOUBLE:
        return new OfDouble();
      case CHAR:
      case VARCHAR:
        return new OfString();
      case ROW:
      case STRUCTURED_TYPE:
        return new OfRow(type);
      case DISTINCT_TYPE:
        return of(((DistinctType) type).getSourceType(), position);
      default:
        return new OfAnything(type, position);
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

    @Override
    void write(RowData row, int position, DataOutputView target) throws IOException {
      writeLong(row.getInt(position), target);
    }

    @Override
    void read(DataInputView source, int position, BinaryRowWriter writer) throws IOException {
      writer.writeInt(position, (int) readLong(source));
    }
  }

  private static final class OfLong extends MergedField {

    private static final long serialVersionUID = 1L;

    @Override
    void write(RowData row, int position, DataOutputView target) throws IOException {
      writeLong(row.getLong(position), target);
    }

    @Override
    void read(DataInputView source, int position, BinaryRowWriter writer) throws IOException {
      writer.writeLong(position, readLong(source));
    }
  }

  /** Not by {@link DataOutputView#writeFloat}, which writes the same bits for every NaN. */
  private static final class OfFloat extends MergedField {

    private static final long serialVersionUID = 1L;

    @Override
    void write(RowData row, int position, DataOutputView target) throws IOException {
      target.writeInt(Float.floatToRawIntBits(row.getFloat(position)));
    }

    @Override
    void read(DataInputView source, int position, BinaryRowWriter writer) throws IOException {
      writer.writeFloat(position, Float.intBitsToFloat(source.readInt()));
    }
  }

  /** Not by {@link DataOutputView#writeDouble}, which writes the same bits for every NaN. */
  private static final class OfDouble extends MergedField {

    private static final long serialVersionUID = 1L;

    @Override
    void write(RowData row, int position, DataOutputView target) throws IOException {
      target.writeLong(Double.doubleToRawLongBits(row.getDouble(position)));
    }

    @Override
    void read(DataInputView source, int position, BinaryRowWriter writer) throws IOException {
      writer.writeDouble(position, Double.longBitsToDouble(source.readLong()));
    }
  }

  private static final class OfMilliseconds extends MergedField {

    private static final long serialVersionUID = 1L;

    @Override
    void write(RowData row, int position, DataOutputView target) throws IOException {
      writeLong(row.getTimestamp(position, MILLISECONDS).getMillisecond(), target);
    }

    @Override
    void read(DataInputView source, int position, BinaryRowWriter writer) throws IOException {
      writer.writeTimestamp(
          position, TimestampData.fromEpochMillis(readLong(source)), MILLISECONDS);
    }
  }

  private static final class OfString extends MergedField {

    private static final long serialVersionUID = 1L;

    @Override
    void write(RowData row, int position, DataOutputView target) throws IOException {
      byte[] bytes = row.getString(position).toBytes();
      writeLong(bytes.length, target);
      target.write(bytes);
    }

    @Override
    void read(DataInputView source, int position, BinaryRowWriter writer) throws IOException {
      byte[] bytes = new byte[(int) readLong(source)];
      source.readFully(bytes);
      writer.writeString(position, StringData.fromBytes(bytes));
    }
  }

  /**
   * A row in a row. Not by Flink's serializer, which builds a row anew that is part of another one:
   * a NULL of a long DECIMAL or TIMESTAMP then takes other bytes than in rows of generated code.
   */
  private static final class OfRow extends MergedField {

    private static final long serialVersionUID = 1L;

    private final int fieldCount;
    private final RowDataSerializer serializer;

    OfRow(LogicalType type) {
      this.fieldCount = getFieldCount(type);
      this.serializer = (RowDataSerializer) InternalSerializers.<RowData>create(type);
    }

    @Override
    void write(RowData row, int position, DataOutputView target) throws IOException {
      RowData nested = row.getRow(position, fieldCount);
      BinarySection binary =
          nested instanceof BinarySection ? (BinarySection) nested : serializer.toBinaryRow(nested);
      byte[] bytes =
          BinarySegmentUtils.copyToBytes(
              binary.getSegments(), binary.getOffset(), binary.getSizeInBytes());
      writeLong(bytes.length, target);
      target.write(bytes);
    }

    @Override
    void read(DataInputView source, int position, BinaryRowWriter writer) throws IOException {
      byte[] bytes = new byte[(int) readLong(source)];
      source.readFully(bytes);
      BinaryRowData nested = new BinaryRowData(fieldCount);
      nested.pointTo(MemorySegmentFactory.wrap(bytes), 0, bytes.length);
      writer.writeRow(position, nested, serializer);
    }
  }

  /** As Flink writes it. */
  private static final class OfAnything extends MergedField {

    private static final long serialVersionUID = 1L;

    private final LogicalType type;
    private final RowData.FieldGetter getter;
    private final TypeSerializer<Object> serializer;

    OfAnything(LogicalType type, int position) {
      this.type = type;
      this.getter = RowData.createFieldGetter(type, position);
      this.serializer = InternalSerializers.create(type);
    }

    @Override
    void write(RowData row, int position, DataOutputView target) throws IOException {
      serializer.serialize(getter.getFieldOrNull(row), target);
    }

    @Override
    @SuppressWarnings("deprecation") // what takes its place is for arrays only
    void read(DataInputView source, int position, BinaryRowWriter writer) throws IOException {
      BinaryWriter.write(writer, position, serializer.deserialize(source), type, serializer);
    }
  }
}
