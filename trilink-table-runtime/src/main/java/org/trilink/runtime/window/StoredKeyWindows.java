/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import java.util.function.IntSupplier;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.table.data.RowData;

/** What Flink's state backend has of keys' windows: an entry for the key that it has selected. */
final class StoredKeyWindows {

  private final KeyedStateBackend<RowData> backend;
  private final ValueState<KeyWindows> state;
  private final IntSupplier currentKeyGroup;

  /**
   * @param currentKeyGroup of the key that the backend has selected
   */
  StoredKeyWindows(
      KeyedStateBackend<RowData> backend,
      ValueState<KeyWindows> state,
      IntSupplier currentKeyGroup) {
    this.backend = backend;
    this.state = state;
    this.currentKeyGroup = currentKeyGroup;
  }

  /** The selected key; null if there is none yet. */
  @Nullable
  RowData key() {
    return backend.getCurrentKey();
  }

  /** Null if the selected key has none. */
  @Nullable
  KeyWindows read() throws IOException {
    return state.value();
  }

  /** Notes in windows whose they are: the selected key's. */
  void sign(KeyWindows windows) {
    windows.key = backend.getCurrentKey();
    windows.keyGroup = currentKeyGroup.getAsInt();
  }

  /** Writes the selected key's. */
  void write(KeyWindows windows) throws IOException {
    state.update(windows);
  }

  /** The selected key has none any more. */
  void clear() {
    state.clear();
  }

  /** Selects a key; null, for none yet, is passed over. */
  void select(@Nullable RowData key) {
    if (key != null) {
      backend.setCurrentKey(key);
    }
  }
}
