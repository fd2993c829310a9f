/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.CheckpointableKeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.trilink.runtime.operator.OperatorMemory;

/**
 * Values of keys, each in a state entry of its own. Flink's heap backend has them as objects
 * ({@link LiveKeyValues}); for another backend they are kept as objects beside it ({@link
 * CachedKeyValues}).
 */
abstract class KeyValues<K> {

  final CheckpointableKeyedStateBackend<K> backend;

  KeyValues(CheckpointableKeyedStateBackend<K> backend) {
    this.backend = backend;
  }

  /**
   * The values in a backend.
   *
   * @param isNew whether the backend has no key yet
   * @param memory for values that are kept beside the backend
   */
  static <K> KeyValues<K> of(
      CheckpointableKeyedStateBackend<K> backend, boolean isNew, OperatorMemory memory) {
    return backend instanceof HeapKeyedStateBackend
        ? new LiveKeyValues<>(backend)
        : new CachedKeyValues<>(backend, isNew, memory);
  }

  /** Adds one value for each key. */
  abstract <T> KeyValue<T> add(ValueStateDescriptor<T> descriptor, Size<T> size) throws Exception;

  final <T> ValueState<T> state(ValueStateDescriptor<T> descriptor) throws Exception {
    return backend.getPartitionedState(
        VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, descriptor);
  }

  /** Another key is to be selected. */
  abstract void leave();

  /** The backend must know everything now. */
  abstract void flush();

  /** What the selected key has in the backend is removed, or comes, by other means. */
  abstract void handOver();

  /** Whether a key is selected only to write its values, which is nobody else's concern. */
  abstract boolean isWriting();

  abstract void register(MetricGroup ofOperator);

  /** What a value takes on the heap, in bytes, by estimate. */
  interface Size<T> {
    int of(T value);
  }
}
