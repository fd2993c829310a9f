/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.trilink.runtime.operator.FreshObjectSerializer;
import org.trilink.runtime.watermark.KeyActivity;

/**
 * Serializes {@link KeyWindows}: a byte with flags for the fields that are left out, times of 8
 * bytes each, the number of slices, then each slice's end and accumulator.
 */
final class KeyWindowsSerializer extends FreshObjectSerializer<KeyWindows> {

  private static final long serialVersionUID = 1L;

  private static final int HAS_WATERMARK = 1;
  private static final int HAS_ACTIVITY = 2;
  private static final int HAS_FLOOR = 64;

  // ---- flags for fields that are left out

  /** The next window to fire ends with the first slice, and is fired at the slice's last ms. */
  private static final int FIRES_FIRST_SLICE = 4;

  private static final int FIRES_NOTHING = 32;
  private static final int HAS_NO_TIMER = 8;

  /** The number of slices is written as a byte, not as an integer. */
  private static final int HAS_FEW_SLICES = 16;

  private static final int FEW = 255;

  /** Types whose values take about the same memory each. */
  private static final Set<LogicalTypeFamily> FIXED =
      EnumSet.of(LogicalTypeFamily.NUMERIC, LogicalTypeFamily.DATETIME, LogicalTypeFamily.INTERVAL);

  private final TypeSerializer<RowData> accumulatorSerializer;

  /**
   * The fields of accumulators that are kept as words; null if accumulators are kept as rows. The
   * bytes are the same.
   */
  @Nullable private final WordFields words;

  private final boolean canGrow;

  private KeyWindowsSerializer(
      TypeSerializer<RowData> accumulatorSerializer, @Nullable WordFields words, boolean canGrow) {
    this.accumulatorSerializer = accumulatorSerializer;
    this.words = words;
    this.canGrow = canGrow;
  }

  /** Creates the serializer of windows with accumulators of these types. */
  static KeyWindowsSerializer of(LogicalType[] accumulatorTypes) {
    return new KeyWindowsSerializer(
        new RowDataSerializer(accumulatorTypes),
        WordFields.of(accumulatorTypes),
        !Arrays.stream(accumulatorTypes).allMatch(KeyWindowsSerializer::isFixed));
  }

  private static boolean isFixed(LogicalType type) {
    return type.getTypeRoot() == LogicalTypeRoot.BOOLEAN
        || !Collections.disjoint(type.getTypeRoot().getFamilies(), FIXED);
  }

  /** How accumulators are kept; null if as rows. */
  @Nullable
  WordFields words() {
    return words;
  }

  /** Whether a slice can take more memory with each record: it has a text, for example. */
  boolean canGrow() {
    return canGrow;
  }

  @Override
  public TypeSerializer<KeyWindows> duplicate() {
    return new KeyWindowsSerializer(accumulatorSerializer.duplicate(), words, canGrow);
  }

  @Override
  public KeyWindows createInstance() {
    return words == null ? new RowKeyWindows() : new WordKeyWindows(words);
  }

  @Override
  public KeyWindows copy(KeyWindows from) {
    return from.copy(accumulatorSerializer);
  }

  @Override
  public void serialize(KeyWindows windows, DataOutputView target) throws IOException {
    int what = what(windows);
    target.writeByte(what);
    if ((what & HAS_WATERMARK) != 0) {
      target.writeLong(windows.watermark);
    }
    if ((what & HAS_FLOOR) != 0) {
      target.writeLong(windows.fired);
    }
    if ((what & (FIRES_FIRST_SLICE | FIRES_NOTHING)) == 0) {
      target.writeLong(windows.nextWindowEnd);
      target.writeLong(windows.nextFireTime);
    }
    if ((what & HAS_NO_TIMER) == 0) {
      target.writeLong(windows.cleanupTimer);
    }
    if ((what & HAS_ACTIVITY) != 0) {
      target.writeLong(windows.activity.lastSeen());
      target.writeLong(windows.activity.nextCheck());
    }
    if ((what & HAS_FEW_SLICES) != 0) {
      target.writeByte(windows.size());
    } else {
      target.writeInt(windows.size());
    }
    windows.writeSlices(accumulatorSerializer, target);
  }

