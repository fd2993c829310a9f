/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.flink.contrib.streaming.state.RocksDBKeyedStateBackend;
import org.apache.flink.contrib.streaming.state.RocksDBKeyedStateBackend.RocksDbKvStateInfo;
import org.apache.flink.contrib.streaming.state.RocksDBNativeMetricMonitor;
import org.apache.flink.contrib.streaming.state.RocksDBOperationUtils;
import org.apache.flink.contrib.streaming.state.RocksDBResourceContainer;
import org.apache.flink.contrib.streaming.state.RocksDBWriteBatchWrapper;
import org.apache.flink.contrib.streaming.state.RocksIteratorWrapper;
import org.apache.flink.contrib.streaming.state.ttl.RocksDbTtlCompactFiltersManager;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.CompositeKeySerializationUtils;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.RegisteredKeyValueStateBackendMetaInfo;
import org.apache.flink.runtime.state.RegisteredPriorityQueueStateBackendMetaInfo;
import org.apache.flink.streaming.api.operators.TimerHeapInternalTimer;
import org.apache.flink.streaming.api.operators.TimerSerializer;
import org.apache.flink.util.function.BiConsumerWithException;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.RocksDB;
import org.trilink.runtime.flink.StateField;

/**
 * Flink's RocksDB backend: one column family per state; an entry's key consists of key group, key,
 * namespace and, in a map state, the key in the map. Entries are moved as bytes, without
 * deserialization: the value, and the part of the entry's key after the state key. Only the state
 * key is written anew.
 */
final class RocksDbStateAccess<K> implements KeyedStateAccess<K> {

  /** The size of a write batch in bytes; the same as Flink's default. */
  private static final long BATCH_BYTES = 2 << 20;

  private final RocksDBKeyedStateBackend<K> backend;
  private final RocksDB db;

  /** The backend's own column families by name, not a copy. They include the timer queues. */
  private final Map<String, RocksDbKvStateInfo> families;

  /** Holds changes of the timer queues that are not written yet. */
  private final RocksDBWriteBatchWrapper queuesBatch;

  private final DataOutputSerializer keyBytes = new DataOutputSerializer(128);
  private final DataInputDeserializer entryKey = new DataInputDeserializer();

  @SuppressWarnings("unchecked") // as the backend declares it
  private RocksDbStateAccess(RocksDBKeyedStateBackend<K> backend) {
    this.backend = backend;
    db = StateField.ROCKSDB_DB.of(backend, RocksDB.class);
    families = StateField.ROCKSDB_FAMILIES.of(backend, Map.class);
    queuesBatch = StateField.ROCKSDB_WRITE_BATCH.of(backend, RocksDBWriteBatchWrapper.class);
  }

  static <K> KeyedStateAccess<K> of(AbstractKeyedStateBackend<K> backend) {
    return new RocksDbStateAccess<>((RocksDBKeyedStateBackend<K>) backend);
  }

  @Override
  public String form() {
    return "RocksDB";
  }

  @Override
  public List<RegisteredKeyValueStateBackendMetaInfo<?, ?>> states() {
    List<RegisteredKeyValueStateBackendMetaInfo<?, ?>> states = new ArrayList<>(families.size());
    for (RocksDbKvStateInfo family : families.values()) {
      if (family.metaInfo instanceof RegisteredKeyValueStateBackendMetaInfo) {
        states.add((RegisteredKeyValueStateBackendMetaInfo<?, ?>) family.metaInfo);
      }
    }
    return states;
  }

  @Override
  @Nullable
  public RegisteredKeyValueStateBackendMetaInfo<?, ?> state(String name) {
    RocksDbKvStateInfo family = families.get(name);
    return family != null && family.metaInfo instanceof RegisteredKeyValueStateBackendMetaInfo
        ? (RegisteredKeyValueStateBackendMetaInfo<?, ?>) family.metaInfo
        : null;
  }

