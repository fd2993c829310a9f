/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.FreshObjectSerializer;

/**
 * Serializes {@link TopRows}: the window's end, the number of rows, the rows, and whether an
 * earlier window follows, in the same form.
 */
final class TopRowsSerializer extends FreshObjectSerializer<TopRows> {

  private static final long serialVersionUID = 1L;

  private final TypeSerializer<RowData> rowSerializer;

  TopRowsSerializer(TypeSerializer<RowData> rowSerializer) {
    this.rowSerializer = rowSerializer;
  }

  @Override
  public TypeSerializer<TopRows> duplicate() {
    return new TopRowsSerializer(rowSerializer.duplicate());
  }

  @Override
  public TopRows createInstance() {
    return new TopRows(0, null);
  }

  @Override
  public TopRows copy(TopRows from) {
    return from.copy(rowSerializer);
  }

  @Override
  public void serialize(TopRows latest, DataOutputView target) throws IOException {
    for (TopRows window = latest; window != null; window = window.earlier) {
      target.writeLong(window.end);
      target.writeInt(window.size());
      for (int i = 0; i < window.size(); i++) {
        rowSerializer.serialize(window.get(i), target);
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
      rows[i] = rowSerializer.deserialize(source);
    }
    return new TopRows(end, null, rows);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TopRowsSerializer
        && rowSerializer.equals(((TopRowsSerializer) other).rowSerializer);
  }

  @Override
  public int hashCode() {
    return rowSerializer.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<TopRows> snapshotConfiguration() {
    return new Snapshot(this);
  }

  /** Compatible as long as the serializer of the rows is. */
  public static final class Snapshot
      extends CompositeTypeSerializerSnapshot<TopRows, TopRowsSerializer> {

    private static final int VERSION = 1;

    /** For reading a savepoint. */
    @SuppressWarnings("unused")
    public Snapshot() {
      super(TopRowsSerializer.class);
    }

    Snapshot(TopRowsSerializer serializer) {
      super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
      return VERSION;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(TopRowsSerializer outer) {
      return new TypeSerializer<?>[] {outer.rowSerializer};
    }

    @Override
    @SuppressWarnings("unchecked")
    protected TopRowsSerializer createOuterSerializerWithNestedSerializers(
        TypeSerializer<?>[] nested) {
      return new TopRowsSerializer((TypeSerializer<RowData>) nested[0]);
    }
  }
}
