/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Serializes {@link KeyTime}: 17 bytes, and more for the fields that are set. */
final class KeyTimeSerializer extends TypeSerializerSingleton<KeyTime> {

  private static final long serialVersionUID = 1L;

  static final KeyTimeSerializer INSTANCE = new KeyTimeSerializer();

  private static final int HAS_FIRST = 1;
  private static final int HAS_SECOND = 2;
  private static final int IS_WATCHED = 4;

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
    reuse.first = from.first;
    reuse.second = from.second;
    reuse.nextFireTime = from.nextFireTime;
    reuse.cleanupTimer = from.cleanupTimer;
    reuse.activity = from.activity == null ? null : from.activity.copy();
    return reuse;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(KeyTime time, DataOutputView target) throws IOException {
    boolean hasFirst = time.first != Long.MIN_VALUE;
    boolean hasSecond = time.second != EventTime.NO_SECOND_INPUT;
    boolean isWatched = time.activity != null;
    target.writeByte(
        (hasFirst ? HAS_FIRST : 0) | (hasSecond ? HAS_SECOND : 0) | (isWatched ? IS_WATCHED : 0));
    if (hasFirst) {
      target.writeLong(time.first);
    }
    if (hasSecond) {
      target.writeLong(time.second);
    }
    target.writeLong(time.nextFireTime);
    target.writeLong(time.cleanupTimer);
    if (isWatched) {
      target.writeLong(time.activity.lastSeen());
      target.writeLong(time.activity.nextCheck());
    }
  }

  @Override
  public KeyTime deserialize(DataInputView source) throws IOException {
    return deserialize(new KeyTime(), source);
  }

  @Override
  public KeyTime deserialize(KeyTime reuse, DataInputView source) throws IOException {
    int has = source.readByte();
    reuse.first = (has & HAS_FIRST) == 0 ? Long.MIN_VALUE : source.readLong();
    reuse.second = (has & HAS_SECOND) == 0 ? EventTime.NO_SECOND_INPUT : source.readLong();
    reuse.nextFireTime = source.readLong();
    reuse.cleanupTimer = source.readLong();
    boolean isWatched = (has & IS_WATCHED) != 0;
    reuse.activity = isWatched ? new KeyActivity(source.readLong(), source.readLong()) : null;
    return reuse;
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    serialize(deserialize(source), target);
  }

  @Override
  public TypeSerializerSnapshot<KeyTime> snapshotConfiguration() {
    return new Snapshot();
  }

  /** There is only one version of the format. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<KeyTime> {

    /** For reading a savepoint. */
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
