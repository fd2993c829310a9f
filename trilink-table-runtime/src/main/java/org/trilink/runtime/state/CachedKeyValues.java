/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.flink.util.function.ThrowingRunnable;
import org.trilink.runtime.operator.EvictionClock;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.placement.PlacedKey;

/**
 * A cache of values in front of a backend that serializes them, such as RocksDB. The values of as
 * many keys as the operator's memory allows are cached as objects. They are written back on
 * eviction and before a snapshot. Values that were set and cleared in between are never written.
 *
 * <p>Eviction is CLOCK ({@link EvictionClock}). As long as all keys fit into the cache, a key that
 * is not cached has no values, and the backend is not read for it.
 */
final class CachedKeyValues<K> extends KeyValues<K> {

  /**
   * A key's objects and its entries in the map and the clock, without its bytes and values: an
   * estimate in bytes.
   */
  private static final int KEY = 250;

  /** The estimated size of a key that is not a row, in bytes. */
  private static final int OTHER_KEY = 32;

  private final TypeSerializer<K> keySerializer;
  private final OperatorMemory memory;
  private final List<Cached<?>> values = new ArrayList<>();
  private final Map<K, Entry<K>> entries = new HashMap<>();
  private final EvictionClock<Entry<K>> clock = new EvictionClock<>();
  private final Counter misses = new SimpleCounter();

  /** Whether all keys of the backend are cached. */
  private boolean hasAll;

  private boolean isWriting;

  /** The selected key's entry, null if it was not accessed yet. */
  @Nullable private Entry<K> current;

  /**
   * @param isNew whether the backend has no key yet
   */
  CachedKeyValues(
      CheckpointableKeyedStateBackend<K> backend, boolean isNew, OperatorMemory memory) {
    super(backend);
    this.keySerializer = backend.getKeySerializer();
    this.memory = memory;
    hasAll = isNew;
  }

  @Override
  public <T> KeyValue<T> add(ValueStateDescriptor<T> descriptor, Size<T> size) throws Exception {
    Cached<T> added = new Cached<>(values.size(), descriptor, state(descriptor), size);
    values.add(added);
    return added;
  }

  @Override
  public void register(MetricGroup ofOperator) {
    ofOperator.counter("keyCacheMisses", misses);
    ofOperator.<Long, Gauge<Long>>gauge("keyCacheKeys", () -> (long) clock.size());
    ofOperator.<Long, Gauge<Long>>gauge("keyCacheBytes", memory::used);
    ofOperator.<Long, Gauge<Long>>gauge("keyCacheBudgetBytes", memory::budget);
  }

  // ------------------------------------------------------------------------ the selected key

  private Entry<K> current() {
    if (current == null) {
      current = entries.get(backend.getCurrentKey());
      if (current == null) {
        enter();
      } else {
        current.use();
      }
    }
    return current;
  }

  /**
   * Adds the selected key to the cache if there is room; otherwise it is kept only while it is
   * selected.
   */
  private void enter() {
    if (!hasAll) {
      misses.inc();
    }
    Entry<K> entry = new Entry<>(values.size(), !hasAll);
    if (!memory.isFull() || makesRoom()) {
      entry.key = keySerializer.copy(backend.getCurrentKey());
      clock.add(entry);
      entries.put(entry.key, entry);
    }
    current = entry;
  }

  /** Whether a key was evicted to make room for the new one. */
  private boolean makesRoom() {
    Entry<K> victim = clock.tick();
    if (victim == null) {
      return false;
    }
    evict(victim);
    return true;
  }

  @Override
  public void leave() {
    Entry<K> left = current;
    current = null;
    if (left == null || !left.isChanged) {
      return;
    }
    left.isChanged = false;
    if (!left.isKept()) {
      hasAll &= !left.isDirty();
      write(left);
    } else if (left.isEmpty()) {
      write(left);
      forget(left);
    } else if (!account(left)) {
      write(left);
      forget(left);
      hasAll = false;
    } else {
      while (memory.isFull() && clock.size() > 1) {
        evict(clock.victimOtherThan(left));
      }
    }
  }

  @Override
  public void handOver() {
    Entry<K> selected = entries.get(backend.getCurrentKey());
    if (selected != null) {
      forget(selected);
    }
    current = null;
    hasAll = false;
  }

