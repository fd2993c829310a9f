/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.trilink.runtime.operator.NestingSerializer;

/** Serializes {@link KeyTime}: 17 bytes, and more for the fields that are set. */
final class KeyTimeSerializer<N> extends NestingSerializer<KeyTime, TypeSerializer<TimerRun<N>>> {

  private static final long serialVersionUID = 1L;

  private static final int HAS_FIRST = 1;
  private static final int HAS_SECOND = 2;
  private static final int IS_WATCHED = 4;
  private static final int HAS_TIMERS = 8;
  private static final int HAS_FLOOR = 16;

  KeyTimeSerializer(TypeSerializer<TimerRun<N>> timersSerializer) {
    super(timersSerializer);
  }

  @Override
  public TypeSerializer<KeyTime> duplicate() {
    return new KeyTimeSerializer<>(parts.duplicate());
  }

  @Override
  public KeyTime createInstance() {
    return new KeyTime();
  }

  @Override
  public KeyTime copy(KeyTime from) {
    KeyTime copy = new KeyTime();
    TimerRun<N> timers = timersOf(from);
    copy.first = from.first;
    copy.second = from.second;
    copy.fired = from.fired;
    copy.nextFireTime = from.nextFireTime;
    copy.cleanupTimer = from.cleanupTimer;
    copy.activity = from.activity == null ? null : from.activity.copy();
    copy.timers = timers == null ? null : parts.copy(timers);
    return copy;
  }

  /** Returns the timers that a key's time holds; null if there are none. */
  @SuppressWarnings("unchecked") // of the service that these namespaces are of
  @Nullable
  private TimerRun<N> timersOf(KeyTime time) {
    return time.timers == null || time.timers.isEmpty() ? null : (TimerRun<N>) time.timers;
  }

  @Override
  public void serialize(KeyTime time, DataOutputView target) throws IOException {
    TimerRun<N> timers = timersOf(time);
    boolean hasFirst = time.first != Long.MIN_VALUE;
    boolean hasSecond = time.second != EventTime.NO_SECOND_INPUT;
    boolean isWatched = time.activity != null;
    boolean hasTimers = timers != null;
    boolean hasFloor = time.fired != KeyTime.IN_ORDER;
    target.writeByte(
        (hasFirst ? HAS_FIRST : 0)
            | (hasSecond ? HAS_SECOND : 0)
            | (isWatched ? IS_WATCHED : 0)
            | (hasTimers ? HAS_TIMERS : 0)
            | (hasFloor ? HAS_FLOOR : 0));
    if (hasFirst) {
      target.writeLong(time.first);
    }
    if (hasSecond) {
      target.writeLong(time.second);
    }
    if (hasFloor) {
      target.writeLong(time.fired);
    }
    target.writeLong(time.nextFireTime);
    target.writeLong(time.cleanupTimer);
    if (isWatched) {
      target.writeLong(time.activity.lastSeen());
      target.writeLong(time.activity.nextCheck());
    }
    if (hasTimers) {
      parts.serialize(timers, target);
    }
  }

  @Override
  public KeyTime deserialize(DataInputView source) throws IOException {
    KeyTime time = new KeyTime();
    int has = source.readByte();
    time.first = (has & HAS_FIRST) == 0 ? Long.MIN_VALUE : source.readLong();
    time.second = (has & HAS_SECOND) == 0 ? EventTime.NO_SECOND_INPUT : source.readLong();
    time.fired = (has & HAS_FLOOR) == 0 ? KeyTime.IN_ORDER : source.readLong();
    time.nextFireTime = source.readLong();
    time.cleanupTimer = source.readLong();
    boolean isWatched = (has & IS_WATCHED) != 0;
    time.activity = isWatched ? new KeyActivity(source.readLong(), source.readLong()) : null;
    time.timers = (has & HAS_TIMERS) == 0 ? null : parts.deserialize(source);
    return time;
  }

  @Override
  public TypeSerializerSnapshot<KeyTime> snapshotConfiguration() {
    return new Snapshot<>(this);
  }

  /** Compatible as long as the serializer of the timers is. */
  public static final class Snapshot<N>
      extends PartsSnapshot<KeyTime, TypeSerializer<TimerRun<N>>, KeyTimeSerializer<N>> {

    /** For reading a savepoint. */
    @SuppressWarnings("unused")
    public Snapshot() {
      super(KeyTimeSerializer.class, KeyTimeSerializer::new);
    }

    Snapshot(KeyTimeSerializer<N> serializer) {
      super(serializer, KeyTimeSerializer::new);
    }
  }
}
