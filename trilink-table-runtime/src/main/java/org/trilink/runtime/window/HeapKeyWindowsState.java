/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.function.ThrowingRunnable;
import org.trilink.runtime.key.KeyMap;

/**
 * Windows on Flink's heap backend, changed in place: the backend returns the objects that it holds,
 * not copies.
 *
 * <p>While a snapshot is written, the backend returns a copy of an object that the snapshot still
 * needs (copy-on-write). So after each snapshot an object must not be used until it was read from
 * the backend again.
 */
final class HeapKeyWindowsState implements KeyWindowObjects {

  private final StoredKeyWindows stored;

  /** The objects that the backend returned; null if it is asked for each record. */
  @Nullable private final KeyMap<KeyWindows> known;

  private final OwnAggregators aggregators;
  private int snapshots;

  /**
   * @param known empty; null to find nothing without the backend
   * @param aggregators for keys that are found without it
   */
  HeapKeyWindowsState(
      StoredKeyWindows stored, @Nullable KeyMap<KeyWindows> known, OwnAggregators aggregators) {
    this.stored = stored;
    this.known = known;
    this.aggregators = aggregators;
  }

  @Override
  @Nullable
  public KeyWindows find(RowData row) throws IOException {
    KeyWindows windows = known == null ? null : known.ofRecord(row);
    return windows == null || windows.snapshots == snapshots ? windows : askAgain(windows);
  }

  /** Reads by the known key, so the record's key need not be copied and compared. */
  private KeyWindows askAgain(KeyWindows windows) throws IOException {
    stored.select(windows.key);
    return get();
  }

  @Override
  @Nullable
  public KeyWindows get() throws IOException {
    KeyWindows windows = stored.read();
    if (windows != null && known != null) {
      know(known, windows);
    }
    return windows;
  }

  @Override
  public void created(KeyWindows windows) throws IOException {
    stored.write(windows);
    if (known != null) {
      know(known, windows);
    }
  }

  private void know(KeyMap<KeyWindows> map, KeyWindows windows) {
    if (windows.key == null) {
      stored.bindKey(windows);
      KeyWindows former = map.ofKey(windows.key);
      if (former != null) {
        aggregators.move(former, windows); // this is the copy of it
      }
      map.put(windows.key, windows);
    }
    windows.snapshots = snapshots;
  }

  @Override
  public void changed(KeyWindows windows) {}

  @Override
  public void remove(KeyWindows windows) {
    stored.clear();
    if (known != null) {
      known.remove(windows.key);
      aggregators.takeFrom(windows);
    }
  }

  @Override
  @Nullable
  public KeyWindows leave() throws IOException {
    KeyWindows windows = get();
    if (windows != null && known != null) {
      known.remove(windows.key);
      aggregators.takeFrom(windows);
    }
    return windows;
  }

  @Override
  @Nullable
  public KeyWindows arrive() throws IOException {
    return get();
  }

  @Override
  public void forEachKey(ThrowingRunnable<Exception> action) throws Exception {
    stored.forEachKey(action);
  }

  @Override
  public void flush() {
    aggregators.writeBack();
    snapshots++;
  }

  @Override
  public void close() {
    flush();
    aggregators.end();
  }

  @Override
  public long cachedKeys() {
    return 0;
  }
}