  @Override
  @SuppressWarnings("unchecked") // as the backend declares it
  public void create(RegisteredKeyValueStateBackendMetaInfo<?, ?> state) {
    RocksDbKvStateInfo family =
        RocksDBOperationUtils.createStateInfo(
            state,
            db,
            (Function<String, ColumnFamilyOptions>)
                StateField.ROCKSDB_FAMILY_OPTIONS.of(backend, Function.class),
            StateField.ROCKSDB_TTL_FILTERS.of(backend, RocksDbTtlCompactFiltersManager.class),
            StateField.ROCKSDB_OPTIONS
                .of(backend, RocksDBResourceContainer.class)
                .getWriteBufferManagerCapacity());
    RocksDBOperationUtils.registerKvStateInformation(
        families,
        StateField.ROCKSDB_METRICS.ofIfSet(backend, RocksDBNativeMetricMonitor.class),
        state.getName(),
        family);
  }

  // --------------------------------------------------------------------------------- entries

  @Override
  public Found<K> find(
      List<RegisteredKeyValueStateBackendMetaInfo<?, ?>> states, Collection<K> keys) {
    return new FoundEntries();
  }

  /** Finds a key's entries by seeking them. */
  private final class FoundEntries implements Found<K> {

    private final Map<String, RocksIteratorWrapper> iterators = new HashMap<>();
    private final RocksDBWriteBatchWrapper removals = newBatch();

    @Override
    public long countBytes(K key, RegisteredKeyValueStateBackendMetaInfo<?, ?> state)
        throws Exception {
      byte[] prefix = prefixOf(key, state);
      long[] bytes = {0};
      forEach(
          key,
          prefix,
          state,
          (entry, value) ->
              bytes[0] += 2 * Integer.BYTES + entry.length - prefix.length + value.length);
      return bytes[0];
    }

    @Override
    public int takeOut(
        K key, RegisteredKeyValueStateBackendMetaInfo<?, ?> state, DataOutputView target)
        throws Exception {
      ColumnFamilyHandle family = familyOf(state);
      byte[] prefix = prefixOf(key, state);
      int[] entries = {0};
      forEach(
          key,
          prefix,
          state,
          (entry, value) -> {
            write(entry, prefix.length, target);
            write(value, 0, target);
            removals.remove(family, entry);
            entries[0]++;
          });
      return entries[0];
    }

    private void forEach(
        K key,
        byte[] prefix,
        RegisteredKeyValueStateBackendMetaInfo<?, ?> state,
        BiConsumerWithException<byte[], byte[], Exception> consumer)
        throws Exception {
      RocksIteratorWrapper iterator =
          iterators.computeIfAbsent(state.getName(), name -> newIterator(familyOf(state)));
      for (iterator.seek(prefix);
          iterator.isValid() && startsWith(iterator.key(), prefix);
          iterator.next()) {
        byte[] entry = iterator.key();
        if (key.equals(keyOf(entry, state))) { // not a longer key with the same prefix
          consumer.accept(entry, iterator.value());
        }
      }
    }

    @Override
    public void close() throws Exception {
      iterators.values().forEach(RocksIteratorWrapper::close);
      removals.close(); // which writes the remaining entries
    }
  }

  @Override
  public void putIn(
      K key, RegisteredKeyValueStateBackendMetaInfo<?, ?> state, int entries, DataInputView source)
      throws Exception {
    ColumnFamilyHandle family = familyOf(state);
    byte[] prefix = prefixOf(key, state);
    if (hasEntry(key, prefix, state)) {
      throw KeyedStateMover.isThereAlready(state.getName());
    }
    try (RocksDBWriteBatchWrapper batch = newBatch()) {
      for (int i = 0; i < entries; i++) {
        byte[] entry = read(prefix, source);
        batch.put(family, entry, read(new byte[0], source));
      }
    }
  }

  private boolean hasEntry(K key, byte[] prefix, RegisteredKeyValueStateBackendMetaInfo<?, ?> state)
      throws IOException {
    try (RocksIteratorWrapper iterator = newIterator(familyOf(state))) {
      for (iterator.seek(prefix);
          iterator.isValid() && startsWith(iterator.key(), prefix);
          iterator.next()) {
        if (key.equals(keyOf(iterator.key(), state))) {
          return true;
        }
      }
      return false;
    }
  }

