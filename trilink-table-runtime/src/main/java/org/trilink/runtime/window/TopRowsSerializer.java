/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.NestingSerializer;

/**
 * Serializes {@link TopRows}: the window's end, the number of rows, the rows, and whether an
 * earlier window follows, in the same form.
 */
final class TopRowsSerializer extends NestingSerializer<TopRows, TypeSerializer<RowData>> {

  private static final long serialVersionUID = 1L;

  TopRowsSerializer(TypeSerializer<RowData> rowSerializer) {
    super(rowSerializer);
  }

  @Override
  public TypeSerializer<TopRows> duplicate() {
    return new TopRowsSerializer(parts.duplicate());
  }

  @Override
  public TopRows createInstance() {
    return new TopRows(0, null);
  }

  @Override
  public TopRows copy(TopRows from) {
    return from.copy(parts);
  }

  @Override
  public void serialize(TopRows latest, DataOutputView target) throws IOException {
    for (TopRows window = latest; window != null; window = window.earlier) {
      target.writeLong(window.end);
      target.writeInt(window.size());
      for (int i = 0; i < window.size(); i++) {
        parts.serialize(window.get(i), target);
      }
      target.writeBoolean(window.earlier != null);
    }
  }

  @Override
  public TopRows deserialize(DataInputView source) throws IOException {
    TopRows latest = deserializeWindow(source);
    TopRows window = latest;
    while (source.readBoolean()) {
      window.earlier = deserializeWindow(source);
      window = window.earlier;
    }
    return latest;
  }

  private TopRows deserializeWindow(DataInputView source) throws IOException {
    long end = source.readLong();
    RowData[] rows = new RowData[source.readInt()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = parts.deserialize(source);
    }
    return new TopRows(end, null, rows);
  }

  @Override
  public TypeSerializerSnapshot<TopRows> snapshotConfiguration() {
    return new Snapshot(this);
  }

  /** Compatible as long as the serializer of the rows is. */
  public static final class Snapshot
      extends PartsSnapshot<TopRows, TypeSerializer<RowData>, TopRowsSerializer> {

    /** For reading a savepoint. */
    @SuppressWarnings("unused")
    public Snapshot() {
      super(TopRowsSerializer.class, TopRowsSerializer::new);
    }

    Snapshot(TopRowsSerializer serializer) {
      super(serializer, TopRowsSerializer::new);
    }
  }
}
