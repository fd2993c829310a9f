package org.trilink.runtime.window;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryFormat;
import org.trilink.runtime.key.KeyMap;
import org.trilink.runtime.operator.OperatorMemory;
import org.trilink.runtime.placement.PlacedKey;

/**
 * Windows on a backend that serializes them, RocksDB above all: as many keys as the operator's
 * memory allows are kept as objects, and written back when others take their place, and before a
 * snapshot.
 *
 * <p>Who stays is decided by a clock that goes on by one key with each key that is not there. A key
 * that was used stays for some turns of the hand; as long as the one under the hand may stay, the
 * newcomer is not kept, but read and written for its one record. So where there are more keys than
 * have room, and all come in turn, some stay and are found each time, and keys that are not used
 * any more make room after some turns.
 *
 * <p>As long as every key that there is has had room, the backend is not asked for one that is not
 * kept: it is new.
 */
final class CachedKeyWindowsState implements KeyWindowsState {

  /** A key's objects, and its place in map and clock, without its bytes; in bytes, by estimate. */
  private static final int KEY = 320;

  /** How often the hand passes a key before it has to leave, at most. */
  private static final byte TURNS = 16;

  /** A key's windows, and what the cache has to know of them. */
  static final class Entry {

    private final KeyWindows windows;

    /** In the clock; {@link #NOWHERE} if the entry is not kept. */
    private int place = NOWHERE;

    private byte turns = TURNS;
    private boolean isDirty;
    private int slices;
    private long bytes;

    private Entry(KeyWindows windows) {
      this.windows = windows;
    }

    private boolean isKept() {
      return place != NOWHERE;
    }
  }

  private static final int NOWHERE = -1;

  private final StoredKeyWindows stored;
  private final KeyMap<Entry> entries;
  private final boolean findsRecords;
  private final OwnAggregators aggregators;
  private final OperatorMemory memory;
  private final Counter misses;

  private final List<Entry> clock = new ArrayList<>();
  private int hand;

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
    entry.turns = TURNS;
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
          hand = underHand() == current ? next(hand) : hand;
          evictUnderHand();
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
    for (Entry entry : clock) {
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
      current.place = clock.size();
      clock.add(current);
      entries.put(windows.key, current);
      account(current);
    } else {
      hasAll = false;
    }
  }

  /** Lets the hand go on by one key; whether that one has left. */
  private boolean makesRoom() throws IOException {
    Entry candidate = underHand();
    if (candidate.turns > 0) {
      candidate.turns--;
      hand = next(hand);
      return false;
    }
    evictUnderHand();
    return true;
  }

  private Entry underHand() {
    return clock.get(hand);
  }

  private int next(int place) {
    return place + 1 < clock.size() ? place + 1 : 0;
  }

  private void evictUnderHand() throws IOException {
    Entry entry = underHand();
    RowData selected = stored.key();
    writeBack(entry);
    stored.select(selected);
    forget(entry);
    hasAll = false;
    hand = next(hand); // another has its place now
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
    Entry last = clock.remove(clock.size() - 1);
    if (last != entry) {
      last.place = entry.place;
      clock.set(entry.place, last);
    }
    entry.place = NOWHERE;
    hand = hand < clock.size() ? hand : 0;
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
