/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.trilink.runtime.operator.NestingSerializer;

/** Serializes {@link TimerRun}: its limit, the number of timers, then each. */
final class TimerRunSerializer<N> extends NestingSerializer<TimerRun<N>, TypeSerializer<N>> {

  private static final long serialVersionUID = 1L;

  TimerRunSerializer(TypeSerializer<N> namespaceSerializer) {
    super(namespaceSerializer);
  }

  @Override
  public TypeSerializer<TimerRun<N>> duplicate() {
    return new TimerRunSerializer<>(parts.duplicate());
  }

  @Override
  public TimerRun<N> createInstance() {
    return new TimerRun<>();
  }

  @Override
  public TimerRun<N> copy(TimerRun<N> from) {
    TimerRun<N> copy = new TimerRun<>(from.size());
    copy.limit = from.limit;
    from.forEach((namespace, time) -> copy.add(time, parts.copy(namespace)));
    return copy;
  }

  @Override
  public void serialize(TimerRun<N> timers, DataOutputView target) throws IOException {
    target.writeLong(timers.limit);
    target.writeInt(timers.size());
    timers.forEach(
        (namespace, time) -> {
          target.writeLong(time);
          parts.serialize(namespace, target);
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
      timers.add(time, parts.deserialize(source));
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
      parts.copy(source, target);
    }
  }

  @Override
  public TypeSerializerSnapshot<TimerRun<N>> snapshotConfiguration() {
    return new Snapshot<>(this);
  }

  /** Compatible as long as the serializers of the namespaces are. */
  public static final class Snapshot<N>
      extends PartsSnapshot<TimerRun<N>, TypeSerializer<N>, TimerRunSerializer<N>> {

    /** For reading a savepoint. */
    @SuppressWarnings("unused")
    public Snapshot() {
      super(TimerRunSerializer.class, TimerRunSerializer::new);
    }

    Snapshot(TimerRunSerializer<N> serializer) {
      super(serializer, TimerRunSerializer::new);
    }
  }
}
