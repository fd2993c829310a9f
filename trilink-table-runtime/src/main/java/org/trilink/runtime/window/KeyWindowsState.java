package org.trilink.runtime.window;

import java.io.IOException;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.table.data.RowData;

/**
 * The {@link KeyWindows} of the backend's current key, read and written as the backend likes it.
 */
interface KeyWindowsState {

  /** The current key's entry, null if it has none. Changes to it must be told. */
  KeyWindows get() throws IOException;

  /** The current key has an entry now. */
  void created(KeyWindows windows) throws IOException;

  /** The entry that {@link #get} gave was changed. */
  void changed(KeyWindows windows) throws IOException;

  /** The current key has no entry any more. */
  void clear() throws IOException;

  /** The backend must know everything now: it is about to take a snapshot. */
  void flush() throws IOException;

  /**
   * The way that suits the backend.
   *
   * @param cacheCapacity how many keys and slices may be kept as objects beside a backend that
   *     serializes them
   */
  static KeyWindowsState of(
      KeyedStateBackend<RowData> backend, ValueState<KeyWindows> state, int cacheCapacity) {
    return backend instanceof HeapKeyedStateBackend
        ? new LiveKeyWindowsState(state)
        : new CachedKeyWindowsState(backend, state, cacheCapacity);
  }
}
