/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.memory.AbstractPagedInputView;
import org.apache.flink.runtime.memory.AbstractPagedOutputView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.AbstractRowDataSerializer;
import org.apache.flink.table.runtime.typeutils.BinaryRowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/**
 * Serializes {@link PlacedKey}s: the key as Flink does, then the hash code, 4 bytes. The methods
 * for pages are for Flink's window buffers, which keep keys in pages; there the hash code comes
 * first.
 */
public final class PlacedKeySerializer extends AbstractRowDataSerializer<RowData> {

  private static final long serialVersionUID = 1L;

  private final KeyTypes types;
  private final String placement;
  private final int maxParallelism;
  private final BinaryRowDataSerializer keys;

  /** See {@link PlacedKeyTypeInfo} for the parameters. */
  public PlacedKeySerializer(RowType keyType, String placement, int maxParallelism) {
    this(KeyTypes.of(keyType), placement, maxParallelism);
  }

  PlacedKeySerializer(KeyTypes types, String placement, int maxParallelism) {
    this.types = types;
    this.placement = placement;
    this.maxParallelism = maxParallelism;
    keys = new BinaryRowDataSerializer(types.count());
  }

  KeyTypes types() {
    return types;
  }

  String placement() {
    return placement;
  }

  int maxParallelism() {
    return maxParallelism;
  }

  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public TypeSerializer<RowData> duplicate() {
    return this; // has no state
  }

  @Override
  public RowData createInstance() {
    return PlacedKey.empty(getArity());
  }

  @Override
  public RowData copy(RowData from) {
    return PlacedKey.copyOf(placed(from).key(), from.hashCode());
  }

  @Override
  public RowData copy(RowData from, RowData reuse) {
    return copy(from);
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public int getArity() {
    return keys.getArity();
  }

  @Override
  public BinaryRowData toBinaryRow(RowData key) {
    return placed(key).key();
  }

  // -------------------------------------------------------------------------------- streams

  @Override
  public void serialize(RowData key, DataOutputView target) throws IOException {
    placed(key).write(target);
  }

  @Override
  public RowData deserialize(DataInputView source) throws IOException {
    return PlacedKey.read(source, getArity());
  }

  @Override
  public RowData deserialize(RowData reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    keys.copy(source, target);
    target.writeInt(source.readInt());
  }

  // ---------------------------------------------------------------------------------- pages

  /** As in Flink's own serializer of window keys, the skipped bytes are after the hash. */
  @Override
  public int serializeToPages(RowData key, AbstractPagedOutputView target) throws IOException {
    target.writeInt(placed(key).hashCode());
    keys.serializeToPages(placed(key).key(), target);
    return 0;
  }

  @Override
  public RowData deserializeFromPages(AbstractPagedInputView source) throws IOException {
    int hash = source.readInt();
    return new PlacedKey(keys.deserializeFromPages(source), hash);
  }

  @Override
  public RowData deserializeFromPages(RowData reuse, AbstractPagedInputView source)
      throws IOException {
    return deserializeFromPages(source);
  }

  @Override
  public RowData mapFromPages(RowData reuse, AbstractPagedInputView source) throws IOException {
    int hash = source.readInt();
    BinaryRowData mapped = keys.createInstance();
    keys.mapFromPages(mapped, source);
    return PlacedKey.copyOf(mapped, hash);
  }

  @Override
  public void skipRecordFromPages(AbstractPagedInputView source) throws IOException {
    source.readInt();
    keys.skipRecordFromPages(source);
  }

  // -------------------------------------------------------------------------- compatibility

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof PlacedKeySerializer)) {
      return false;
    }
    PlacedKeySerializer that = (PlacedKeySerializer) other;
    return types.equals(that.types)
        && placement.equals(that.placement)
        && maxParallelism == that.maxParallelism;
  }

  @Override
  public int hashCode() {
    return Objects.hash(types, placement, maxParallelism);
  }

  /**
   * Shown in Flink's own message if only those of the state, or only those of the plan, are placed.
   */
  @Override
  public String toString() {
    return "keys placed by Trilink, "
        + PlacedKeySerializerSnapshot.describe(placement, maxParallelism)
        + ": a plan and its state need the same placement; start without the state, or give the"
        + " TRILINK hint the 'partition' with which the state was written, or none if it had none";
  }

  @Override
  public TypeSerializerSnapshot<RowData> snapshotConfiguration() {
    return new PlacedKeySerializerSnapshot(types, placement, maxParallelism);
  }

  private static PlacedKey placed(RowData key) {
    return (PlacedKey) key;
  }
}
