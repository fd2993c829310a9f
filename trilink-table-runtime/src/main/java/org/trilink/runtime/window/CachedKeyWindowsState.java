package org.trilink.runtime.window;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.table.data.RowData;

/**
 * Entries on a backend that serializes them, RocksDB above all: the keys seen last are kept as
 * objects and written back when others need their place, and before a snapshot.
 */
final class CachedKeyWindowsState implements KeyWindowsState {

  /** In keys and open slices, each of which takes some hundred bytes on the heap. */
  static final int DEFAULT_CAPACITY = 20_000;

  private final KeyedStateBackend<RowData> backend;
  private final ValueState<KeyWindows> state;
  private final int capacity;

  /** The key used longest ago comes first. */
  private final LinkedHashMap<RowData, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  /** What {@link #get} found last. */
  private Entry current;

  /** Keys and open slices in all entries. */
  private int used;

  CachedKeyWindowsState(
      KeyedStateBackend<RowData> backend, ValueState<KeyWindows> state, int capacity) {
    this.backend = backend;
    this.state = state;
    this.capacity = capacity;
  }

  @Override
  public KeyWindows get() throws IOException {
    current = entries.get(backend.getCurrentKey());
    if (current == null) {
      KeyWindows windows = state.value();
      if (windows == null) {
        return null;
      }
      add(new Entry(windows, false));
    }
    return current.windows;
  }

  @Override
  public void created(KeyWindows windows) throws IOException {
    add(new Entry(windows, true));
  }

  @Override
  public void changed(KeyWindows windows) throws IOException {
    current.dirty = true;
    account(current);
  }

  @Override
  public void clear() {
    used -= entries.remove(backend.getCurrentKey()).used;
    state.clear();
  }

  @Override
  public void flush() throws IOException {
    RowData key = backend.getCurrentKey();
    for (Map.Entry<RowData, Entry> entry : entries.entrySet()) {
      writeBack(entry.getKey(), entry.getValue());
    }
    restoreKey(key);
  }

  private void add(Entry entry) throws IOException {
    entries.put(backend.getCurrentKey(), entry);
    current = entry;
    account(entry);
  }

  /** Notes how much room the current key's entry takes, and makes room if that is too much. */
  private void account(Entry entry) throws IOException {
    int needed = 1 + entry.windows.size();
    used += needed - entry.used;
    entry.used = needed;
    if (used > capacity) {
      RowData key = backend.getCurrentKey();
      Iterator<Map.Entry<RowData, Entry>> oldest = entries.entrySet().iterator();
      while (used > capacity && entries.size() > 1) {
        Map.Entry<RowData, Entry> evicted = oldest.next();
        oldest.remove();
        used -= evicted.getValue().used;
        writeBack(evicted.getKey(), evicted.getValue());
      }
      restoreKey(key);
    }
  }

  private void writeBack(RowData key, Entry entry) throws IOException {
    if (entry.dirty) {
      backend.setCurrentKey(key);
      state.update(entry.windows);
      entry.dirty = false;
    }
  }

  private void restoreKey(RowData key) {
    if (key != null) {
      backend.setCurrentKey(key);
    }
  }

  private static final class Entry {

    private final KeyWindows windows;
    private boolean dirty;
    private int used;

    private Entry(KeyWindows windows, boolean dirty) {
      this.windows = windows;
      this.dirty = dirty;
    }
  }
}
