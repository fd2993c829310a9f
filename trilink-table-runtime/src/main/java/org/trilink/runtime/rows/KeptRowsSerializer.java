/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.rows;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.operator.NestingSerializer;

/** Serializes {@link KeptRows}: its times and the number of rows, then each row with its time. */
final class KeptRowsSerializer extends NestingSerializer<KeptRows, TypeSerializer<RowData>> {

  private static final long serialVersionUID = 1L;

  KeptRowsSerializer(TypeSerializer<RowData> rowSerializer) {
    super(rowSerializer);
  }

  @Override
  public TypeSerializer<KeptRows> duplicate() {
    return new KeptRowsSerializer(parts.duplicate());
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
          parts.serialize(row, target);
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
      kept.add(time, parts.deserialize(source), isMarked);
    }
    return kept;
  }

  @Override
  public TypeSerializerSnapshot<KeptRows> snapshotConfiguration() {
    return new Snapshot(this);
  }

  /** Compatible as long as the serializer of the rows is. */
  public static final class Snapshot
      extends PartsSnapshot<KeptRows, TypeSerializer<RowData>, KeptRowsSerializer> {

    /** For reading a savepoint. */
    @SuppressWarnings("unused")
    public Snapshot() {
      super(KeptRowsSerializer.class, KeptRowsSerializer::new);
    }

    Snapshot(KeptRowsSerializer serializer) {
      super(serializer, KeptRowsSerializer::new);
    }
  }
}
