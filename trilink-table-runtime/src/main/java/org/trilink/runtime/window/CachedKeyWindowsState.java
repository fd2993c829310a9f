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
import org.trilink.runtime.key.PlacedKey;
import org.trilink.runtime.operator.EvictionClock;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.state.ObjectSize;

/**
 * A cache of windows in front of a backend that serializes them, such as RocksDB. As many keys as
 * the operator's memory allows are cached as objects. They are written back on eviction and before
 * a snapshot.
 *
 * <p>Eviction is CLOCK ({@link EvictionClock}). If no key can be evicted for a new one, the new key
 * is not cached, but read and written for its one record.
 *
 * <p>A key is measured when it is added, and when its slices come and go. Where accumulators can
 * grow, as those of LISTAGG do with each record, it is also measured after 1, 2, 4, ... changes,
 * and then every {@link #MAX_UNMEASURED} ones. So if its records add about the same each, its
 * accumulators take at most twice what was measured. A key whose size is not known, or that has
 * grown larger than all of the memory, is not kept. Where accumulators cannot grow, such a key has
 * very many slices, and is kept alone: all of them would be written for each record.
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

  /** The maximum number of changes that a key which can grow is not measured; a power of two. */
  private static final int MAX_UNMEASURED = 64;

  /** A key's windows, and the cache's bookkeeping about them. */
  static final class Entry extends EvictionClock.Entry {

    private final KeyWindows windows;

    /** Whether there are changes that have not been written to the backend. */
    private boolean isDirty;

    /** How many slices there were when {@link #bytes} was computed. */
    private int slices;

    /** Changes since the entry was added to the cache; counted only if it can grow by them. */
    private int changes;

    /** The estimated size of the entry in the cache, in bytes. */
    private long bytes;

    private Entry(KeyWindows windows) {
      this.windows = windows;
    }
  }

  private final StoredKeyWindows stored;
  private final KeyMap<Entry> entries;
  private final boolean findsRecords;
  private final boolean canGrow;
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
   * @param canGrow whether accumulators can take more memory with each record
   * @param aggregators for keys that are kept
   * @param isNew whether the backend has no key yet
   * @param misses counts keys that the backend was asked for
   */
  CachedKeyWindowsState(
      StoredKeyWindows stored,
      KeyMap<Entry> entries,
      boolean findsRecords,
      boolean canGrow,
      OwnAggregators aggregators,
      OperatorMemory memory,
      boolean isNew,
      Counter misses) {
    this.stored = stored;
    this.entries = entries;
    this.findsRecords = findsRecords;
    this.canGrow = canGrow;
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
    if (current.isKept()) {
      current.isDirty = true;
    } else {
      stored.write(windows);
    }
  }

  @Override
  public void changed(KeyWindows windows) throws IOException {
    if (current.isKept()) {
      current.isDirty = true;
      if (current.slices != windows.size() || (canGrow && isDue(++current.changes))) {
        measure(current);
      } else if (memory.isExceeded()) {
        evictWhatExceeds(current);
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
    evictWhatExceeds(null);
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
    evictWhatExceeds(null);
    stored.bindKey(windows);
    current = new Entry(windows);
    long bytes = bytes(windows);
    if (canBeKept(bytes) && (hasRoom(bytes) || makesRoom(bytes))) {
      clock.add(current);
      entries.put(windows.key, current);
      account(current, bytes);
    } else {
      hasAll = false;
    }
  }

  /** Whether a key was evicted, and has left room for the new one. */
  private boolean makesRoom(long bytes) throws IOException {
    Entry victim = clock.tick();
    if (victim == null) {
      return false;
    }
    evict(victim);
    return hasRoom(bytes);
  }

  /**
   * Evicts keys until the memory suffices for the others, of which there is at least one: keys have
   * grown, or the operator has less memory now.
   */
  private void evictWhatExceeds(@Nullable Entry spared) throws IOException {
    while (memory.isExceeded() && clock.size() > 1) {
      evict(clock.victimOtherThan(spared));
    }
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

  /** Whether a key is measured when it has been changed so many times since it was added. */
  private static boolean isDue(int changes) {
    return (changes & (changes - 1)) == 0 || (changes & (MAX_UNMEASURED - 1)) == 0;
  }

  /**
   * Measures the current key again. If it has grown, others are evicted for it; if it cannot be
   * kept any more, it is written and dropped itself.
   */
  private void measure(Entry entry) throws IOException {
    if (canGrow) {
      OwnAggregators.writeBack(entry.windows); // or what the live slice has grown by is not seen
    }
    long bytes = bytes(entry.windows);
    if (canBeKept(bytes)) {
      account(entry, bytes);
      evictWhatExceeds(entry);
    } else {
      writeBack(entry); // the key stays selected: from now on it is written as one not kept
      forget(entry);
      hasAll = false;
    }
  }

  private void account(Entry entry, long bytes) {
    memory.add(bytes - entry.bytes);
    entry.bytes = bytes;
    entry.slices = entry.windows.size();
  }

  private boolean canBeKept(long bytes) {
    return bytes != ObjectSize.UNKNOWN && (!canGrow || bytes <= memory.budget());
  }

  private boolean hasRoom(long bytes) {
    return clock.size() == 0 || memory.used() + bytes <= memory.budget();
  }

  /** The estimated size of a key in the cache, in bytes, or {@link ObjectSize#UNKNOWN}. */
  private static long bytes(KeyWindows windows) {
    long ofSlices = windows.bytes();
    return ofSlices == ObjectSize.UNKNOWN
        ? ObjectSize.UNKNOWN
        : (long) KEY + PlacedKey.sizeInBytes(windows.key) + ofSlices;
  }
}
