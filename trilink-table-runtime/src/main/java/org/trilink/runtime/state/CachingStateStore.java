/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.AggregatingState;
import org.apache.flink.api.common.state.AggregatingStateDescriptor;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReducingState;
import org.apache.flink.api.common.state.ReducingStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * The states of a function, of which values and maps are {@link KeyedValues}: cached as objects in
 * front of a backend that serializes them. The function sees what it would see on Flink's heap
 * backend: an object that it has set or read is the one that it reads later.
 *
 * <p>States with a time to live stay in Flink's backend, as their time counts from the last access
 * there, and so do maps whose keys have no equality as objects ({@link MapKeys}). A function that
 * writes state while a snapshot is taken must not be given this store: what is cached has been
 * written before.
 */
public class CachingStateStore implements KeyedStateStore {

  private final KeyedStateStore flinks;
  private final KeyedValues<?> values;

  /**
   * @param flinks the states in the backend
   * @param values of the operator's keys; {@link KeyedValues#leave} is to be called for each key
   */
  public CachingStateStore(KeyedStateStore flinks, KeyedValues<?> values) {
    this.flinks = flinks;
    this.values = values;
  }

  @Override
  public <T> ValueState<T> getState(ValueStateDescriptor<T> descriptor) {
    return canCache(descriptor) ? new Value<>(keyValue(descriptor)) : flinks.getState(descriptor);
  }

  /** Whether the state may be a {@link #keyValue}. */
  protected static boolean canCache(ValueStateDescriptor<?> descriptor) {
    return !descriptor.getTtlConfig().isEnabled() && descriptor.getDefaultValue() == null;
  }

  /** Adds a value for each key. */
  protected final <T> KeyValue<T> keyValue(ValueStateDescriptor<T> descriptor) {
    try {
      return values.add(descriptor, this::sizeOf);
    } catch (Exception e) {
      throw new FlinkRuntimeException(
          "The state '" + descriptor.getName() + "' could not be created.", e);
    }
  }

  @Override
  public <UK, UV> MapState<UK, UV> getMapState(MapStateDescriptor<UK, UV> descriptor) {
    MapState<UK, UV> stored = flinks.getMapState(descriptor);
    return !descriptor.getTtlConfig().isEnabled() && canBeMapKeys(descriptor.getKeySerializer())
        ? values.addMap(stored, this::sizeOf)
        : stored;
  }

  /** Whether the keys of a map are equal as objects exactly if the backend finds them equal. */
  boolean canBeMapKeys(TypeSerializer<?> keys) {
    return MapKeys.canCache(keys);
  }

  /**
   * The estimated size of a value, or of a key or a value of a map, in bytes, or {@link
   * ObjectSize#UNKNOWN}.
   */
  long sizeOf(Object object) {
    return ObjectSize.of(object);
  }

  @Override
  public <T> ListState<T> getListState(ListStateDescriptor<T> descriptor) {
    return flinks.getListState(descriptor);
  }

  @Override
  public <T> ReducingState<T> getReducingState(ReducingStateDescriptor<T> descriptor) {
    return flinks.getReducingState(descriptor);
  }

  @Override
  public <I, A, O> AggregatingState<I, O> getAggregatingState(
      AggregatingStateDescriptor<I, A, O> descriptor) {
    return flinks.getAggregatingState(descriptor);
  }

  private static final class Value<T> implements ValueState<T> {

    private final KeyValue<T> value;

    private Value(KeyValue<T> value) {
      this.value = value;
    }

    @Override
    @Nullable
    public T value() throws IOException {
      return value.get();
    }

    @Override
    public void update(@Nullable T newValue) throws IOException {
      if (newValue == null) {
        value.clear();
      } else {
        value.set(newValue);
      }
    }

    @Override
    public void clear() {
      value.clear();
    }
  }
}