  /** The common prefix of the keys of a key's entries. */
  private byte[] prefixOf(K key, RegisteredKeyValueStateBackendMetaInfo<?, ?> state)
      throws IOException {
    keyBytes.clear();
    writeKeyGroup(KeyGroupRangeAssignment.assignToKeyGroup(key, backend.getNumberOfKeyGroups()));
    CompositeKeySerializationUtils.writeKey(
        key, backend.getKeySerializer(), keyBytes, isAmbiguous(state));
    return keyBytes.getCopyOfBuffer();
  }

  private void writeKeyGroup(int keyGroup) throws IOException {
    CompositeKeySerializationUtils.writeKeyGroup(
        keyGroup, backend.getKeyGroupPrefixBytes(), keyBytes);
  }

  private K keyOf(byte[] entry, RegisteredKeyValueStateBackendMetaInfo<?, ?> state)
      throws IOException {
    int keyGroup = backend.getKeyGroupPrefixBytes();
    entryKey.setBuffer(entry, keyGroup, entry.length - keyGroup);
    return CompositeKeySerializationUtils.readKey(
        backend.getKeySerializer(), entryKey, isAmbiguous(state));
  }

  /** Whether Flink writes a key's length after it. */
  private boolean isAmbiguous(RegisteredKeyValueStateBackendMetaInfo<?, ?> state) {
    return CompositeKeySerializationUtils.isAmbiguousKeyPossible(
        backend.getKeySerializer(), state.getNamespaceSerializer());
  }

  // ---------------------------------------------------------------------------------- timers

  /**
   * Bypasses the queue: its iterator starts after the timer that it removed last when it became
   * empty, and so leaves out earlier timers that were registered later.
   */
  @Override
  @Nullable
  public <N> Collection<TimerHeapInternalTimer<K, N>> timers(
      String queue, int keyGroup, long notBefore, TimerSerializer<K, N> serializer)
      throws Exception {
    RocksDbKvStateInfo family = families.get(queue);
    if (family == null
        || !(family.metaInfo instanceof RegisteredPriorityQueueStateBackendMetaInfo)) {
      return null;
    }
    queuesBatch.flush();
    keyBytes.clear();
    writeKeyGroup(keyGroup);
    byte[] group = keyBytes.getCopyOfBuffer();
    keyBytes.writeLong(notBefore ^ Long.MIN_VALUE); // as the serializer orders them
    List<TimerHeapInternalTimer<K, N>> timers = new ArrayList<>();
    try (RocksIteratorWrapper iterator = newIterator(family.columnFamilyHandle)) {
      // seeks past the deleted entries
      for (iterator.seek(keyBytes.getCopyOfBuffer());
          iterator.isValid() && startsWith(iterator.key(), group);
          iterator.next()) {
        byte[] timer = iterator.key();
        entryKey.setBuffer(timer, group.length, timer.length - group.length);
        timers.add(serializer.deserialize(entryKey));
      }
    }
    return timers;
  }

  // ----------------------------------------------------------------------------------- bytes

  private ColumnFamilyHandle familyOf(RegisteredKeyValueStateBackendMetaInfo<?, ?> state) {
    return families.get(state.getName()).columnFamilyHandle;
  }

  private RocksIteratorWrapper newIterator(ColumnFamilyHandle family) {
    return RocksDBOperationUtils.getRocksIterator(db, family, backend.getReadOptions());
  }

  private RocksDBWriteBatchWrapper newBatch() {
    return new RocksDBWriteBatchWrapper(db, backend.getWriteOptions(), BATCH_BYTES);
  }

  private static boolean startsWith(byte[] bytes, byte[] prefix) {
    if (bytes.length < prefix.length) {
      return false;
    }
    for (int i = 0; i < prefix.length; i++) {
      if (bytes[i] != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  private static void write(byte[] bytes, int from, DataOutputView target) throws IOException {
    target.writeInt(bytes.length - from);
    target.write(bytes, from, bytes.length - from);
  }

  private static byte[] read(byte[] prefix, DataInputView source) throws IOException {
    int length = source.readInt();
    byte[] bytes = new byte[prefix.length + length];
    System.arraycopy(prefix, 0, bytes, 0, prefix.length);
    source.readFully(bytes, prefix.length, length);
    return bytes;
  }
}
