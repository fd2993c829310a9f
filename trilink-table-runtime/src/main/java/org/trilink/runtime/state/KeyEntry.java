/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import java.util.Arrays;
import javax.annotation.Nullable;
import org.trilink.runtime.operator.ObjectCache;

/** A key's values in {@link CachedKeyedValues}, with the status of each. */
final class KeyEntry<K> extends ObjectCache.Entry {

  /** The value is what the key has; null if it has none. */
  static final int LOADED = 1;

  /** The backend has another one. */
  static final int DIRTY = 2;

  /** The backend has one, or may have one. */
  static final int STORED = 4;

  /** The key; null if it is not cached. */
  @Nullable K key;

  /** Whether a value was changed or read since the key was selected. */
  boolean isChanged = true;

  /** How many of its values and map entries were to be written when it was left last. */
  int unwritten;

  /** The neighbours in {@link UnwrittenKeys}. */
  @Nullable KeyEntry<K> earlier;

  @Nullable KeyEntry<K> later;

  private Object[] values;
  private byte[] flags;
  private final byte initial;

  /**
   * @param count of values
   * @param mayBeStored whether the backend may have values of the key
   */
  KeyEntry(int count, boolean mayBeStored) {
    initial = mayBeStored ? (byte) STORED : (byte) LOADED;
    values = new Object[count];
    flags = new byte[count];
    Arrays.fill(flags, initial);
  }

  /** Extends the entry: a state may be requested when there are keys already. */
  void makeRoomFor(int count) {
    int former = values.length;
    if (former < count) {
      values = Arrays.copyOf(values, count);
      flags = Arrays.copyOf(flags, count);
      Arrays.fill(flags, former, count, initial);
    }
  }

  /** How many values there is room for. */
  int size() {
    return values.length;
  }

  @Nullable
  Object value(int index) {
    return values[index];
  }

  void setValue(int index, @Nullable Object value) {
    values[index] = value;
  }

  boolean is(int index, int flag) {
    return (flags[index] & flag) != 0;
  }

  void set(int index, int flag, boolean isSet) {
    flags[index] = (byte) (isSet ? flags[index] | flag : flags[index] & ~flag);
  }

  /** A value was changed. */
  void changed(int index) {
    set(index, DIRTY, true);
    isChanged = true;
  }
}
