/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.annotation.VisibleForTesting;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.flink.util.function.ThrowingRunnable;
import org.trilink.runtime.key.PlacedKey;
import org.trilink.runtime.operator.ObjectCache;
import org.trilink.runtime.operator.OperatorMemory;

/**
 * A cache of values in front of a backend that serializes them, such as RocksDB. The values of as
 * many keys as the operator's memory allows are cached as objects. They are written back on
 * eviction and before a snapshot. Values that were set and cleared in between are never written. A
 * key with a value whose size is not known, or with more than all of the memory, is not kept.
 *
 * <p>As long as all keys fit into the cache, a key that is not cached has no values, and the
 * backend is not read for it; nor is it later for a key of which a {@link KeyFilter} knows that it
 * is new.
 */
final class CachedKeyedValues<K> extends KeyedValues<K> {

  /**
   * A key's objects and its entries in the map and the clock, without its bytes and values: an
   * estimate in bytes.
   */
  private static final int KEY = 250;

  /** The estimated size of a key that is not a row, in bytes. */
  private static final int OTHER_KEY = 32;

  private final TypeSerializer<K> keySerializer;
  private final OperatorMemory memory;
  private final int maxUnwritten;
  private final List<CachedState> states = new ArrayList<>();
  private final Map<K, KeyEntry<K>> entries = new HashMap<>();
  private final ObjectCache<KeyEntry<K>> cache;
  private final UnwrittenKeys<K> unwritten = new UnwrittenKeys<>();
  private final Counter misses = new SimpleCounter();

  /**
   * The keys that the backend may have, once they are not all cached; null before that, or if it
   * had keys from the beginning.
   */
  @Nullable private KeyFilter stored;

  private boolean isWriting;

  /** The selected key's entry, null if it was not accessed yet. */
  @Nullable private KeyEntry<K> current;

  /**
   * @param isNew whether the backend has no key yet
   * @param maxKeys how many keys are cached at most
   * @param maxUnwritten how many values and map entries may wait to be written
   */
  CachedKeyedValues(
      CheckpointableKeyedStateBackend<K> backend,
      boolean isNew,
      OperatorMemory memory,
      int maxKeys,
      int maxUnwritten) {
    super(backend);
    this.keySerializer = backend.getKeySerializer();
    this.memory = memory;
    this.maxUnwritten = maxUnwritten;
    cache = new ObjectCache<>(memory, maxKeys, isNew);
  }

  @Override
  public <T> KeyValue<T> add(ValueStateDescriptor<T> descriptor, Size<T> size) throws Exception {
    return added(new CachedValue<>(this, states.size(), descriptor, state(descriptor), size));
  }

  @Override
  public <UK, UV> MapState<UK, UV> addMap(MapState<UK, UV> flinks, Size<Object> size) {
    return added(new CachedMap<>(this, states.size(), flinks, size));
  }

  private <S extends CachedState> S added(S state) {
    states.add(state);
    if (current != null) {
      current.makeRoomFor(states.size());
    }
    return state;
  }

  @Override
  public void register(MetricGroup ofOperator) {
    ObjectCache.register(ofOperator, misses, () -> (long) cache.size(), memory);
  }

  /** How often the backend was to be read for a key. */
  @VisibleForTesting
  long misses() {
    return misses.getCount();
  }

  // ------------------------------------------------------------------------ the selected key

  KeyEntry<K> entry() {
    if (current == null) {
      current = entries.get(backend.getCurrentKey());
      if (current == null) {
        enter();
      } else {
        current.use();
        current.makeRoomFor(states.size());
      }
    }
    return current;
  }

  /**
   * Adds the selected key to the cache if there is room; otherwise it is kept only while it is
   * selected.
   */
  private void enter() {
    boolean mayBeStored =
        !cache.hasAll() && (stored == null || stored.add(backend.getCurrentKey().hashCode()));
    if (mayBeStored) {
      misses.inc();
    }
    KeyEntry<K> entry = new KeyEntry<>(states.size(), mayBeStored);
    evictSurplus(null);
    if (cache.hasRoom(1) || makesRoom()) {
      entry.key = keySerializer.copy(backend.getCurrentKey());
      cache.add(entry, 0);
      entries.put(entry.key, entry);
    }
    current = entry;
  }

