/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.operator;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;

/**
 * Writes and reads rows with another serializer, but does not copy rows: a row's copy is the row
 * itself. Flink copies rows between the operators of a chain by the serializer of the receiver's
 * input. This one is for receivers that neither keep nor change a row.
 */
public final class UncopiedRowSerializer extends TypeSerializer<RowData> {

  private static final long serialVersionUID = 1L;

  private final TypeSerializer<RowData> rows;

  /** Creates a serializer that reads and writes rows with the given one. */
  public UncopiedRowSerializer(TypeSerializer<RowData> rows) {
    this.rows = rows;
  }

  @Override
  public boolean isImmutableType() {
    return rows.isImmutableType();
  }

  @Override
  public TypeSerializer<RowData> duplicate() {
    return new UncopiedRowSerializer(rows.duplicate());
  }

  @Override
  public RowData createInstance() {
    return rows.createInstance();
  }

  @Override
  public RowData copy(RowData from) {
    return from;
  }

  @Override
  public RowData copy(RowData from, RowData reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return rows.getLength();
  }

  @Override
  public void serialize(RowData row, DataOutputView target) throws IOException {
    rows.serialize(row, target);
  }

  @Override
  public RowData deserialize(DataInputView source) throws IOException {
    return rows.deserialize(source);
  }

  @Override
  public RowData deserialize(RowData reuse, DataInputView source) throws IOException {
    return rows.deserialize(reuse, source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    rows.copy(source, target);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UncopiedRowSerializer
        && rows.equals(((UncopiedRowSerializer) other).rows);
  }

  @Override
  public int hashCode() {
    return rows.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<RowData> snapshotConfiguration() {
    throw new UnsupportedOperationException(
        "This serializer is only for rows between operators, never for state.");
  }
}
