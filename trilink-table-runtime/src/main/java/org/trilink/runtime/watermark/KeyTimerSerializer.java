package org.trilink.runtime.watermark;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Serializes {@link KeyTimer} so that the order of the bytes is that of the times: the time first,
 * big-endian, its sign bit flipped.
 */
final class KeyTimerSerializer<N> extends TypeSerializer<KeyTimer<N>> {

  private static final long serialVersionUID = 1L;

  private final TypeSerializer<N> namespaceSerializer;

  KeyTimerSerializer(TypeSerializer<N> namespaceSerializer) {
    this.namespaceSerializer = namespaceSerializer;
  }

  @Override
  public boolean isImmutableType() {
    return namespaceSerializer.isImmutableType();
  }

  @Override
  public TypeSerializer<KeyTimer<N>> duplicate() {
    return new KeyTimerSerializer<>(namespaceSerializer.duplicate());
  }

  @Override
  public KeyTimer<N> createInstance() {
    return new KeyTimer<>(0, namespaceSerializer.createInstance());
  }

  @Override
  public KeyTimer<N> copy(KeyTimer<N> from) {
    return new KeyTimer<>(from.time(), namespaceSerializer.copy(from.namespace()));
  }

  @Override
  public KeyTimer<N> copy(KeyTimer<N> from, KeyTimer<N> reuse) {
    return copy(from);
  }

  @Override
  public int getLength() {
    int length = namespaceSerializer.getLength();
    return length < 0 ? -1 : Long.BYTES + length;
  }

  @Override
  public void serialize(KeyTimer<N> timer, DataOutputView target) throws IOException {
    target.writeLong(timer.time() ^ Long.MIN_VALUE);
    namespaceSerializer.serialize(timer.namespace(), target);
  }

  @Override
  public KeyTimer<N> deserialize(DataInputView source) throws IOException {
    long time = source.readLong() ^ Long.MIN_VALUE;
    return new KeyTimer<>(time, namespaceSerializer.deserialize(source));
  }

  @Override
  public KeyTimer<N> deserialize(KeyTimer<N> reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    target.writeLong(source.readLong());
    namespaceSerializer.copy(source, target);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyTimerSerializer
        && namespaceSerializer.equals(((KeyTimerSerializer<?>) other).namespaceSerializer);
  }

  @Override
  public int hashCode() {
    return namespaceSerializer.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<KeyTimer<N>> snapshotConfiguration() {
    return new Snapshot<>(this);
  }

  /** Compatible as long as the namespaces are. */
  public static final class Snapshot<N>
      extends CompositeTypeSerializerSnapshot<KeyTimer<N>, KeyTimerSerializer<N>> {

    private static final int VERSION = 1;

    /** For reading a savepoint. */
    @SuppressWarnings("unused")
    public Snapshot() {
      super(KeyTimerSerializer.class);
    }

    Snapshot(KeyTimerSerializer<N> serializer) {
      super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
      return VERSION;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(KeyTimerSerializer<N> outer) {
      return new TypeSerializer<?>[] {outer.namespaceSerializer};
    }

    @Override
    @SuppressWarnings("unchecked")
    protected KeyTimerSerializer<N> createOuterSerializerWithNestedSerializers(
        TypeSerializer<?>[] nested) {
      return new KeyTimerSerializer<>((TypeSerializer<N>) nested[0]);
    }
  }
}
