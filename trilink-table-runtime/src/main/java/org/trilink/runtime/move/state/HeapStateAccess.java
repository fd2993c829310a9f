/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.RegisteredKeyValueStateBackendMetaInfo;
import org.apache.flink.runtime.state.StateEntry;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.runtime.state.heap.StateMap;
import org.apache.flink.runtime.state.heap.StateTable;
import org.apache.flink.streaming.api.operators.TimerHeapInternalTimer;
import org.apache.flink.streaming.api.operators.TimerSerializer;
import org.trilink.runtime.flink.HeapStateTables;
import org.trilink.runtime.flink.StateField;

/**
 * Flink's heap backend: one table per state, one map per key group. An entry is written as in a
 * savepoint: namespace, value.
 *
 * <p>A snapshot that is under way shares objects with the maps. They are only accessed by the maps'
 * own get, put and remove, which copy what the snapshot still needs.
 */
final class HeapStateAccess<K> implements KeyedStateAccess<K> {

  private final HeapKeyedStateBackend<K> backend;

  /** The backend's own tables by name, not a copy. */
  private final Map<String, StateTable<K, ?, ?>> tables;

  @SuppressWarnings("unchecked") // as the backend declares it
  HeapStateAccess(HeapKeyedStateBackend<K> backend) {
    this.backend = backend;
    tables = StateField.HEAP_STATES.of(backend, Map.class);
  }

  @Override
  public String form() {
    return "heap";
  }

  @Override
  public List<RegisteredKeyValueStateBackendMetaInfo<?, ?>> states() {
    List<RegisteredKeyValueStateBackendMetaInfo<?, ?>> states = new ArrayList<>(tables.size());
    for (StateTable<K, ?, ?> table : tables.values()) {
      states.add(table.getMetaInfo());
    }
    return states;
  }

  @Override
  @Nullable
  public RegisteredKeyValueStateBackendMetaInfo<?, ?> state(String name) {
    StateTable<K, ?, ?> table = tables.get(name);
    return table == null ? null : table.getMetaInfo();
  }

  @Override
  public void create(RegisteredKeyValueStateBackendMetaInfo<?, ?> state) {
    tables.put(state.getName(), HeapStateTables.create(backend, state));
  }

  @Override
  public Found<K> find(
      List<RegisteredKeyValueStateBackendMetaInfo<?, ?>> states, Collection<K> keys) {
    Map<String, Map<K, List<Object>>> namespaces = new HashMap<>();
    for (RegisteredKeyValueStateBackendMetaInfo<?, ?> state : states) {
      if (!isWithoutNamespace(state)) {
        namespaces.put(state.getName(), namespacesOf(new HashSet<>(keys), table(state)));
      }
    }
    return new FoundEntries(namespaces);
  }

  /** Scans the key groups that the keys are in. */
  private Map<K, List<Object>> namespacesOf(Set<K> keys, StateTable<K, Object, Object> table) {
    Map<K, List<Object>> namespaces = new HashMap<>();
    Set<Integer> groups = new HashSet<>();
    for (K key : keys) {
      groups.add(keyGroupOf(key));
    }
    for (int group : groups) {
      Iterator<StateEntry<K, Object, Object>> entries = mapOf(group, table).iterator();
      while (entries.hasNext()) {
        StateEntry<K, Object, Object> entry = entries.next();
        if (keys.contains(entry.getKey())) {
          namespaces
              .computeIfAbsent(entry.getKey(), key -> new ArrayList<>(2))
              .add(entry.getNamespace());
        }
      }
    }
    return namespaces;
  }

  private static boolean isWithoutNamespace(RegisteredKeyValueStateBackendMetaInfo<?, ?> state) {
    return state.getNamespaceSerializer() instanceof VoidNamespaceSerializer;
  }

  /** The entries that were found. */
  private final class FoundEntries implements Found<K> {

    /** The namespaces by state and key, of states that have namespaces. */
    private final Map<String, Map<K, List<Object>>> namespaces;

    private FoundEntries(Map<String, Map<K, List<Object>>> namespaces) {
      this.namespaces = namespaces;
    }

    @Override
    public long countBytes(K key, RegisteredKeyValueStateBackendMetaInfo<?, ?> state)
        throws Exception {
      StateTable<K, Object, Object> table = table(state);
      StateMap<K, Object, Object> map = mapOf(keyGroupOf(key), table);
      DataOutputSerializer entry = new DataOutputSerializer(128);
      long bytes = 0;
      for (Object namespace : namespacesOf(key, state)) {
        Object value = map.get(key, namespace);
        if (value != null) {
          entry.clear();
          write(namespace, value, table, entry);
          bytes += entry.length();
        }
      }
      return bytes;
    }

    @Override
    public int takeOut(
        K key, RegisteredKeyValueStateBackendMetaInfo<?, ?> state, DataOutputView target)
        throws Exception {
      StateTable<K, Object, Object> table = table(state);
      StateMap<K, Object, Object> map = mapOf(keyGroupOf(key), table);
      int entries = 0;
      for (Object namespace : namespacesOf(key, state)) {
        Object value = map.get(key, namespace);
        if (value != null) {
          write(namespace, value, table, target);
          map.remove(key, namespace);
          entries++;
        }
      }
      return entries;
    }

    private void write(
        Object namespace, Object value, StateTable<K, Object, Object> table, DataOutputView target)
        throws IOException {
      table.getNamespaceSerializer().serialize(namespace, target);
      table.getStateSerializer().serialize(value, target);
    }

    private List<Object> namespacesOf(K key, RegisteredKeyValueStateBackendMetaInfo<?, ?> state) {
      Map<K, List<Object>> ofState = namespaces.get(state.getName());
      return ofState == null
          ? Collections.singletonList(VoidNamespace.INSTANCE)
          : ofState.getOrDefault(key, Collections.emptyList());
    }

    @Override
    public void close() {}
  }

  @Override
  public void putIn(
      K key, RegisteredKeyValueStateBackendMetaInfo<?, ?> state, int entries, DataInputView source)
      throws Exception {
    StateTable<K, Object, Object> table = table(state);
    StateMap<K, Object, Object> map = mapOf(keyGroupOf(key), table);
    TypeSerializer<Object> namespaces = table.getNamespaceSerializer();
    TypeSerializer<Object> values = table.getStateSerializer();
    for (int i = 0; i < entries; i++) {
      Object namespace = namespaces.deserialize(source);
      Object value = values.deserialize(source);
      if (map.containsKey(key, namespace)) {
        throw KeyedStateMover.isThereAlready(state.getName());
      }
      map.put(key, namespace, value);
    }
  }

  /** Timers on the heap are in a queue that is partitioned by key group. */
  @Override
  @Nullable
  public <N> Collection<TimerHeapInternalTimer<K, N>> timers(
      String queue, int keyGroup, long notBefore, TimerSerializer<K, N> serializer) {
    return null;
  }

  private int keyGroupOf(K key) {
    return KeyGroupRangeAssignment.assignToKeyGroup(key, backend.getNumberOfKeyGroups());
  }

  @SuppressWarnings("unchecked") // a table is only used with its own serializers and entries
  private StateTable<K, Object, Object> table(RegisteredKeyValueStateBackendMetaInfo<?, ?> state) {
    return (StateTable<K, Object, Object>) tables.get(state.getName());
  }

  private static <K> StateMap<K, Object, Object> mapOf(
      int keyGroup, StateTable<K, Object, Object> table) {
    return table.getMapForKeyGroup(keyGroup);
  }
}