  /**
   * Whether the key has no value, and the backend has none apart from those that are still to be
   * removed.
   */
  private boolean isEmpty(KeyEntry<K> entry) {
    for (int i = 0; i < entry.size(); i++) {
      if (!states.get(i).isEmpty(entry)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a key was evicted to make room for the new one. */
  private boolean makesRoom() {
    KeyEntry<K> victim = cache.victim();
    if (victim == null) {
      return false;
    }
    evict(victim);
    return true;
  }

  @Override
  public void leave() {
    KeyEntry<K> left = current;
    current = null;
    if (left == null || !left.isChanged) {
      return;
    }
    left.isChanged = false;
    if (!left.isKept()) {
      if (cache.hasAll() && unwritten(left) > 0) {
        noteUncached(backend.getCurrentKey());
      }
      write(left);
    } else if (isEmpty(left)) {
      write(left);
      forget(left);
    } else if (!account(left)) {
      write(left);
      noteUncached(left.key);
      forget(left);
    } else {
      unwritten.count(left, unwritten(left));
      evictSurplus(left);
      if (unwritten.values() > maxUnwritten) {
        writeUntil(maxUnwritten - maxUnwritten / 8); // some at once, as each key must be selected
      }
    }
  }

  @Override
  public void handOver() {
    KeyEntry<K> selected = entries.get(backend.getCurrentKey());
    if (selected != null) {
      forget(selected);
    }
    current = null;
    noteUncached(backend.getCurrentKey());
  }

  /** Visits the cached keys first, so that those that are forgotten are never written. */
  @Override
  void forEachKey(ValueStateDescriptor<?> ofValue, ThrowingRunnable<Exception> action)
      throws Exception {
    boolean hadAll = cache.hasAll() && (current == null || current.isKept());
    List<K> cached = new ArrayList<>(entries.keySet());
    for (K key : cached) {
      backend.setCurrentKey(key);
      action.run();
    }
    if (!hadAll) {
      forEachOtherKey(new HashSet<>(cached), ofValue, action);
    }
  }

  private void forEachOtherKey(
      Set<K> visited, ValueStateDescriptor<?> ofValue, ThrowingRunnable<Exception> action)
      throws Exception {
    flush();
    super.forEachKey(
        ofValue,
        () -> {
          if (!visited.contains(backend.getCurrentKey())) {
            action.run();
          }
        });
  }

  // ------------------------------------------------------------------------------- eviction

  private void evictSurplus(@Nullable KeyEntry<K> spared) {
    for (KeyEntry<K> victim = cache.surplus(spared);
        victim != null;
        victim = cache.surplus(spared)) {
      evict(victim);
    }
  }

  private void evict(KeyEntry<K> victim) {
    K selected = backend.getCurrentKey();
    writeBack(victim);
    select(selected);
    noteUncached(victim.key);
    cache.evict(forgotten(victim));
  }

  /** Notes that the backend may have a key that is not cached. */
  private void noteUncached(K key) {
    if (cache.hasAll()) {
      cache.lacksSome();
      stored = new KeyFilter();
      entries.keySet().forEach(cached -> stored.add(cached.hashCode()));
    }
    if (stored != null) {
      stored.add(key.hashCode());
    }
  }

  private void forget(KeyEntry<K> entry) {
    cache.remove(forgotten(entry));
  }

  /** Lets the entry's key not be found any more. */
  private KeyEntry<K> forgotten(KeyEntry<K> entry) {
    unwritten.count(entry, 0);
    entries.remove(entry.key);
    return entry;
  }

  /** Whether the entry can be kept: its size is known, and is not more than all of the memory. */
  private boolean account(KeyEntry<K> entry) {
    long bytes = (long) KEY + keyBytes(entry.key);
    for (int i = 0; i < entry.size(); i++) {
      long ofState = states.get(i).bytes(entry);
      if (ofState == ObjectSize.UNKNOWN) {
        return false;
      }
      bytes += ofState;
    }
    cache.resize(entry, bytes);
    return bytes <= memory.budget();
  }

  private static int keyBytes(Object key) {
    return key instanceof PlacedKey || key instanceof BinaryRowData
        ? PlacedKey.sizeInBytes((RowData) key)
        : OTHER_KEY;
  }

  // ------------------------------------------------------------------------- to the backend

  @Override
  public void flush() {
    leave();
    writeUntil(0);
    evictSurplus(null);
  }

  /**
   * Writes the keys that have waited longest, until no more values and map entries than this are to
   * be written.
   */
  private void writeUntil(int left) {
    K selected = backend.getCurrentKey();
    while (unwritten.values() > left) {
      writeBack(unwritten.first());
    }
    select(selected);
  }

  private int unwritten(KeyEntry<K> entry) {
    int count = 0;
    for (int i = 0; i < entry.size(); i++) {
      count += states.get(i).unwritten(entry);
    }
    return count;
  }

  @Override
  public boolean isWriting() {
    return isWriting;
  }

  private void writeBack(KeyEntry<K> entry) {
    if (entry.unwritten > 0) {
      select(entry.key);
      write(entry);
    }
  }

  private void select(@Nullable K key) {
    if (key != null) {
      isWriting = true;
      try {
        backend.setCurrentKey(key);
      } finally {
        isWriting = false;
      }
    }
  }

  /** Writes what has changed of the selected key. */
  private void write(KeyEntry<K> entry) {
    try {
      for (int i = 0; i < entry.size(); i++) {
        states.get(i).write(entry);
      }
    } catch (Exception e) {
      throw new FlinkRuntimeException(
          "The values of a key could not be written to the state backend.", e);
    }
    unwritten.count(entry, 0);
  }
}
