/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.key;

import static org.apache.flink.table.types.logical.utils.LogicalTypeChecks.getPrecision;

import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.data.writer.BinaryWriter;
import org.apache.flink.table.runtime.typeutils.InternalSerializers;
import org.apache.flink.table.types.logical.DistinctType;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Writes values as Flink's generated code writes the key columns of a row: byte for byte, for the
 * key's hash is that of the bytes. The row is used again by the next key.
 */
public final class BinaryKey {

  private final LogicalType[] types;
  private final TypeSerializer<?>[] serializers;
  private final BinaryRowData row;
  private final BinaryRowWriter writer;

  /**
   * For keys of these columns.
   *
   * @param types in the order of the key
   */
  public BinaryKey(List<LogicalType> types) {
    this.types = types.stream().map(BinaryKey::withoutName).toArray(LogicalType[]::new);
    this.serializers =
        types.stream().map(InternalSerializers::create).toArray(TypeSerializer[]::new);
    this.row = new BinaryRowData(types.size());
    this.writer = new BinaryRowWriter(row);
  }

  private static LogicalType withoutName(LogicalType type) {
    return type instanceof DistinctType ? withoutName(((DistinctType) type).getSourceType()) : type;
  }

  /**
   * The key.
   *
   * @param values in Flink's internal form, null for NULL; what is behind the key's columns is not
   *     looked at
   * @return valid until the next call
   */
  public BinaryRowData write(Object... values) {
    writer.reset();
    for (int column = 0; column < types.length; column++) {
      if (values[column] == null) {
        writeNull(column);
      } else {
        writeValue(column, values[column]);
      }
    }
    writer.complete();
    return row;
  }

  @SuppressWarnings("deprecation") // what is to replace it writes arrays only
  private void writeValue(int column, Object value) {
    BinaryWriter.write(writer, column, value, types[column], serializers[column]);
  }

  /** A NULL that does not fit into eight bytes keeps room for a value. */
  private void writeNull(int column) {
    LogicalType type = types[column];
    switch (type.getTypeRoot()) {
      case DECIMAL:
        if (!DecimalData.isCompact(getPrecision(type))) {
          writer.writeDecimal(column, null, getPrecision(type));
          return;
        }
        break;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        if (!TimestampData.isCompact(getPrecision(type))) {
          writer.writeTimestamp(column, null, getPrecision(type));
          return;
        }
        break;
      default:
        break;
    }
    writer.setNullAt(column);
  }
}
