/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.trilink.runtime.move.protocol.SyncMarker;
import org.trilink.runtime.operator.NestingSerializer;

/**
 * Sends {@link PlacedRow}s over an exchange: the size of the row, the row, and the hash code of its
 * key. A {@link MarkerRow} is sent as a negative size, followed by the marker.
 */
final class PlacedRowSerializer extends NestingSerializer<RowData, RowDataSerializer> {

  private static final long serialVersionUID = 1L;

  /** Written in place of a row's size. */
  private static final int MARKER = -1;

  private static final int MARKER_BYTES = 3 * Integer.BYTES;

  PlacedRowSerializer(RowDataSerializer rows) {
    super(rows);
  }

  @Override
  public TypeSerializer<RowData> duplicate() {
    return new PlacedRowSerializer((RowDataSerializer) parts.duplicate());
  }

  @Override
  public RowData createInstance() {
    return parts.createInstance();
  }

  /** A copy carries the hash code, too: an operator may stand in front of the keyed one. */
  @Override
  public RowData copy(RowData from) {
    if (from instanceof MarkerRow) {
      return from;
    }
    if (from instanceof PlacedRow) {
      return ((PlacedRow) from).withRow(parts.copy(rowOf(from)));
    }
    BinaryRowData received = (BinaryRowData) from;
    int size = received.getSizeInBytes();
    byte[] bytes = new byte[size + PlacedRow.HASH_BYTES];
    received.getSegments()[0].get(received.getOffset(), bytes, 0, size);
    return received(MemorySegmentFactory.wrap(bytes), size, PlacedRow.keyHashOf(received));
  }

  private static RowData rowOf(RowData row) {
    return row instanceof PlacedRow ? ((PlacedRow) row).row() : row;
  }

  @Override
  public void serialize(RowData record, DataOutputView target) throws IOException {
    RowData carried = rowOf(record);
    if (carried instanceof MarkerRow) {
      serialize(((MarkerRow) carried).marker(), target);
      return;
    }
    int keyHash = PlacedRow.keyHashOf(record);
    BinaryRowData row = parts.toBinaryRow(carried);
    target.writeInt(row.getSizeInBytes());
    write(row, target);
    target.writeInt(keyHash);
  }

  /** An array is copied from faster than a segment is. */
  private static void write(BinaryRowData row, DataOutputView target) throws IOException {
    MemorySegment[] segments = row.getSegments();
    if (segments.length == 1 && !segments[0].isOffHeap()) {
      target.write(segments[0].getArray(), row.getOffset(), row.getSizeInBytes());
    } else {
      BinarySegmentUtils.copyToView(segments, row.getOffset(), row.getSizeInBytes(), target);
    }
  }

  private static void serialize(SyncMarker marker, DataOutputView target) throws IOException {
    target.writeInt(MARKER);
    target.writeInt(marker.number());
    target.writeInt(marker.input());
    target.writeInt(marker.sender());
  }

  @Override
  public RowData deserialize(DataInputView source) throws IOException {
    int size = source.readInt();
    if (size == MARKER) {
      return new MarkerRow(new SyncMarker(source.readInt(), source.readInt(), source.readInt()));
    }
    byte[] bytes = new byte[size + PlacedRow.HASH_BYTES];
    source.readFully(bytes, 0, size);
    return received(MemorySegmentFactory.wrap(bytes), size, source.readInt());
  }

  /** The row of a segment that has room for the hash code behind it. */
  private BinaryRowData received(MemorySegment segment, int size, int keyHash) {
    segment.putInt(size, keyHash);
    BinaryRowData row = new BinaryRowData(parts.getArity());
    row.pointTo(segment, 0, size);
    return row;
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    int size = source.readInt();
    target.writeInt(size);
    target.write(source, size == MARKER ? MARKER_BYTES : size + PlacedRow.HASH_BYTES);
  }

  @Override
  public TypeSerializerSnapshot<RowData> snapshotConfiguration() {
    return new Snapshot(this);
  }

  /** Required by Flink's interface only, as rows in transit are not in keyed state. */
  public static final class Snapshot
      extends PartsSnapshot<RowData, RowDataSerializer, PlacedRowSerializer> {

    /** For reading a savepoint. */
    @SuppressWarnings("unused")
    public Snapshot() {
      super(PlacedRowSerializer.class, PlacedRowSerializer::new);
    }

    Snapshot(PlacedRowSerializer serializer) {
      super(serializer, PlacedRowSerializer::new);
    }
  }
}
