/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.protocol;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import javax.annotation.Nullable;

/**
 * The states of some of a Sync's keys, by the keys' indices in its {@link MovingKeys}. The format
 * of the bytes is known only to the code that takes state out and puts it in.
 */
public final class SyncStates implements Serializable {

  private static final long serialVersionUID = 1L;

  private final TreeMap<Integer, byte[]> states = new TreeMap<>();

  /** The layouts by the subtask from which states were taken out. */
  private final TreeMap<Integer, byte[]> layouts = new TreeMap<>();

  /** Adds the layout with which the states of a subtask behind the exchange can be read. */
  public void describe(int subtask, byte[] layout) {
    layouts.put(subtask, layout);
  }

  /** The layout that {@link #describe} has added; null if there is none. */
  @Nullable
  public byte[] layout(int subtask) {
    return layouts.get(subtask);
  }

  public void put(int index, byte[] state) {
    states.put(index, state);
  }

  /** The states of some keys, with the layouts that are needed to read them. */
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

  /** The states by the keys' indices, in ascending order. */
  public Map<Integer, byte[]> asMap() {
    return states;
  }

  /** The size of the states. */
  public long sizeInBytes() {
    return states.values().stream().mapToLong(state -> state.length).sum();
  }
}
