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
import org.trilink.runtime.operator.ObjectCache;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.state.ObjectSize;

/**
 * A cache of windows in front of a backend that serializes them, such as RocksDB. As many keys as
 * the operator's memory allows are cached as objects. They are written back on eviction and before
 * a snapshot.
 *
 * <p>If no key can be evicted for a new one ({@link ObjectCache#victim}), the new key is not
 * cached, but read and written for its one record.
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
final class CachedKeyWindowsState implements KeyWindowObjects {

  /**
   * A key's objects and its entries in the map and the clock, without the key's own bytes: an
   * estimate in bytes.
   */
  private static final int KEY = 320;

  /** The maximum number of changes that a key which can grow is not measured; a power of two. */
  private static final int MAX_UNMEASURED = 64;

  /** A key's windows, and the cache's bookkeeping about them. */
  static final class Entry extends ObjectCache.Entry {

    private final KeyWindows windows;

    /** Whether there are changes that have not been written to the backend. */
    private boolean isDirty;

    /** How many slices there were when it was measured. */
    private int slices;

    /** Changes since the entry was added to the cache; counted only if it can grow by them. */
    private int changes;

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
  private final ObjectCache<Entry> cache;

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
    this.misses = misses;
    cache = new ObjectCache<>(memory, Integer.MAX_VALUE, isNew);
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
    if (kept != null || cache.hasAll()) {
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
  private static KeyWindows use(@Nullable Entry entry) {
    if (entry == null) {
      return null;
    }
    entry.use();
    return entry.windows;
  }

  @Override
  public void created(KeyWindows windows) throws IOException {
    enter(windows);
    if (windows.cached != null) {
      windows.cached.isDirty = true;
    } else {
      stored.write(windows);
    }
  }

  @Override
  public void changed(KeyWindows windows) throws IOException {
    Entry entry = windows.cached;
    if (entry != null) {
      entry.isDirty = true;
      if (entry.slices != windows.size() || (canGrow && isDue(++entry.changes))) {
        measure(entry);
      } else if (memory.isExceeded()) {
        evictSurplus(entry);
      }
    } else {
      stored.write(windows);
    }
  }

  @Override
  public void remove(KeyWindows windows) {
    stored.clear();
    if (windows.cached != null) {
      cache.remove(forgotten(windows.cached));
    }
  }

  @Override
  @Nullable
  public KeyWindows leave() throws IOException {
    KeyWindows windows = get();
    if (windows != null && windows.cached != null) {
      cache.remove(forgotten(windows.cached));
    }
    return windows;
  }

  @Override
  @Nullable
  public KeyWindows arrive() throws IOException {
    cache.lacksSome();
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
    for (Entry entry : cache.entries()) {
      writeBack(entry);
    }
    stored.select(selected);
    evictSurplus(null);
  }

  @Override
  public void close() throws IOException {
    flush();
    aggregators.end();
    memory.releaseAll();
  }

  @Override
  public long cachedKeys() {
    return cache.size();
  }

  // ------------------------------------------------------------------------------- eviction

  /** Adds the selected key's windows to the cache if there is room. */
  private void enter(KeyWindows windows) throws IOException {
    evictSurplus(null);
    stored.bindKey(windows);
    long bytes = bytes(windows);
    if (canBeKept(bytes) && (cache.size() == 0 || cache.hasRoom(bytes) || makesRoom(bytes))) {
      windows.cached = new Entry(windows);
      windows.cached.slices = windows.size();
      entries.put(windows.key, windows.cached);
      cache.add(windows.cached, bytes);
    } else {
      cache.lacksSome();
    }
  }

  /** Whether a key was evicted, and has left room for the new one. */
  private boolean makesRoom(long bytes) throws IOException {
    Entry victim = cache.victim();
    if (victim == null) {
      return false;
    }
    evict(victim);
    return cache.size() == 0 || cache.hasRoom(bytes);
  }

  private void evictSurplus(@Nullable Entry spared) throws IOException {
    for (Entry victim = cache.surplus(spared); victim != null; victim = cache.surplus(spared)) {
      evict(victim);
    }
  }

  private void evict(Entry victim) throws IOException {
    RowData selected = stored.key();
    writeBack(victim);
    stored.select(selected);
    cache.evict(forgotten(victim));
  }

  private void writeBack(Entry entry) throws IOException {
    if (entry.isDirty) {
      OwnAggregators.writeBack(entry.windows);
      stored.select(entry.windows.key);
      stored.write(entry.windows);
      entry.isDirty = false;
    }
  }

  /** Lets the entry's key not be found any more. */
  private Entry forgotten(Entry entry) {
    entries.remove(entry.windows.key);
    aggregators.takeFrom(entry.windows);
    entry.windows.cached = null;
    return entry;
  }

  // ---------------------------------------------------------------------------------- memory

  /** Whether a key is measured when it has been changed so many times since it was added. */
  private static boolean isDue(int changes) {
    return (changes & (changes - 1)) == 0 || (changes & (MAX_UNMEASURED - 1)) == 0;
  }

  /**
   * Measures a key again. If it has grown, others are evicted for it; if it cannot be kept any
   * more, it is written and dropped itself.
   */
  private void measure(Entry entry) throws IOException {
    if (canGrow) {
      OwnAggregators.writeBack(entry.windows); // or what the live slice has grown by is not seen
    }
    long bytes = bytes(entry.windows);
    if (canBeKept(bytes)) {
      entry.slices = entry.windows.size();
      cache.resize(entry, bytes);
      evictSurplus(entry);
    } else {
      writeBack(entry); // the key stays selected: from now on it is written as one not kept
      cache.remove(forgotten(entry));
      cache.lacksSome();
    }
  }

  private boolean canBeKept(long bytes) {
    return bytes != ObjectSize.UNKNOWN && (!canGrow || bytes <= memory.budget());
  }

  /** The estimated size of a key in the cache, in bytes, or {@link ObjectSize#UNKNOWN}. */
  private static long bytes(KeyWindows windows) {
    long ofSlices = windows.bytes();
    return ofSlices == ObjectSize.UNKNOWN
        ? ObjectSize.UNKNOWN
        : (long) KEY + PlacedKey.sizeInBytes(windows.key) + ofSlices;
  }
}
