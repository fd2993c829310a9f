/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.flink.CheckedSnapshot;

/**
 * The key types and the placement to which state of {@link PlacedKey}s is bound. A plan that places
 * keys in another way would look for their state on other subtasks; it is refused with a message
 * that names both placements.
 */
public final class PlacedKeySerializerSnapshot extends CheckedSnapshot<RowData> {

  /** Version 1, with the types as Java objects, was never released. */
  private static final int VERSION = 2;

  private KeyTypes types;
  private String placement;
  private int maxParallelism;

  /** For reading a savepoint. */
  @SuppressWarnings("unused")
  public PlacedKeySerializerSnapshot() {}

  PlacedKeySerializerSnapshot(KeyTypes types, String placement, int maxParallelism) {
    this.types = types;
    this.placement = placement;
    this.maxParallelism = maxParallelism;
  }

  @Override
  public int getCurrentVersion() {
    return VERSION;
  }

  @Override
  public void writeSnapshot(DataOutputView out) throws IOException {
    out.writeUTF(placement);
    out.writeInt(maxParallelism);
    types.write(out);
  }

  /**
   * @throws IOException if the state was written by a version of Trilink with another format of
   *     placed keys
   */
  @Override
  public void readSnapshot(int version, DataInputView in, ClassLoader userCode) throws IOException {
    if (version != VERSION) {
      throw new IOException(
          String.format(
              "The state can't be restored: its placed keys are in format %d, and this version of"
                  + " Trilink reads format %d. Go on with the version that wrote the state, or start"
                  + " without it.",
              version, VERSION));
    }
    placement = in.readUTF();
    maxParallelism = in.readInt();
    types = KeyTypes.read(in);
  }

  @Override
  public TypeSerializer<RowData> restoreSerializer() {
    return new PlacedKeySerializer(types, placement, maxParallelism);
  }

  /**
   * @throws IllegalStateException if the keys are placed in another way now, or have other types.
   *     It is thrown because Flink's own message would only print two serializers.
   */
  @Override
  protected TypeSerializerSchemaCompatibility<RowData> compatibilityWith(
      TypeSerializer<RowData> reader) {
    if (!(reader instanceof PlacedKeySerializer)) {
      throw refuse("as Flink does, without 'partition' in a TRILINK hint");
    }
    PlacedKeySerializer now = (PlacedKeySerializer) reader;
    if (!placement.equals(now.placement()) || maxParallelism != now.maxParallelism()) {
      throw refuse("by " + describe(now.placement(), now.maxParallelism()));
    }
    if (!types.equals(now.types())) {
      throw new IllegalStateException(
          String.format(
              "The state can't be restored: its keys were %s, and this plan's keys are %s. Keep"
                  + " the columns of the key, or start without the state.",
              types, now.types()));
    }
    return TypeSerializerSchemaCompatibility.compatibleAsIs();
  }

  private IllegalStateException refuse(String now) {
    return new IllegalStateException(
        String.format(
            "The state can't be restored: its keys were placed by %s, and this plan places them %s,"
                + " so that it would look for them on other subtasks. Place them as before (hint and"
                + " pipeline.max-parallelism), or start without the state.",
            describe(placement, maxParallelism), now));
  }

  /** How the keys were placed, see {@link PlacedKeyTypeInfo}. */
  public String placement() {
    return placement;
  }

  static String describe(String placement, int maxParallelism) {
    return "partition=" + placement + ", max-parallelism=" + maxParallelism;
  }
}
