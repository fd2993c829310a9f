/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.IOException;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * The {@link KeyTime} of the selected key. Flink's heap backend hands out the entry itself, to be
 * changed in place; another backend is told of the changes once, when the next key is selected.
 */
final class KeyTimeState {

  private static final String NAME = "trilink-key-watermarks";

  private final ValueState<KeyTime> state;
  private final boolean isLive;

  private boolean isLoaded;
  private boolean isChanged;
  @Nullable private KeyTime entry;

  KeyTimeState(KeyedStateBackend<?> backend) throws Exception {
    state =
        backend.getPartitionedState(
            VoidNamespace.INSTANCE,
            VoidNamespaceSerializer.INSTANCE,
            new ValueStateDescriptor<>(NAME, KeyTimeSerializer.INSTANCE));
    isLive = backend instanceof HeapKeyedStateBackend;
  }

  boolean isLoaded() {
    return isLoaded;
  }

  /** The selected key's entry, null if it has none. Changes to it must be told. */
  @Nullable
  KeyTime load() {
    if (!isLoaded) {
      try {
        entry = state.value();
      } catch (IOException e) {
        throw new FlinkRuntimeException("The watermark of a key could not be read.", e);
      }
      isLoaded = true;
    }
    return entry;
  }

  /** The selected key has this entry now. */
  void create(KeyTime newEntry) {
    entry = newEntry;
    isChanged = true;
    if (isLive) {
      write();
    }
  }

  /** The entry was changed. */
  void changed() {
    isChanged = true;
  }

  /** The selected key has no entry any more. */
  void clear() {
    state.clear();
    entry = null;
    isChanged = false;
  }

  /** Another key is to be selected, or the backend must know everything now. */
  void unload() {
    if (isChanged && !isLive) {
      write();
    }
    isChanged = false;
    isLoaded = false;
    entry = null;
  }

  /** All keys that have an entry, read one by one. */
  <K> Stream<K> keys(KeyedStateBackend<K> backend) {
    return backend.getKeys(NAME, VoidNamespace.INSTANCE);
  }

  private void write() {
    try {
      state.update(entry);
    } catch (IOException e) {
      throw new FlinkRuntimeException("The watermark of a key could not be written.", e);
    }
  }
}
