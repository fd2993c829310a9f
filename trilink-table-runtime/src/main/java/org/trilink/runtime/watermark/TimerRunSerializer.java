/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.trilink.runtime.operator.FreshObjectSerializer;

/** Serializes {@link TimerRun}: its limit, the number of timers, then each. */
final class TimerRunSerializer<N> extends FreshObjectSerializer<TimerRun<N>> {

  private static final long serialVersionUID = 1L;

  private final TypeSerializer<N> namespaceSerializer;

  TimerRunSerializer(TypeSerializer<N> namespaceSerializer) {
    this.namespaceSerializer = namespaceSerializer;
  }

  @Override
  public TypeSerializer<TimerRun<N>> duplicate() {
    return new TimerRunSerializer<>(namespaceSerializer.duplicate());
  }

  @Override
  public TimerRun<N> createInstance() {
    return new TimerRun<>();
  }

  @Override
  public TimerRun<N> copy(TimerRun<N> from) {
    TimerRun<N> copy = new TimerRun<>(from.size());
    copy.limit = from.limit;
    from.forEach((namespace, time) -> copy.add(time, namespaceSerializer.copy(namespace)));
    return copy;
  }

  @Override
  public void serialize(TimerRun<N> timers, DataOutputView target) throws IOException {
    target.writeLong(timers.limit);
    target.writeInt(timers.size());
    timers.forEach(
        (namespace, time) -> {
          target.writeLong(time);
          namespaceSerializer.serialize(namespace, target);
        });
  }

  @Override
  public TimerRun<N> deserialize(DataInputView source) throws IOException {
    long limit = source.readLong();
    int size = source.readInt();
    TimerRun<N> timers = new TimerRun<>(size);
    timers.limit = limit;
    for (int i = 0; i < size; i++) {
      long time = source.readLong();
      timers.add(time, namespaceSerializer.deserialize(source));
    }
    return timers;
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    target.writeLong(source.readLong());
    int size = source.readInt();
    target.writeInt(size);
    for (int i = 0; i < size; i++) {
      target.writeLong(source.readLong());
      namespaceSerializer.copy(source, target);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TimerRunSerializer
        && namespaceSerializer.equals(((TimerRunSerializer<?>) other).namespaceSerializer);
  }

  @Override
  public int hashCode() {
    return namespaceSerializer.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<TimerRun<N>> snapshotConfiguration() {
    return new Snapshot<>(this);
  }

  /** Compatible as long as the serializers of the namespaces are. */
  public static final class Snapshot<N>
      extends CompositeTypeSerializerSnapshot<TimerRun<N>, TimerRunSerializer<N>> {

    private static final int VERSION = 1;

    /** For reading a savepoint. */
    @SuppressWarnings("unused")
    public Snapshot() {
      super(TimerRunSerializer.class);
    }

    Snapshot(TimerRunSerializer<N> serializer) {
      super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
      return VERSION;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(TimerRunSerializer<N> outer) {
      return new TypeSerializer<?>[] {outer.namespaceSerializer};
    }

    @Override
    @SuppressWarnings("unchecked")
    protected TimerRunSerializer<N> createOuterSerializerWithNestedSerializers(
        TypeSerializer<?>[] nested) {
      return new TimerRunSerializer<>((TypeSerializer<N>) nested[0]);
    }
  }
}
