/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryFormat;
import org.trilink.runtime.key.KeyMap;
import org.trilink.runtime.operator.EvictionClock;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.placement.PlacedKey;

/**
 * Windows on a backend that serializes them, RocksDB above all: as many keys as the operator's
 * memory allows are kept as objects, and written back when others take their place, and before a
 * snapshot.
 *
 * <p>Which key makes room is decided by CLOCK ({@link EvictionClock}). A newcomer for which none
 * does is not kept, but read and written for its one record.
 *
 * <p>As long as every key that there is has had room, the backend is not asked for one that is not
 * kept: it is new.
 */
final class CachedKeyWindowsState implements KeyWindowsState {

  /** A key's objects, and its place in map and clock, without its bytes; in bytes, by estimate. */
  private static final int KEY = 320;

  /** A key's windows, and what the cache has to know of them. */
  static final class Entry extends EvictionClock.Entry {

    private final KeyWindows windows;

    /** Whether the backend has to be told of changes. */
    private boolean isDirty;

    /** How many slices there were when {@link #bytes} was computed. */
    private int slices;

    /** What the entry takes of the cache's memory, by estimate. */
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

  /** Whether the backend knows no key but those that are kept. */
  private boolean hasAll;

  /** Of what was found last. */
  @Nullable private Entry current;

  /**
   * @param entries empty
   * @param findsRecords whether records' windows may be found without the backend
   * @param aggregators for keys that are kept
   * @param isNew whether the backend has no key yet
   */
  CachedKeyWindowsState(
      StoredKeyWindows stored,
      KeyMap<Entry> entries,
      boolean findsRecords,
      OwnAggregators aggregators,
      OperatorMemory memory,
      boolean isNew,
      MetricGroup metrics) {
    this.stored = stored;
    this.entries = entries;
    this.findsRecords = findsRecords;
    this.aggregators = aggregators;
    this.memory = memory;
    hasAll = isNew;
    misses = metrics.counter("keyCacheMisses");
    metrics.<Long, Gauge<Long>>gauge("keyCacheKeys", () -> (long) clock.size());
    metrics.<Long, Gauge<Long>>gauge("keyCacheBytes", memory::used);
    metrics.<Long, Gauge<Long>>gauge("keyCacheBudgetBytes", memory::budget);
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
  public void flush() throws IOException {
    aggregators.writeBack();
    RowData selected = stored.key();
    for (Entry entry : clock.entries()) {
      writeBack(entry);
    }
    stored.select(selected);
  }

  // ---------------------------------------------------------------------------- who is kept

  /** Takes the selected key's windows in, and keeps them if there is room. */
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

  /** Whether a key has left for the one that has come. */
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
    long bytes =
        (long) KEY
            + ((BinaryFormat) PlacedKey.unplaced(windows.key)).getSizeInBytes()
            + windows.bytes();
    memory.add(bytes - entry.bytes);
    entry.bytes = bytes;
    entry.slices = windows.size();
  }
}
