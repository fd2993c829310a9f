/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.IOException;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.flink.util.function.ThrowingRunnable;

/** The {@link KeyTime} of the selected key. */
final class KeyTimeState {

  private static final String NAME = "trilink-key-watermarks";

  /** Five times and a reference. */
  private static final int BYTES = 64;

  private final KeyValues<?> values;
  private final ValueStateDescriptor<KeyTime> descriptor =
      new ValueStateDescriptor<>(NAME, KeyTimeSerializer.INSTANCE);
  private final KeyValue<KeyTime> state;

  private boolean isLoaded;
  @Nullable private KeyTime entry;

  KeyTimeState(KeyValues<?> values) throws Exception {
    this.values = values;
    state = values.add(descriptor, entry -> BYTES);
  }

  boolean isLoaded() {
    return isLoaded;
  }

  /**
   * The selected key's entry, null if it has none. {@link #changed} must be called after changes to
   * it.
   */
  @Nullable
  KeyTime load() {
    if (!isLoaded) {
      try {
        entry = state.get();
      } catch (IOException e) {
        throw new FlinkRuntimeException("The watermark of a key could not be read.", e);
      }
      isLoaded = true;
    }
    return entry;
  }

  /** Sets the entry of the selected key, which had none. */
  void create(KeyTime newEntry) {
    entry = newEntry;
    try {
      state.set(entry);
    } catch (IOException e) {
      throw new FlinkRuntimeException("The watermark of a key could not be written.", e);
    }
  }

  /** The entry was changed. */
  void changed() {
    state.changed();
  }

  /** The selected key has no entry any more. */
  void clear() {
    state.clear();
    entry = null;
  }

  /**
   * Drops the cached entry: another key is about to be selected, or the bound of all keys has
   * advanced.
   */
  void unload() {
    isLoaded = false;
    entry = null;
  }

  /** Selects each key that has an entry, one after the other. */
  void forEachKey(ThrowingRunnable<Exception> action) throws Exception {
    values.forEachKey(descriptor, action);
  }

  /**
   * All keys that have an entry, read one by one; all changes must have been written to the
   * backend.
   */
  <K> Stream<K> keys(KeyedStateBackend<K> backend) {
    return backend.getKeys(NAME, VoidNamespace.INSTANCE);
  }
}
