/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.rows;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.FreshObjectSerializer;

/** Serializes {@link KeptRows}: its times and the number of rows, then each row with its time. */
final class KeptRowsSerializer extends FreshObjectSerializer<KeptRows> {

  private static final long serialVersionUID = 1L;

  private final TypeSerializer<RowData> rowSerializer;

  KeptRowsSerializer(TypeSerializer<RowData> rowSerializer) {
    this.rowSerializer = rowSerializer;
  }

  @Override
  public TypeSerializer<KeptRows> duplicate() {
    return new KeptRowsSerializer(rowSerializer.duplicate());
  }

  @Override
  public KeptRows createInstance() {
    return new KeptRows();
  }

  @Override
  public KeptRows copy(KeptRows from) {
    return from.copy();
  }

  @Override
  public void serialize(KeptRows kept, DataOutputView target) throws IOException {
    target.writeLong(kept.timer);
    target.writeLong(kept.processed);
    target.writeLong(kept.limit);
    target.writeInt(kept.size());
    kept.forEach(
        (time, isMarked, row) -> {
          target.writeLong(time);
          target.writeBoolean(isMarked);
          rowSerializer.serialize(row, target);
        });
  }

  @Override
  public KeptRows deserialize(DataInputView source) throws IOException {
    long timer = source.readLong();
    long processed = source.readLong();
    long limit = source.readLong();
    int size = source.readInt();
    KeptRows kept = new KeptRows(size);
    kept.timer = timer;
    kept.processed = processed;
    kept.limit = limit;
    for (int i = 0; i < size; i++) {
      long time = source.readLong();
      boolean isMarked = source.readBoolean();
      kept.add(time, rowSerializer.deserialize(source), isMarked);
    }
    return kept;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeptRowsSerializer
        && rowSerializer.equals(((KeptRowsSerializer) other).rowSerializer);
  }

  @Override
  public int hashCode() {
    return rowSerializer.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<KeptRows> snapshotConfiguration() {
    return new Snapshot(this);
  }

  /** Compatible as long as the serializer of the rows is. */
  public static final class Snapshot
      extends CompositeTypeSerializerSnapshot<KeptRows, KeptRowsSerializer> {

    private static final int VERSION = 1;

    /** For reading a savepoint. */
    @SuppressWarnings("unused")
    public Snapshot() {
      super(KeptRowsSerializer.class);
    }

    Snapshot(KeptRowsSerializer serializer) {
      super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
      return VERSION;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(KeptRowsSerializer outer) {
      return new TypeSerializer<?>[] {outer.rowSerializer};
    }

    @Override
    @SuppressWarnings("unchecked")
    protected KeptRowsSerializer createOuterSerializerWithNestedSerializers(
        TypeSerializer<?>[] nested) {
      return new KeptRowsSerializer((TypeSerializer<RowData>) nested[0]);
    }
  }
}
