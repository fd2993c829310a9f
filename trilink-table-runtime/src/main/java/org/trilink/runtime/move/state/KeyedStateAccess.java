/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import java.util.Collection;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.RegisteredKeyValueStateBackendMetaInfo;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.api.operators.TimerHeapInternalTimer;
import org.apache.flink.streaming.api.operators.TimerSerializer;

/**
 * The entries that a state backend stores, key by key. This is below the level of the states that
 * an operator sees, so values include Flink's wrappers, such as the time stamps of a TTL.
 */
interface KeyedStateAccess<K> {

  /** The form in which entries are written; bytes of one form cannot be read as another. */
  String form();

  /** All keyed states, including those that were restored and not accessed since. */
  List<RegisteredKeyValueStateBackendMetaInfo<?, ?>> states();

  /** Returns the meta information of a keyed state; null if there is no such state. */
  @Nullable
  RegisteredKeyValueStateBackendMetaInfo<?, ?> state(String name);

  /** Creates a state as a restore does: an operator that requests it later finds it. */
  void create(RegisteredKeyValueStateBackendMetaInfo<?, ?> state) throws Exception;

  /**
   * Finds the entries of keys, in the key groups that they are in.
   *
   * @param states whose entries are to be counted or taken out
   */
  Found<K> find(List<RegisteredKeyValueStateBackendMetaInfo<?, ?>> states, Collection<K> keys)
      throws Exception;

  /** The entries of keys, without those that were written after it was created. */
  interface Found<K> extends AutoCloseable {

    /** How many bytes {@link #takeOut} would write. */
    long countBytes(K key, RegisteredKeyValueStateBackendMetaInfo<?, ?> state) throws Exception;

    /** Writes the entries of a key in a state, and removes them. Returns their number. */
    int takeOut(K key, RegisteredKeyValueStateBackendMetaInfo<?, ?> state, DataOutputView target)
        throws Exception;

    @Override
    void close() throws Exception;
  }

  /**
   * Writes entries of a key to a state.
   *
   * @param key not copied
   * @param entries their number
   * @throws IllegalStateException if the key has an entry there already
   */
  void putIn(
      K key, RegisteredKeyValueStateBackendMetaInfo<?, ?> state, int entries, DataInputView source)
      throws Exception;

  /**
   * The timers of a key group.
   *
   * @param queue Flink's name of the queue
   * @param notBefore no timer is before it; in ms
   * @return null if it is not the backend that keeps them
   */
  @Nullable
  <N> Collection<TimerHeapInternalTimer<K, N>> timers(
      String queue, int keyGroup, long notBefore, TimerSerializer<K, N> serializer)
      throws Exception;

  /**
   * The access to one of Flink's backends.
   *
   * @throws UnsupportedOperationException if it is another than Flink's heap or RocksDB backend
   */
  static <K> KeyedStateAccess<K> of(Object backend) {
    if (backend instanceof HeapKeyedStateBackend) {
      @SuppressWarnings("unchecked")
      HeapKeyedStateBackend<K> heap = (HeapKeyedStateBackend<K>) backend;
      return new HeapStateAccess<>(heap);
    }
    // by name: RocksDB's classes need not be there
    if (backend
        .getClass()
        .getName()
        .equals("org.apache.flink.contrib.streaming.state.RocksDBKeyedStateBackend")) {
      @SuppressWarnings("unchecked")
      AbstractKeyedStateBackend<K> rocksDb = (AbstractKeyedStateBackend<K>) backend;
      return RocksDbStateAccess.of(rocksDb);
    }
    throw new UnsupportedOperationException(
        "Keys cannot be moved: their state is in a "
            + backend.getClass().getSimpleName()
            + ". Set 'state.backend' to 'hashmap' or 'rocksdb', without a changelog, or set"
            + " 'partition.monitor' to 'off', so that keys stay where they are.");
  }
}
