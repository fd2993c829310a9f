/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.util.function.ThrowingRunnable;

/** A cached value of each key. */
final class CachedValue<T> extends CachedState implements KeyValue<T> {

  private final ValueStateDescriptor<T> descriptor;
  private final ValueState<T> state;
  private final KeyedValues.Size<T> size;

  CachedValue(
      CachedKeyedValues<?> keys,
      int index,
      ValueStateDescriptor<T> descriptor,
      ValueState<T> state,
      KeyedValues.Size<T> size) {
    super(keys, index);
    this.descriptor = descriptor;
    this.state = state;
    this.size = size;
  }

  @Override
  @Nullable
  public T get() throws IOException {
    KeyEntry<?> entry = entry();
    if (!entry.is(index, KeyEntry.LOADED)) {
      T value = state.value();
      entry.setValue(index, value);
      entry.set(index, KeyEntry.LOADED, true);
      entry.set(index, KeyEntry.STORED, value != null);
      entry.isChanged = true; // its size counts from now on
    }
    return valueOf(entry);
  }

  @Override
  public void set(T value) {
    replace(value);
  }

  @Override
  public void clear() {
    replace(null);
  }

  private void replace(@Nullable T value) {
    KeyEntry<?> entry = entry();
    entry.setValue(index, value);
    entry.set(index, KeyEntry.LOADED, true);
    entry.changed(index);
  }

  @Override
  public void changed() {
    entry().changed(index);
  }

  @Override
  public void forEachKey(ThrowingRunnable<Exception> action) throws Exception {
    keys.forEachKey(descriptor, action);
  }

  @SuppressWarnings("unchecked") // only this state has the index
  @Nullable
  private T valueOf(KeyEntry<?> entry) {
    return (T) entry.value(index);
  }

  @Override
  boolean isEmpty(KeyEntry<?> entry) {
    return entry.value(index) == null && entry.is(index, KeyEntry.LOADED);
  }

  @Override
  long bytes(KeyEntry<?> entry) {
    T value = valueOf(entry);
    return value == null ? 0 : size.of(value);
  }

  @Override
  int unwritten(KeyEntry<?> entry) {
    return entry.is(index, KeyEntry.DIRTY) ? 1 : 0;
  }

  @Override
  void write(KeyEntry<?> entry) throws IOException {
    if (!entry.is(index, KeyEntry.DIRTY)) {
      return;
    }
    T value = valueOf(entry);
    if (value != null) {
      state.update(value);
    } else if (entry.is(index, KeyEntry.STORED)) {
      state.clear();
    }
    entry.set(index, KeyEntry.DIRTY, false);
    entry.set(index, KeyEntry.STORED, value != null);
  }
}