  private static int what(KeyWindows windows) {
    return (windows.watermark == Long.MIN_VALUE ? 0 : HAS_WATERMARK)
        | (windows.activity == null ? 0 : HAS_ACTIVITY)
        | (windows.fired == KeyWindows.IN_ORDER ? 0 : HAS_FLOOR)
        | (firesFirstSlice(windows) ? FIRES_FIRST_SLICE : 0)
        | (windows.nextWindowEnd == KeyWindows.NONE ? FIRES_NOTHING : 0)
        | (windows.cleanupTimer == KeyWindows.NO_CLEANUP_TIMER ? HAS_NO_TIMER : 0)
        | (windows.size() <= FEW ? HAS_FEW_SLICES : 0);
  }

  private static boolean firesFirstSlice(KeyWindows windows) {
    return !windows.isEmpty()
        && windows.nextWindowEnd == windows.end(0)
        && windows.nextFireTime == windows.nextWindowEnd - 1;
  }

  @Override
  public KeyWindows deserialize(DataInputView source) throws IOException {
    KeyWindows windows = createInstance();
    int what = source.readByte();
    windows.watermark = (what & HAS_WATERMARK) == 0 ? Long.MIN_VALUE : source.readLong();
    windows.fired = (what & HAS_FLOOR) == 0 ? KeyWindows.IN_ORDER : source.readLong();
    if ((what & (FIRES_FIRST_SLICE | FIRES_NOTHING)) == 0) {
      windows.nextWindowEnd = source.readLong();
      windows.nextFireTime = source.readLong();
    }
    windows.cleanupTimer =
        (what & HAS_NO_TIMER) != 0 ? KeyWindows.NO_CLEANUP_TIMER : source.readLong();
    windows.activity =
        (what & HAS_ACTIVITY) == 0 ? null : new KeyActivity(source.readLong(), source.readLong());
    int slices = (what & HAS_FEW_SLICES) != 0 ? source.readUnsignedByte() : source.readInt();
    windows.readSlices(slices, accumulatorSerializer, source);
    if ((what & FIRES_FIRST_SLICE) != 0) {
      windows.nextWindowEnd = windows.end(0);
      windows.nextFireTime = windows.nextWindowEnd - 1;
    }
    return windows;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyWindowsSerializer
        && accumulatorSerializer.equals(((KeyWindowsSerializer) other).accumulatorSerializer)
        && Objects.equals(words, ((KeyWindowsSerializer) other).words);
  }

  @Override
  public int hashCode() {
    return accumulatorSerializer.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<KeyWindows> snapshotConfiguration() {
    return new Snapshot(this);
  }

  /** Compatible as long as the accumulators are. */
  public static final class Snapshot
      extends CompositeTypeSerializerSnapshot<KeyWindows, KeyWindowsSerializer> {

    private static final int VERSION = 2;

    @Nullable private WordFields words;

    /** For reading a savepoint. */
    @SuppressWarnings("unused")
    public Snapshot() {
      super(KeyWindowsSerializer.class);
    }

    Snapshot(KeyWindowsSerializer serializer) {
      super(serializer);
      words = serializer.words;
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
      return VERSION;
    }

    @Override
    protected void writeOuterSnapshot(DataOutputView target) throws IOException {
      target.writeBoolean(words != null);
      if (words != null) {
        words.write(target);
      }
    }

    @Override
    protected void readOuterSnapshot(
        int readVersion, DataInputView source, ClassLoader userCodeClassLoader) throws IOException {
      // the first version kept rows
      words = readVersion >= VERSION && source.readBoolean() ? WordFields.read(source) : null;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(KeyWindowsSerializer outer) {
      return new TypeSerializer<?>[] {outer.accumulatorSerializer};
    }

    @Override
    @SuppressWarnings("unchecked")
    protected KeyWindowsSerializer createOuterSerializerWithNestedSerializers(
        TypeSerializer<?>[] nested) {
      boolean canGrow = words == null; // the types are not known here
      return new KeyWindowsSerializer((TypeSerializer<RowData>) nested[0], words, canGrow);
    }
  }
}
