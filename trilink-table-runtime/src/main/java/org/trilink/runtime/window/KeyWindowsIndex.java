package org.trilink.runtime.window;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
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

  /** A key's windows, and the key as the backend knows it. */
  static final class Entry {

    final RowData key;
    final int keyGroup;
    private KeyWindows windows;
    private int snapshots;

    private Entry(RowData key, int keyGroup) {
      this.key = key;
      this.keyGroup = keyGroup;
    }

    KeyWindows windows() {
      return windows;
    }
  }

  private final NumberedKeys<Entry> entries;
  private int snapshots;

  /**
   * Empty.
   *
   * @param ofRow the number of a record's key
   * @param ofKey the same number, of a key row
   */
  KeyWindowsIndex(KeyNumber ofRow, KeyNumber ofKey) {
    entries = new NumberedKeys<>(ofRow, ofKey);
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
      entry = new Entry(key, keyGroup);
      entries.put(key, entry);
    }
    entry.windows = windows;
    entry.snapshots = snapshots;
  }

  /** The backend has nothing for the key any more. */
  void remove(RowData key) {
    entries.remove(key);
  }

  /** A snapshot is being taken. */
  void snapshot() {
    snapshots++;
  }
}
