/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.sync.protocol;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import javax.annotation.Nullable;

/**
 * The states of some of a Sync's keys, by the keys' places in its {@link MovingKeys}. What the
 * bytes are, state or a handle to it, only those know who take it out and put it in.
 */
public final class SyncStates implements Serializable {

  private static final long serialVersionUID = 1L;

  private final TreeMap<Integer, byte[]> states = new TreeMap<>();

  /** By the subtask that they were taken out of. */
  private final TreeMap<Integer, byte[]> layouts = new TreeMap<>();

  /** What it takes to read all that was taken out of a subtask behind the exchange. */
  public void describe(int subtask, byte[] layout) {
    layouts.put(subtask, layout);
  }

  /** What {@link #describe} was told; null if nothing. */
  @Nullable
  public byte[] layout(int subtask) {
    return layouts.get(subtask);
  }

  public void put(int index, byte[] state) {
    states.put(index, state);
  }

  /** Those of some keys, with all that it takes to read them. */
  SyncStates only(IntPredicate wanted) {
    SyncStates some = new SyncStates();
    some.layouts.putAll(layouts);
    states.forEach(
        (index, state) -> {
          if (wanted.test(index)) {
            some.put(index, state);
          }
        });
    return some;
  }

  boolean isEmpty() {
    return states.isEmpty();
  }

  /** By the keys' places, in ascending order. */
  public Map<Integer, byte[]> asMap() {
    return states;
  }

  /** Of the states. */
  public long sizeInBytes() {
    return states.values().stream().mapToLong(state -> state.length).sum();
  }
}
