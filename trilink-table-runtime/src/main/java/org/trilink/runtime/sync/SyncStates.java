package org.trilink.runtime.sync;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/**
 * The states of some of a Sync's keys, by the keys' places in its {@link MovingKeys}. What the
 * bytes are, state or a handle to it, only those know who take it out and put it in.
 */
public final class SyncStates implements Serializable {

  private static final long serialVersionUID = 1L;

  private final TreeMap<Integer, byte[]> states = new TreeMap<>();

  void put(int index, byte[] state) {
    states.put(index, state);
  }

  void putAll(SyncStates other) {
    states.putAll(other.states);
  }

  boolean contains(int index) {
    return states.containsKey(index);
  }

  byte[] get(int index) {
    return states.get(index);
  }

  /** By the keys' places, in ascending order. */
  Map<Integer, byte[]> asMap() {
    return states;
  }

  long sizeInBytes() {
    return states.values().stream().mapToLong(state -> state.length).sum();
  }
}
