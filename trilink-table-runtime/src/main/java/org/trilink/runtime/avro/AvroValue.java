/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.avro;

import java.io.Serializable;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeUtils;
import org.trilink.runtime.decode.ReadFields;
import org.trilink.runtime.decode.RowFilter;
import org.trilink.runtime.decode.UndecidedException;

/**
 * Reads or skips values of one type, in the schema that flink-avro derives from the type: a type
 * that can be NULL is a union of null and the type.
 */
final class AvroValue implements Serializable {

  private static final long serialVersionUID = 1L;

  private enum Kind {
    NULL,
    BOOLEAN,
    BYTE,
    SHORT,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    TEXT,
    BYTES,
    DECIMAL,
    TIMESTAMP,
    ARRAY,
    MAP,
    ROW
  }

  private final Kind kind;
  private final boolean nullable;

  /** The precision of a decimal. */
  private final int precision;

  private final int scale;

  /** Reads the elements of an array, or the values of a map; null for other types. */
  @Nullable private final AvroValue element;

  @Nullable private final Class<?> elementClass;

  /** Reads a row; null for types that are no rows. */
  @Nullable private final AvroRow row;

  private AvroValue(LogicalType type, @Nullable LogicalType elementType, @Nullable AvroRow row) {
    this.kind = kind(type);
    this.nullable = type.isNullable() && kind != Kind.NULL;
    this.precision = type instanceof DecimalType ? ((DecimalType) type).getPrecision() : 0;
    this.scale = type instanceof DecimalType ? ((DecimalType) type).getScale() : 0;
    this.element = elementType == null ? null : of(elementType);
    this.elementClass =
        elementType == null ? null : LogicalTypeUtils.toInternalConversionClass(elementType);
    this.row = row;
  }

  /** Values of that type, of which everything is read. */
  static AvroValue of(LogicalType type) {
    switch (type.getTypeRoot()) {
      case ROW:
        return of((RowType) type, ReadFields.all((RowType) type), null);
      case ARRAY:
        return new AvroValue(type, ((ArrayType) type).getElementType(), null);
      case MAP:
        return new AvroValue(type, ((MapType) type).getValueType(), null);
      case MULTISET:
        return new AvroValue(type, new IntType(), null);
      default:
        return new AvroValue(type, null, null);
    }
  }

  /**
   * Rows of that type, of which some fields are read.
   *
   * @param filter null if no rows are dropped
   */
  static AvroValue of(RowType type, ReadFields read, @Nullable RowFilter filter) {
    return new AvroValue(type, null, AvroRow.of(type, read, filter));
  }

  private static Kind kind(LogicalType type) {
    switch (type.getTypeRoot()) {
      case NULL:
        return Kind.NULL;
      case BOOLEAN:
        return Kind.BOOLEAN;
      case TINYINT:
        return Kind.BYTE;
      case SMALLINT:
        return Kind.SHORT;
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
        return Kind.INT;
      case BIGINT:
        return Kind.LONG;
      case FLOAT:
        return Kind.FLOAT;
      case DOUBLE:
        return Kind.DOUBLE;
      case CHAR:
      case VARCHAR:
        return Kind.TEXT;
      case BINARY:
      case VARBINARY:
        return Kind.BYTES;
      case DECIMAL:
        return Kind.DECIMAL;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return Kind.TIMESTAMP;
      case ARRAY:
        return Kind.ARRAY;
      case MAP:
      case MULTISET:
        return Kind.MAP;
      case ROW:
        return Kind.ROW;
      default:
        throw new IllegalArgumentException("flink-avro has no schema for " + type);
    }
  }

  private boolean isNull(AvroInput in) {
    if (!nullable) {
      return false;
    }
    int branch = in.readInt();
    if (branch != 0 && branch != 1) {
      throw new UndecidedException();
    }
    return branch == 0;
  }

  /** The value in Flink's internal form. */
  @Nullable
  Object read(AvroInput in) {
    if (isNull(in)) {
      return null;
    }
    switch (kind) {
      case NULL:
        return null;
      case BOOLEAN:
        return in.readBoolean();
      case BYTE:
        return (byte) in.readInt();
      case SHORT:
        return (short) in.readInt();
      case INT:
        return in.readInt();
      case LONG:
        return in.readLong();
      case FLOAT:
        return in.readFloat();
      case DOUBLE:
        return in.readDouble();
      case TEXT:
        return in.readText();
      case BYTES:
        return in.readBytes();
      case DECIMAL:
        return DecimalData.fromUnscaledBytes(in.readBytes(), precision, scale);
      case TIMESTAMP:
        return TimestampData.fromEpochMillis(in.readLong());
      case ARRAY:
        return readArray(in);
      case MAP:
        return readMap(in);
      case ROW:
        return row.read(in);
    }
    throw new IllegalStateException(kind.name());
  }

  private GenericArrayData readArray(AvroInput in) {
    List<Object> elements = new ArrayList<>();
    for (int count = in.readBlock(); count > 0; count = in.readBlock()) {
      for (int i = 0; i < count; i++) {
        elements.add(element.read(in));
      }
    }
    Object[] array = (Object[]) Array.newInstance(elementClass, elements.size());
    return new GenericArrayData(elements.toArray(array));
  }

  private GenericMapData readMap(AvroInput in) {
    Map<Object, Object> map = new HashMap<>();
    for (int count = in.readBlock(); count > 0; count = in.readBlock()) {
      for (int i = 0; i < count; i++) {
        Object key = in.readText();
        map.put(key, element.read(in));
      }
    }
    return new GenericMapData(map);
  }

  /** Goes behind the value, which must be one that can be read. */
  void skip(AvroInput in) {
    if (isNull(in)) {
      return;
    }
    switch (kind) {
      case NULL:
        return;
      case BOOLEAN:
        in.skip(1);
        return;
      case BYTE:
      case SHORT:
      case INT:
        in.readInt();
        return;
      case LONG:
      case TIMESTAMP:
        in.readLong();
        return;
      case FLOAT:
        in.skip(Float.BYTES);
        return;
      case DOUBLE:
        in.skip(Double.BYTES);
        return;
      case TEXT:
        in.skipText();
        return;
      case BYTES:
        in.skipBytes();
        return;
      case DECIMAL:
        if (in.skipBytes() == 0) {
          throw new UndecidedException(); // no bytes are no number
        }
        return;
      case ARRAY:
      case MAP:
        skipBlocks(in);
        return;
      case ROW:
        row.skip(in);
        return;
    }
    throw new IllegalStateException(kind.name());
  }

  private void skipBlocks(AvroInput in) {
    for (int count = in.readBlock(); count > 0; count = in.readBlock()) {
      for (int i = 0; i < count; i++) {
        if (kind == Kind.MAP) {
          in.skipText();
        }
        element.skip(in);
      }
    }
  }
}