  /** Visits the cached keys first, so that those that are forgotten are never written. */
  @Override
  void forEachKey(ValueStateDescriptor<?> ofValue, ThrowingRunnable<Exception> action)
      throws Exception {
    boolean hadAll = hasAll;
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

  private void evict(Entry<K> victim) {
    K selected = backend.getCurrentKey();
    writeBack(victim);
    select(selected);
    forget(victim);
    clock.evicted();
    hasAll = false;
  }

  private void forget(Entry<K> entry) {
    entries.remove(entry.key);
    memory.release(entry.bytes);
    clock.remove(entry);
  }

  /** Whether the sizes of the entry's values are known. */
  private boolean account(Entry<K> entry) {
    long bytes = (long) KEY + keyBytes(entry.key);
    for (Cached<?> value : values) {
      long ofValue = value.bytes(entry);
      if (ofValue == Size.UNKNOWN) {
        return false;
      }
      bytes += ofValue;
    }
    memory.add(bytes - entry.bytes);
    entry.bytes = bytes;
    return true;
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
    K selected = backend.getCurrentKey();
    for (Entry<K> entry : clock.entries()) {
      writeBack(entry);
    }
    select(selected);
  }

  @Override
  public boolean isWriting() {
    return isWriting;
  }

  private void writeBack(Entry<K> entry) {
    if (entry.isDirty()) {
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
  private void write(Entry<K> entry) {
    try {
      for (Cached<?> value : values) {
        value.write(entry);
      }
    } catch (IOException e) {
      throw new FlinkRuntimeException(
          "The values of a key could not be written to the state backend.", e);
    }
  }

  // --------------------------------------------------------------------------------- values

  /** A key's values, with the status of each. */
  private static final class Entry<K> extends EvictionClock.Entry {

    private static final int LOADED = 1;
    private static final int DIRTY = 2;

    /** The backend has one, or may have one. */
    private static final int STORED = 4;

    /** The key; null if it is not cached. */
    @Nullable private K key;

    private Object[] values;
    private byte[] flags;
    private final byte initial;

    /** Since the key was selected. */
    private boolean isChanged = true;

    /** The estimated size of the entry, in bytes. */
    private long bytes;

    /**
     * @param mayBeStored whether the backend may have values of the key
     */
    Entry(int count, boolean mayBeStored) {
      initial = mayBeStored ? (byte) STORED : (byte) LOADED;
      values = new Object[count];
      flags = new byte[count];
      Arrays.fill(flags, initial);
    }

    boolean is(int index, int flag) {
      return (flags[index] & flag) != 0;
    }

    void set(int index, int flag, boolean isSet) {
      flags[index] = (byte) (isSet ? flags[index] | flag : flags[index] & ~flag);
    }

    /** Extends the arrays: a timer service may be requested when there are keys already. */
    void makeRoomFor(int count) {
      int former = values.length;
      values = Arrays.copyOf(values, count);
      flags = Arrays.copyOf(flags, count);
      Arrays.fill(flags, former, count, initial);
    }

    boolean isDirty() {
      for (byte flag : flags) {
        if ((flag & DIRTY) != 0) {
          return true;
        }
      }
      return false;
    }

    /**
     * Whether the key has no value, and the backend has none apart from those that are still to be
     * cleared.
     */
    boolean isEmpty() {
      for (int i = 0; i < values.length; i++) {
        if (values[i] != null || !is(i, LOADED)) {
          return false;
        }
      }
      return true;
    }
  }

  private final class Cached<T> implements KeyValue<T> {

    private final int index;
    private final ValueStateDescriptor<T> descriptor;
    private final ValueState<T> state;
    private final Size<T> size;

    Cached(int index, ValueStateDescriptor<T> descriptor, ValueState<T> state, Size<T> size) {
      this.index = index;
      this.descriptor = descriptor;
      this.state = state;
      this.size = size;
    }

    private Entry<K> entry() {
      Entry<K> entry = current();
      if (index >= entry.values.length) {
        entry.makeRoomFor(values.size());
      }
      return entry;
    }

    @Override
    @Nullable
    public T get() throws IOException {
      Entry<K> entry = entry();
      if (!entry.is(index, Entry.LOADED)) {
        T value = state.value();
        entry.values[index] = value;
        entry.set(index, Entry.LOADED, true);
        entry.set(index, Entry.STORED, value != null);
      }
      return valueOf(entry);
    }

    @Override
    public void set(T value) {
      replace(value);
    }

    @Override
    public void clear() {
      replace(null);
    }

    @Override
    public void forEachKey(ThrowingRunnable<Exception> action) throws Exception {
      CachedKeyValues.this.forEachKey(descriptor, action);
    }

    private void replace(@Nullable T value) {
      Entry<K> entry = entry();
      entry.values[index] = value;
      entry.set(index, Entry.LOADED | Entry.DIRTY, true);
      entry.isChanged = true;
    }

    @Override
    public void changed() {
      Entry<K> entry = entry();
      entry.set(index, Entry.DIRTY, true);
      entry.isChanged = true;
    }

    @SuppressWarnings("unchecked") // only this value has the index
    @Nullable
    private T valueOf(Entry<K> entry) {
      return (T) entry.values[index];
    }

    long bytes(Entry<K> entry) {
      T value = index < entry.values.length ? valueOf(entry) : null;
      return value == null ? 0 : size.of(value);
    }

    /** Of the key that the backend has selected. */
    void write(Entry<K> entry) throws IOException {
      if (index >= entry.values.length || !entry.is(index, Entry.DIRTY)) {
        return;
      }
      T value = valueOf(entry);
      if (value != null) {
        state.update(value);
      } else if (entry.is(index, Entry.STORED)) {
        state.clear();
      }
      entry.set(index, Entry.DIRTY, false);
      entry.set(index, Entry.STORED, value != null);
    }
  }
}
