package org.trilink.runtime.watermark;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Serializes {@link TimerSet}: the number of timers, then each. */
final class TimerSetSerializer<N> extends TypeSerializer<TimerSet<N>> {

  private static final long serialVersionUID = 1L;

  private final TypeSerializer<N> namespaceSerializer;

  TimerSetSerializer(TypeSerializer<N> namespaceSerializer) {
    this.namespaceSerializer = namespaceSerializer;
  }

  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public TypeSerializer<TimerSet<N>> duplicate() {
    return new TimerSetSerializer<>(namespaceSerializer.duplicate());
  }

  @Override
  public TimerSet<N> createInstance() {
    return new TimerSet<>();
  }

  @Override
  public TimerSet<N> copy(TimerSet<N> from) {
    TimerSet<N> copy = new TimerSet<>();
    from.forEach(
        (namespace, time) -> copy.add(new KeyTimer<>(time, namespaceSerializer.copy(namespace))));
    return copy;
  }

  @Override
  public TimerSet<N> copy(TimerSet<N> from, TimerSet<N> reuse) {
    return copy(from);
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(TimerSet<N> timers, DataOutputView target) throws IOException {
    target.writeInt(timers.size());
    timers.forEach(
        (namespace, time) -> {
          target.writeLong(time);
          namespaceSerializer.serialize(namespace, target);
        });
  }

  @Override
  public TimerSet<N> deserialize(DataInputView source) throws IOException {
    TimerSet<N> timers = new TimerSet<>();
    int size = source.readInt();
    for (int i = 0; i < size; i++) {
      long time = source.readLong();
      timers.add(new KeyTimer<>(time, namespaceSerializer.deserialize(source)));
    }
    return timers;
  }

  @Override
  public TimerSet<N> deserialize(TimerSet<N> reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    int size = source.readInt();
    target.writeInt(size);
    for (int i = 0; i < size; i++) {
      target.writeLong(source.readLong());
      namespaceSerializer.copy(source, target);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TimerSetSerializer
        && namespaceSerializer.equals(((TimerSetSerializer<?>) other).namespaceSerializer);
  }

  @Override
  public int hashCode() {
    return namespaceSerializer.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<TimerSet<N>> snapshotConfiguration() {
    return new Snapshot<>(this);
  }

  /** Compatible as long as the namespaces are. */
  public static final class Snapshot<N>
      extends CompositeTypeSerializerSnapshot<TimerSet<N>, TimerSetSerializer<N>> {

    private static final int VERSION = 1;

    /** For reading a savepoint. */
    @SuppressWarnings("unused")
    public Snapshot() {
      super(TimerSetSerializer.class);
    }

    Snapshot(TimerSetSerializer<N> serializer) {
      super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
      return VERSION;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(TimerSetSerializer<N> outer) {
      return new TypeSerializer<?>[] {outer.namespaceSerializer};
    }

    @Override
    @SuppressWarnings("unchecked")
    protected TimerSetSerializer<N> createOuterSerializerWithNestedSerializers(
        TypeSerializer<?>[] nested) {
      return new TimerSetSerializer<>((TypeSerializer<N>) nested[0]);
    }
  }
}
