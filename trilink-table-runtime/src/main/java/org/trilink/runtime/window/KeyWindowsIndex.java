package org.trilink.runtime.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.trilink.runtime.key.KeyNumber;
import org.trilink.runtime.key.NumberedKeys;

/**
 * The way from a record to its key's {@link KeyWindows} past the state backend: no key row is made,
 * hashed and compared, and the backend does not hear of the record at all. For Flink's heap backend
 * only, whose entries are the objects themselves.
 *
 * <p>While a snapshot is written, the backend gives a copy of what the snapshot still needs to
 * whoever asks. So after each snapshot an entry does not count until the backend was asked again.
 */
final class KeyWindowsIndex {

  /** More keys than that add records to their windows' accumulators themselves. */
  private static final int MAX_LIVE_SLICES = 1 << 16;

  /** A key's windows, and the key as the backend knows it. */
  static final class Entry {

    final RowData key;
    final int keyGroup;

    /** Null if accumulators are in the windows only. */
    @Nullable private final LiveSlice live;

    private KeyWindows windows;
    private int snapshots;

    private Entry(RowData key, int keyGroup, @Nullable LiveSlice live) {
      this.key = key;
      this.keyGroup = keyGroup;
      this.live = live;
    }

    KeyWindows windows() {
      return windows;
    }

    /** Whether the slice of that end, in ms, is the live one. */
    boolean isLive(long sliceEnd) {
      return live != null && live.is(sliceEnd);
    }

    /** Adds a record to the live slice. */
    void accumulate(RowData row) throws Exception {
      live.accumulate(row);
    }

    /** No slice is live any more; the windows have what it held. */
    void writeBack() throws Exception {
      if (live != null) {
        live.writeBack();
      }
    }
  }

  private final NumberedKeys<Entry> entries;
  @Nullable private final Supplier<NamespaceAggsHandleFunction<Long>> aggregators;

  private final List<LiveSlice> liveSlices = new ArrayList<>();

  /** Those of keys that are gone. */
  private final ArrayDeque<LiveSlice> free = new ArrayDeque<>();

  private int snapshots;

  /**
   * Empty.
   *
   * @param ofRow the number of a record's key
   * @param ofKey the same number, of a key row
   * @param aggregators makes and opens an aggregator; null if keys cannot have one each
   */
  KeyWindowsIndex(
      KeyNumber ofRow,
      KeyNumber ofKey,
      @Nullable Supplier<NamespaceAggsHandleFunction<Long>> aggregators) {
    entries = new NumberedKeys<>(ofRow, ofKey);
    this.aggregators = aggregators;
  }

  /** The entry of a record's key; null if the backend has to be asked. */
  @Nullable
  Entry find(RowData row) {
    Entry entry = entries.ofRecord(row);
    return entry == null || entry.snapshots != snapshots ? null : entry;
  }

  /**
   * What the backend has for a key.
   *
   * @param key not copied
   */
  void put(RowData key, int keyGroup, KeyWindows windows) {
    Entry entry = entries.ofKey(key);
    if (entry == null) {
      entry = new Entry(key, keyGroup, newLiveSlice());
      entries.put(key, entry);
    }
    entry.windows = windows;
    entry.snapshots = snapshots;
  }

  @Nullable
  private LiveSlice newLiveSlice() {
    if (!free.isEmpty()) {
      return free.pop();
    }
    if (aggregators == null || liveSlices.size() == MAX_LIVE_SLICES) {
      return null;
    }
    LiveSlice slice = new LiveSlice(aggregators.get());
    liveSlices.add(slice);
    return slice;
  }

  /** A key's slice goes live, if that is possible and none is. */
  void begin(Entry entry, int slice) throws Exception {
    if (entry.live != null && slice >= 0) {
      entry.live.begin(entry.windows, slice);
    }
  }

  /** The key's windows are about to be looked at as the backend gives them. */
  void writeBack(RowData key) throws Exception {
    Entry entry = entries.ofKey(key);
    if (entry != null) {
      entry.writeBack();
    }
  }

  /** The backend has nothing for the key any more. */
  void remove(RowData key) {
    Entry entry = entries.ofKey(key);
    if (entry != null) {
      entries.remove(key);
      if (entry.live != null) {
        entry.live.discard();
        free.push(entry.live);
      }
    }
  }

  /** A snapshot is about to be taken. */
  void snapshot() throws Exception {
    for (LiveSlice slice : liveSlices) {
      slice.writeBack();
    }
    snapshots++;
  }
}
