/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.function.ThrowingConsumer;
import org.trilink.runtime.key.PackedKeys;

/**
 * The current key of the window operator. All access to its windows, its timers and its key group
 * goes through this class.
 *
 * <p>Where possible, it finds a record's key without the state backend. The backend then still has
 * another key selected. It selects this one only when its state or its timers are needed.
 */
final class KeyHandle {

  private final StoredKeyWindows stored;
  private final KeyWindowsState state;
  private final InternalTimerService<VoidNamespace> timers;
  private final ThrowingConsumer<StreamRecord<RowData>, Exception> selectKeyOf;
  private final PackedKeys packedKeys = new PackedKeys();

  /** The current key's windows; null if the backend has selected the current key. */
  @Nullable private KeyWindows found;

  /**
   * @param stored the windows in the backend
   * @param state the same windows, found by record
   * @param selectKeyOf lets the backend select a record's key
   */
  KeyHandle(
      StoredKeyWindows stored,
      KeyWindowsState state,
      InternalTimerService<VoidNamespace> timers,
      ThrowingConsumer<StreamRecord<RowData>, Exception> selectKeyOf) {
    this.stored = stored;
    this.state = state;
    this.timers = timers;
    this.selectKeyOf = selectKeyOf;
  }

  // ----------------------------------------------------------------------------- current key

  /** Makes a record's key the current one. Returns its windows; null if it has none. */
  @Nullable
  KeyWindows moveTo(StreamRecord<RowData> record) throws Exception {
    found = state.find(record.getValue());
    return found == null ? selectInBackend(record) : found;
  }

  @Nullable
  private KeyWindows selectInBackend(StreamRecord<RowData> record) throws Exception {
    selectKeyOf.accept(record);
    KeyWindows windows = state.get();
    if (windows == null) {
      stored.select(packedKeys.pack(stored.key())); // whose state and timers keep it
    }
    return windows;
  }

  /** Makes a key the current one. Returns its windows; null if it has none. */
  @Nullable
  KeyWindows moveTo(RowData key) throws IOException {
    stored.select(key);
    return moveToSelected();
  }

  /**
   * Makes the key that the backend has selected the current one, as when one of its timers fires.
   * Returns its windows; null if it has none.
   */
  @Nullable
  KeyWindows moveToSelected() throws IOException {
    found = null;
    return state.get();
  }

  /** Makes each key that has windows the current one in turn. */
  void forEach(ThrowingConsumer<KeyWindows, Exception> action) throws Exception {
    state.forEachKey(() -> action.accept(moveToSelected()));
  }

  /** The current key; not to be changed. */
  RowData key() {
    return found == null ? stored.key() : found.key;
  }

  /** The current key's key group. */
  int keyGroup() {
    return found == null ? stored.keyGroup() : found.keyGroup;
  }

  /** The timer service, with the current key selected. */
  InternalTimerService<VoidNamespace> timers() {
    selectInBackend();
    return timers;
  }

  private void selectInBackend() {
    if (found != null) {
      stored.select(found.lastingKey());
      found = null;
    }
  }

  // ----------------------------------------------------------------------------- its windows

  /** The current key, which had no windows, has some now. */
  void created(KeyWindows windows) throws IOException {
    state.created(windows); // the backend was asked for them, so it has selected the key
  }

  /** The current key's windows were changed. */
  void changed(KeyWindows windows) throws IOException {
    state.changed(windows);
  }

  /** The current key has no windows any more. */
  void remove(KeyWindows windows) throws IOException {
    selectInBackend();
    state.remove(windows);
  }

  // ---------------------------------------------------------------------------- hand-over

  /**
   * Writes all changes to the backend, before a snapshot or before keys are handed over. Afterwards
   * the current key is the one that the backend has selected.
   */
  void flush() throws IOException {
    found = null;
    state.flush();
  }

  /** As {@link KeyWindowObjects#leave}, after a {@link #flush}. */
  @Nullable
  KeyWindows leave() throws IOException {
    return objects().leave();
  }

  /** As {@link KeyWindowObjects#arrive}. */
  @Nullable
  KeyWindows arrive() throws IOException {
    found = null;
    return objects().arrive();
  }

  /** Keys that are handed over are never put on pages. */
  private KeyWindowObjects objects() {
    return (KeyWindowObjects) state;
  }
}
