/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.util.function.ThrowingRunnable;
import org.trilink.runtime.operator.OperatorMemory;

/**
 * Values of keys, each in a state entry of its own. Flink's heap backend has them as objects
 * ({@link LiveKeyedValues}); with another backend they are cached as objects in front of it ({@link
 * CachedKeyedValues}).
 *
 * @param <K> keys as the state backend has them
 */
public abstract class KeyedValues<K> {

  /**
   * How many values and map entries may wait to be written. A checkpoint waits until all are, some
   * 5 to 10 us for each.
   */
  private static final int MAX_UNWRITTEN = 50_000;

  final CheckpointableKeyedStateBackend<K> backend;

  KeyedValues(CheckpointableKeyedStateBackend<K> backend) {
    this.backend = backend;
  }

  /**
   * The values in a backend, of which those of as many keys as the memory allows are cached if the
   * backend serializes them.
   *
   * @param isNew whether the backend has no key yet
   * @param memory for values that are cached in front of the backend
   */
  public static <K> KeyedValues<K> of(
      CheckpointableKeyedStateBackend<K> backend, boolean isNew, OperatorMemory memory) {
    return of(backend, isNew, memory, Integer.MAX_VALUE);
  }

  /**
   * Creates values like {@link #of}, for small ones that are read and written for each record: no
   * more keys are cached than may wait to be written. To find an object among more keys than that
   * takes as long as RocksDB takes to find its bytes, and the object would have to be written all
   * the same.
   */
  public static <K> KeyedValues<K> ofSmall(
      CheckpointableKeyedStateBackend<K> backend, boolean isNew, OperatorMemory memory) {
    return of(backend, isNew, memory, MAX_UNWRITTEN);
  }

  private static <K> KeyedValues<K> of(
      CheckpointableKeyedStateBackend<K> backend,
      boolean isNew,
      OperatorMemory memory,
      int maxKeys) {
    return keepsObjects(backend)
        ? new LiveKeyedValues<>(backend)
        : new CachedKeyedValues<>(backend, isNew, memory, maxKeys, MAX_UNWRITTEN);
  }

  private static boolean keepsObjects(CheckpointableKeyedStateBackend<?> backend) {
    return backend instanceof HeapKeyedStateBackend;
  }

  /** Whether the backend has the values as objects, so that a change costs no serialization. */
  public final boolean keepsObjects() {
    return keepsObjects(backend);
  }

  /** Adds one value for each key. */
  public abstract <T> KeyValue<T> add(ValueStateDescriptor<T> descriptor, Size<T> size)
      throws Exception;

  /**
   * Adds a map for each key, in Flink's state or in front of it.
   *
   * @param flinks the state in the backend
   * @param size of a key or a value of the map
   */
  public abstract <UK, UV> MapState<UK, UV> addMap(MapState<UK, UV> flinks, Size<Object> size);

  /** The backend that has the values. */
  public final CheckpointableKeyedStateBackend<K> backend() {
    return backend;
  }

  final <T> ValueState<T> state(ValueStateDescriptor<T> descriptor) throws Exception {
    return backend.getPartitionedState(
        VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, descriptor);
  }

  /** See {@link KeyValue#forEachKey}. */
  void forEachKey(ValueStateDescriptor<?> ofValue, ThrowingRunnable<Exception> action)
      throws Exception {
    backend.applyToAllKeys(
        VoidNamespace.INSTANCE,
        VoidNamespaceSerializer.INSTANCE,
        ofValue,
        (key, unused) -> action.run());
  }

  /** To be called before another key is selected. */
  public abstract void leave();

  /** Writes all changes to the backend. */
  public abstract void flush();

  /**
   * Drops the selected key from the cache: a hand-over removes or adds its values directly in the
   * backend.
   */
  public abstract void handOver();

  /** Whether a key is selected only to write its values; others can ignore that. */
  public abstract boolean isWriting();

  /** Adds the metrics of the cache, if there is one, to those of the operator. */
  public abstract void register(MetricGroup ofOperator);

  /** The size of values on the heap. */
  @FunctionalInterface
  public interface Size<T> {

    /** The estimated size of a value in bytes, or {@link ObjectSize#UNKNOWN}. */
    long of(T value);
  }
}
