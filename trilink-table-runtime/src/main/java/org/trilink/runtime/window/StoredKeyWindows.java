/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.IOException;
import java.util.function.IntSupplier;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.function.ThrowingRunnable;

/** The windows of keys in Flink's state backend; reads and writes the entry of the selected key. */
final class StoredKeyWindows {

  private final KeyedStateBackend<RowData> backend;
  private final ValueStateDescriptor<KeyWindows> descriptor;
  private final ValueState<KeyWindows> state;
  private final IntSupplier selectedKeyGroup;

  /**
   * @param state that the descriptor describes
   * @param selectedKeyGroup of the key that the backend has selected
   */
  StoredKeyWindows(
      KeyedStateBackend<RowData> backend,
      ValueStateDescriptor<KeyWindows> descriptor,
      ValueState<KeyWindows> state,
      IntSupplier selectedKeyGroup) {
    this.backend = backend;
    this.descriptor = descriptor;
    this.state = state;
    this.selectedKeyGroup = selectedKeyGroup;
  }

  /** The selected key; null if there is none yet. */
  @Nullable
  RowData key() {
    return backend.getCurrentKey();
  }

  /** The selected key's key group. */
  int keyGroup() {
    return selectedKeyGroup.getAsInt();
  }

  /** The selected key's windows; null if it has none. */
  @Nullable
  KeyWindows read() throws IOException {
    return state.value();
  }

  /** Sets the selected key as the key of these windows. */
  void bindKey(KeyWindows windows) {
    windows.key = backend.getCurrentKey();
    windows.keyGroup = keyGroup();
  }

  /** Writes the selected key's windows. */
  void write(KeyWindows windows) throws IOException {
    state.update(windows);
  }

  /** Removes the selected key's windows. */
  void clear() {
    state.clear();
  }

  /** Selects a key; does nothing for null, which means no key yet. */
  void select(@Nullable RowData key) {
    if (key != null) {
      backend.setCurrentKey(key);
    }
  }

  /** Selects each key that has windows, one after the other. */
  void forEachKey(ThrowingRunnable<Exception> action) throws Exception {
    backend.applyToAllKeys(
        VoidNamespace.INSTANCE,
        VoidNamespaceSerializer.INSTANCE,
        descriptor,
        (key, unused) -> action.run());
  }
}
