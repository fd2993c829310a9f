package org.trilink.runtime.window;

import java.io.IOException;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.trilink.runtime.watermark.KeyActivity;

/**
 * Serializes {@link KeyWindows}: times of 8 bytes each, by what there is to say, then each slice's
 * end and accumulator.
 */
final class KeyWindowsSerializer extends TypeSerializer<KeyWindows> {

  private static final long serialVersionUID = 1L;

  private static final int HAS_WATERMARK = 1;
  private static final int HAS_ACTIVITY = 2;

  private final TypeSerializer<RowData> accumulatorSerializer;

  /** Null if accumulators are kept as rows. The bytes are the same. */
  @Nullable private final WordFields words;

  private KeyWindowsSerializer(
      TypeSerializer<RowData> accumulatorSerializer, @Nullable WordFields words) {
    this.accumulatorSerializer = accumulatorSerializer;
    this.words = words;
  }

  /** Of windows with accumulators of these types. */
  static KeyWindowsSerializer of(LogicalType[] accumulatorTypes) {
    return new KeyWindowsSerializer(
        new RowDataSerializer(accumulatorTypes), WordFields.of(accumulatorTypes));
  }

  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public TypeSerializer<KeyWindows> duplicate() {
    return new KeyWindowsSerializer(accumulatorSerializer.duplicate(), words);
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
  public KeyWindows copy(KeyWindows from, KeyWindows reuse) {
    return copy(from);
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(KeyWindows windows, DataOutputView target) throws IOException {
    boolean hasWatermark = windows.watermark != Long.MIN_VALUE;
    KeyActivity activity = windows.activity;
    target.writeByte((hasWatermark ? HAS_WATERMARK : 0) | (activity != null ? HAS_ACTIVITY : 0));
    if (hasWatermark) {
      target.writeLong(windows.watermark);
    }
    target.writeLong(windows.nextWindowEnd);
    target.writeLong(windows.nextFireTime);
    target.writeLong(windows.timer);
    if (activity != null) {
      target.writeLong(activity.lastSeen());
      target.writeLong(activity.nextCheck());
    }
    target.writeInt(windows.size());
    windows.writeSlices(accumulatorSerializer, target);
  }

  @Override
  public KeyWindows deserialize(DataInputView source) throws IOException {
    KeyWindows windows = createInstance();
    int has = source.readByte();
    windows.watermark = (has & HAS_WATERMARK) == 0 ? Long.MIN_VALUE : source.readLong();
    windows.nextWindowEnd = source.readLong();
    windows.nextFireTime = source.readLong();
    windows.timer = source.readLong();
    windows.activity =
        (has & HAS_ACTIVITY) == 0 ? null : new KeyActivity(source.readLong(), source.readLong());
    windows.readSlices(source.readInt(), accumulatorSerializer, source);
    return windows;
  }

  @Override
  public KeyWindows deserialize(KeyWindows reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    serialize(deserialize(source), target);
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
      return new KeyWindowsSerializer((TypeSerializer<RowData>) nested[0], words);
    }
  }
}
