package org.trilink.runtime.watermark;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Serializes {@link KeyTime}: three times of 8 bytes. */
final class KeyTimeSerializer extends TypeSerializerSingleton<KeyTime> {

  private static final long serialVersionUID = 1L;

  static final KeyTimeSerializer INSTANCE = new KeyTimeSerializer();

  private KeyTimeSerializer() {}

  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public KeyTime createInstance() {
    return new KeyTime();
  }

  @Override
  public KeyTime copy(KeyTime from) {
    return copy(from, new KeyTime());
  }

  @Override
  public KeyTime copy(KeyTime from, KeyTime reuse) {
    reuse.watermark = from.watermark;
    reuse.earliestTimer = from.earliestTimer;
    reuse.ring = from.ring;
    return reuse;
  }

  @Override
  public int getLength() {
    return 3 * Long.BYTES;
  }

  @Override
  public void serialize(KeyTime time, DataOutputView target) throws IOException {
    target.writeLong(time.watermark);
    target.writeLong(time.earliestTimer);
    target.writeLong(time.ring);
  }

  @Override
  public KeyTime deserialize(DataInputView source) throws IOException {
    return deserialize(new KeyTime(), source);
  }

  @Override
  public KeyTime deserialize(KeyTime reuse, DataInputView source) throws IOException {
    reuse.watermark = source.readLong();
    reuse.earliestTimer = source.readLong();
    reuse.ring = source.readLong();
    return reuse;
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    target.write(source, getLength());
  }

  @Override
  public TypeSerializerSnapshot<KeyTime> snapshotConfiguration() {
    return new Snapshot();
  }

  /** There is but one form. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<KeyTime> {

    /** For reading a savepoint. */
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
