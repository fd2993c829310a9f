/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.IOException;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.flink.util.function.ThrowingRunnable;
import org.trilink.runtime.state.KeyValue;
import org.trilink.runtime.state.KeyedValues;

/**
 * The {@link KeyTime} of the selected key.
 *
 * <p>The entries contain timers of the operator's first timer service, so they can be accessed when
 * that is known: {@link #setNamespaces} comes first.
 */
final class KeyTimeState {

  private static final String NAME = "trilink-key-watermarks";

  /** Five times and two references. */
  private static final int BYTES = 72;

  private final KeyedValues<?> values;
  private KeyValue<KeyTime> state;

  private boolean isLoaded;
  @Nullable private KeyTime entry;

  KeyTimeState(KeyedValues<?> values) {
    this.values = values;
  }

  /** Sets the namespaces of the timers in the entries. */
  <N> void setNamespaces(TypeSerializer<N> namespaceSerializer) throws Exception {
    state =
        values.add(
            new ValueStateDescriptor<>(
                NAME, new KeyTimeSerializer<>(new TimerRunSerializer<>(namespaceSerializer))),
            time -> BYTES + (time.timers == null ? 0 : time.timers.bytes()));
  }

  /** Whether {@link #setNamespaces} was called. */
  boolean isOpen() {
    return state != null;
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

  /** See {@link KeyValue#forEachKey}. */
  void forEachKey(ThrowingRunnable<Exception> action) throws Exception {
    state.forEachKey(action);
  }

  /** The timers in the entries. A key must have an entry before it gets timers. */
  <N> KeyValue<TimerRun<N>> timers() {
    return new EntryTimers<>();
  }

  /**
   * All keys that have an entry, read one by one; all changes must have been written to the
   * backend.
   */
  <K> Stream<K> keys(KeyedStateBackend<K> backend) {
    return backend.getKeys(NAME, VoidNamespace.INSTANCE);
  }

  private final class EntryTimers<N> implements KeyValue<TimerRun<N>> {

    @Override
    @SuppressWarnings("unchecked") // only one service has its timers here
    @Nullable
    public TimerRun<N> get() {
      KeyTime time = load();
      return time == null ? null : (TimerRun<N>) time.timers;
    }

    @Override
    public void set(TimerRun<N> timers) {
      load().timers = timers;
      KeyTimeState.this.changed();
    }

    @Override
    public void changed() {
      KeyTimeState.this.changed();
    }

    @Override
    public void clear() {
      KeyTime time = load();
      if (time != null) {
        time.timers = null;
        KeyTimeState.this.changed();
      }
    }

    @Override
    public void forEachKey(ThrowingRunnable<Exception> action) throws Exception {
      KeyTimeState.this.forEachKey(action);
    }
  }
}
