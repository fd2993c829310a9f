/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import javax.annotation.Nullable;

/**
 * A map from numbers to objects: open addressing with linear probing, at most half full, without
 * boxing. It grows as needed and shrinks only with {@link #clear}.
 */
final class LongMap<V> {

  private static final int MIN_SLOTS = 16;

  /** 2^64 / golden ratio: its product's upper bits depend on all bits of a key. */
  private static final long SCATTER = 0x9e3779b97f4a7c15L;

  private long[] keys;
  private Object[] values;
  private int size;

  /** By how many bits a key's product is shifted to get a slot. */
  private int shift;

  LongMap() {
    clear();
  }

  int size() {
    return size;
  }

  void clear() {
    allocate(MIN_SLOTS);
    size = 0;
  }

  private void allocate(int slots) {
    keys = new long[slots];
    values = new Object[slots];
    shift = Long.SIZE - Integer.numberOfTrailingZeros(slots);
  }

  /** Returns the value of a key; null if there is none. */
  @Nullable
  V get(long key) {
    return value(slot(key));
  }

  /**
   * Sets or replaces the value of a key.
   *
   * @param value not null
   */
  void put(long key, V value) {
    int slot = slot(key);
    if (values[slot] == null) {
      size++;
      if (2 * size > keys.length) {
        grow();
        slot = slot(key);
      }
    }
    keys[slot] = key;
    values[slot] = value;
  }

  /** Removes the value of a key, if it has one. */
  void remove(long key) {
    int free = slot(key);
    if (values[free] == null) {
      return;
    }
    size--;
    // moves up later entries that could no longer be found across the gap
    for (int slot = next(free); values[slot] != null; slot = next(slot)) {
      int home = home(keys[slot]);
      if (distance(home, slot) >= distance(free, slot)) {
        keys[free] = keys[slot];
        values[free] = values[slot];
        free = slot;
      }
    }
    values[free] = null;
  }

  /** The slot of the key, or the free slot for it. */
  private int slot(long key) {
    int slot = home(key);
    while (values[slot] != null && keys[slot] != key) {
      slot = next(slot);
    }
    return slot;
  }

  private int home(long key) {
    return (int) ((key * SCATTER) >>> shift);
  }

  private int next(int slot) {
    return (slot + 1) & (keys.length - 1);
  }

  private int distance(int from, int to) {
    return (to - from) & (keys.length - 1);
  }

  @SuppressWarnings("unchecked")
  @Nullable
  private V value(int slot) {
    return (V) values[slot];
  }

  private void grow() {
    long[] oldKeys = keys;
    Object[] oldValues = values;
    allocate(2 * oldKeys.length);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != null) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
