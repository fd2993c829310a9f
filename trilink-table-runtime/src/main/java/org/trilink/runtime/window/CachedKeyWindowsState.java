/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.metrics.Counter;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.function.ThrowingRunnable;
import org.trilink.runtime.key.KeyMap;
import org.trilink.runtime.operator.EvictionClock;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.placement.PlacedKey;

/**
 * A cache of windows in front of a backend that serializes them, such as RocksDB. As many keys as
 * the operator's memory allows are cached as objects. They are written back on eviction and before
 * a snapshot.
 *
 * <p>Eviction is CLOCK ({@link EvictionClock}). If no key can be evicted for a new one, the new key
 * is not cached, but read and written for its one record.
 *
 * <p>As long as all keys fit into the cache, a key that is not cached is new, and the backend is
 * not read for it.
 */
final class CachedKeyWindowsState implements KeyWindowsState {

  /**
   * A key's objects and its entries in the map and the clock, without the key's own bytes: an
   * estimate in bytes.
   */
  private static final int KEY = 320;

  /** A key's windows, and the cache's bookkeeping about them. */
  static final class Entry extends EvictionClock.Entry {

    private final KeyWindows windows;

    /** Whether there are changes that have not been written to the backend. */
    private boolean isDirty;

    /** How many slices there were when {@link #bytes} was computed. */
    private int slices;

    /** The estimated size of the entry in the cache, in bytes. */
    private long bytes;

    private Entry(KeyWindows windows) {
      this.windows = windows;
    }
  }

  private final StoredKeyWindows stored;
  private final KeyMap<Entry> entries;
  private final boolean findsRecords;
  private final OwnAggregators aggregators;
  private final OperatorMemory memory;
  private final Counter misses;

  private final EvictionClock<Entry> clock = new EvictionClock<>();

  /** Whether all keys of the backend are cached. */
  private boolean hasAll;

  /** The entry that was found last. */
  @Nullable private Entry current;

  /**
   * @param entries empty
   * @param findsRecords whether records' windows may be found without the backend
   * @param aggregators for keys that are kept
   * @param isNew whether the backend has no key yet
   * @param misses counts keys that the backend was asked for
   */
  CachedKeyWindowsState(
      StoredKeyWindows stored,
      KeyMap<Entry> entries,
      boolean findsRecords,
      OwnAggregators aggregators,
      OperatorMemory memory,
      boolean isNew,
      Counter misses) {
    this.stored = stored;
    this.entries = entries;
    this.findsRecords = findsRecords;
    this.aggregators = aggregators;
    this.memory = memory;
    hasAll = isNew;
    this.misses = misses;
  }

  // ------------------------------------------------------------------------- to and from keys

  @Override
  @Nullable
  public KeyWindows find(RowData row) {
    return findsRecords ? use(entries.ofRecord(row)) : null;
  }

  @Override
  @Nullable
  public KeyWindows get() throws IOException {
    KeyWindows kept = use(entries.ofKey(stored.key()));
    if (kept != null || hasAll) {
      return kept;
    }
    misses.inc();
    KeyWindows windows = stored.read();
    if (windows != null) {
      enter(windows);
    }
    return windows;
  }

  @Nullable
  private KeyWindows use(@Nullable Entry entry) {
    current = entry;
    if (entry == null) {
      return null;
    }
    entry.use();
    return entry.windows;
  }

  @Override
  public void created(KeyWindows windows) throws IOException {
    enter(windows);
    changed(windows);
  }

  @Override
  public void changed(KeyWindows windows) throws IOException {
    if (current.isKept()) {
      current.isDirty = true;
      if (current.slices != windows.size()) {
        account(current);
        while (memory.isFull() && clock.size() > 1) {
          evict(clock.victimOtherThan(current));
        }
      }
    } else {
      stored.write(windows);
    }
  }

  @Override
  public void remove(KeyWindows windows) {
    stored.clear();
    if (current.isKept()) {
      forget(current);
    }
  }

  @Override
  @Nullable
  public KeyWindows leave() throws IOException {
    KeyWindows windows = get();
    if (windows != null && current.isKept()) {
      forget(current);
    }
    return windows;
  }

  @Override
  @Nullable
  public KeyWindows arrive() throws IOException {
    hasAll = false;
    return get();
  }

  @Override
  public void forEachKey(ThrowingRunnable<Exception> action) throws Exception {
    flush(); // the backend must know them all
    stored.forEachKey(action);
  }

  @Override
  public void flush() throws IOException {
    aggregators.writeBack();
    RowData selected = stored.key();
    for (Entry entry : clock.entries()) {
      writeBack(entry);
    }
    stored.select(selected);
  }

  @Override
  public void close() throws IOException {
    flush();
    aggregators.end();
    memory.releaseAll();
  }

  @Override
  public long cachedKeys() {
    return clock.size();
  }

  // ------------------------------------------------------------------------------- eviction

  /** Adds the selected key's windows to the cache if there is room. */
  private void enter(KeyWindows windows) throws IOException {
    stored.bindKey(windows);
    current = new Entry(windows);
    if (!memory.isFull() || makesRoom()) {
      clock.add(current);
      entries.put(windows.key, current);
      account(current);
    } else {
      hasAll = false;
    }
  }

  /** Whether a key was evicted to make room for the new one. */
  private boolean makesRoom() throws IOException {
    Entry victim = clock.tick();
    if (victim == null) {
      return false;
    }
    evict(victim);
    return true;
  }

  private void evict(Entry victim) throws IOException {
    RowData selected = stored.key();
    writeBack(victim);
    stored.select(selected);
    forget(victim);
    clock.evicted();
    hasAll = false;
  }

  private void writeBack(Entry entry) throws IOException {
    if (entry.isDirty) {
      OwnAggregators.writeBack(entry.windows);
      stored.select(entry.windows.key);
      stored.write(entry.windows);
      entry.isDirty = false;
    }
  }

  private void forget(Entry entry) {
    entries.remove(entry.windows.key);
    aggregators.takeFrom(entry.windows);
    memory.release(entry.bytes);
    clock.remove(entry);
  }

  // ---------------------------------------------------------------------------------- memory

  private void account(Entry entry) {
    KeyWindows windows = entry.windows;
    long bytes = (long) KEY + PlacedKey.sizeInBytes(windows.key) + windows.bytes();
    memory.add(bytes - entry.bytes);
    entry.bytes = bytes;
    entry.slices = windows.size();
  }
}
