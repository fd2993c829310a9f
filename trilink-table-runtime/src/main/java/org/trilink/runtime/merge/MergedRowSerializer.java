/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.operator.FreshObjectSerializer;

/**
 * Sends merged rows over an exchange: a null bit per field, then the other fields in as few bytes
 * as their values need ({@link MergedField}). Counts are usually small, but take eight bytes each
 * in Flink's rows. After the exchange these are ordinary binary rows.
 */
final class MergedRowSerializer extends FreshObjectSerializer<RowData> {

  private static final long serialVersionUID = 1L;

  private final RowType rowType;
  private final RowDataSerializer rows;
  private final MergedField[] fields;
  private final byte[] nulls;

  MergedRowSerializer(RowType rowType) {
    this.rowType = rowType;
    this.rows = new RowDataSerializer(rowType);
    this.fields = new MergedField[rowType.getFieldCount()];
    for (int i = 0; i < fields.length; i++) {
      LogicalType type = rowType.getTypeAt(i);
      fields[i] = MergedField.of(type, i);
    }
    this.nulls = new byte[(fields.length + 7) / 8];
  }

  @Override
  public TypeSerializer<RowData> duplicate() {
    return new MergedRowSerializer(rowType);
  }

  @Override
  public RowData createInstance() {
    return rows.createInstance();
  }

  @Override
  public RowData copy(RowData from) {
    return rows.toBinaryRow(from).copy();
  }

  @Override
  public void serialize(RowData row, DataOutputView target) throws IOException {
    for (int start = 0; start < fields.length; start += 8) {
      int bits = 0;
      for (int i = start; i < Math.min(start + 8, fields.length); i++) {
        bits |= row.isNullAt(i) ? 1 << (i - start) : 0;
      }
      target.writeByte(bits);
    }
    for (int i = 0; i < fields.length; i++) {
      if (!row.isNullAt(i)) {
        fields[i].write(row, i, target);
      }
    }
  }

  @Override
  public RowData deserialize(DataInputView source) throws IOException {
    source.readFully(nulls);
    BinaryRowData row = new BinaryRowData(fields.length);
    BinaryRowWriter writer = new BinaryRowWriter(row);
    for (int i = 0; i < fields.length; i++) {
      if ((nulls[i / 8] & 1 << (i % 8)) != 0) {
        writer.setNullAt(i);
      } else {
        fields[i].read(source, i, writer);
      }
    }
    writer.complete();
    return row;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MergedRowSerializer
        && rowType.equals(((MergedRowSerializer) other).rowType);
  }

  @Override
  public int hashCode() {
    return rowType.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<RowData> snapshotConfiguration() {
    throw new UnsupportedOperationException(
        "Merged rows are only sent between operators and never stored in state.");
  }
}
