package org.trilink.runtime.window;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
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

  KeyWindowsSerializer(TypeSerializer<RowData> accumulatorSerializer) {
    this.accumulatorSerializer = accumulatorSerializer;
  }

  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public TypeSerializer<KeyWindows> duplicate() {
    return new KeyWindowsSerializer(accumulatorSerializer.duplicate());
  }

  @Override
  public KeyWindows createInstance() {
    return new KeyWindows();
  }

  @Override
  public KeyWindows copy(KeyWindows from) {
    Long[] ends = new Long[from.size()];
    RowData[] accumulators = new RowData[from.size()];
    for (int i = 0; i < ends.length; i++) {
      ends[i] = from.end(i);
      accumulators[i] = accumulatorSerializer.copy(from.accumulator(i));
    }
    KeyWindows copy = new KeyWindows(ends, accumulators);
    copy.watermark = from.watermark;
    copy.nextWindowEnd = from.nextWindowEnd;
    copy.nextFireTime = from.nextFireTime;
    copy.timer = from.timer;
    copy.activity = from.activity == null ? null : from.activity.copy();
    return copy;
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
    for (int i = 0; i < windows.size(); i++) {
      target.writeLong(windows.end(i));
      accumulatorSerializer.serialize(windows.accumulator(i), target);
    }
  }

  @Override
  public KeyWindows deserialize(DataInputView source) throws IOException {
    int has = source.readByte();
    long watermark = (has & HAS_WATERMARK) == 0 ? Long.MIN_VALUE : source.readLong();
    long nextWindowEnd = source.readLong();
    long nextFireTime = source.readLong();
    long timer = source.readLong();
    KeyActivity activity =
        (has & HAS_ACTIVITY) == 0 ? null : new KeyActivity(source.readLong(), source.readLong());
    int size = source.readInt();
    Long[] ends = new Long[size];
    RowData[] accumulators = new RowData[size];
    for (int i = 0; i < size; i++) {
      ends[i] = source.readLong();
      accumulators[i] = accumulatorSerializer.deserialize(source);
    }
    KeyWindows windows = new KeyWindows(ends, accumulators);
    windows.watermark = watermark;
    windows.nextWindowEnd = nextWindowEnd;
    windows.nextFireTime = nextFireTime;
    windows.timer = timer;
    windows.activity = activity;
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
        && accumulatorSerializer.equals(((KeyWindowsSerializer) other).accumulatorSerializer);
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

    private static final int VERSION = 1;

    /** For reading a savepoint. */
    @SuppressWarnings("unused")
    public Snapshot() {
      super(KeyWindowsSerializer.class);
    }

    Snapshot(KeyWindowsSerializer serializer) {
      super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
      return VERSION;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(KeyWindowsSerializer outer) {
      return new TypeSerializer<?>[] {outer.accumulatorSerializer};
    }

    @Override
    @SuppressWarnings("unchecked")
    protected KeyWindowsSerializer createOuterSerializerWithNestedSerializers(
        TypeSerializer<?>[] nested) {
      return new KeyWindowsSerializer((TypeSerializer<RowData>) nested[0]);
    }
  }
}
