/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.key.KeyLookup;
import org.trilink.runtime.key.PlacedKeySerializer;
import org.trilink.runtime.operator.ObjectCache;
import org.trilink.runtime.operator.OperatorMemory;

/**
 * Opens the {@link KeyWindowsState} of a window operator: what suits the state backend, the keys
 * and the accumulators.
 */
final class KeyWindowsStateFactory {

  private final KeyedStateBackend<RowData> backend;
  private final TaskInfo task;
  private final StoredKeyWindows stored;
  private final KeyWindowsSerializer serializer;
  private final KeyLookup keys;
  private final OwnAggregators aggregators;
  private final OperatorMemory cacheMemory;
  private final MetricGroup metrics;
  private final boolean isOnHeap;

  /**
   * @param stored the entries in the backend
   * @param serializer of entries
   * @param keys of the input
   * @param aggregators for keys that are objects
   * @param cacheMemory for a cache in front of a backend that serializes
   * @param metrics of the operator
   */
  KeyWindowsStateFactory(
      KeyedStateBackend<RowData> backend,
      TaskInfo task,
      StoredKeyWindows stored,
      KeyWindowsSerializer serializer,
      KeyLookup keys,
      OwnAggregators aggregators,
      OperatorMemory cacheMemory,
      MetricGroup metrics) {
    this.backend = backend;
    this.task = task;
    this.stored = stored;
    this.serializer = serializer;
    this.keys = keys;
    this.aggregators = aggregators;
    this.cacheMemory = cacheMemory;
    this.metrics = metrics;
    isOnHeap = backend instanceof HeapKeyedStateBackend;
  }

  /**
   * Opens the state.
   *
   * @param findsRecords whether records' windows may be found without the backend
   * @param maxObjects the number of keys up to which they are objects
   * @param isRestored whether the backend may have keys
   * @param restoredKeys how many
   */
  KeyWindowsState open(boolean findsRecords, int maxObjects, boolean isRestored, long restoredKeys)
      throws Exception {
    Counter misses = new SimpleCounter();
    KeyWindowObjects objects = objects(findsRecords, !isRestored, misses);
    KeyWindowsState state = objects;
    boolean canBePaged = findsRecords && canBePaged();
    if (canBePaged) {
      GrowingKeyWindowsState growing =
          new GrowingKeyWindowsState(stored, objects, () -> paged(misses), maxObjects);
      growing.restore(restoredKeys, isOnHeap);
      state = growing;
    }
    boolean isPaged = canBePaged && restoredKeys > maxObjects;
    if (!isPaged && isRestored && StoredKeyPages.exist(backend)) {
      PagedKeyWindowsState paged = paged(misses);
      paged.restore(isOnHeap);
      paged.dissolve(serializer);
    }
    if (!isOnHeap) {
      ObjectCache.register(metrics, misses, state::cachedKeys, cacheMemory);
    }
    return state;
  }

  private KeyWindowObjects objects(boolean findsRecords, boolean isNew, Counter misses) {
    return isOnHeap
        ? new HeapKeyWindowsState(stored, findsRecords ? keys.newMap() : null, aggregators)
        : new CachedKeyWindowsState(
            stored,
            keys.newMap(),
            findsRecords,
            serializer.canGrow(),
            aggregators,
            cacheMemory,
            isNew,
            misses);
  }

  /** Keys that may be handed over are not put on pages. */
  private boolean canBePaged() {
    return keys.numberOfRow() != null
        && serializer.words() != null
        && !((Object) backend.getKeySerializer() instanceof PlacedKeySerializer);
  }

  private PagedKeyWindowsState paged(Counter misses) throws Exception {
    if (keys.numberOfKey() == null || serializer.words() == null) {
      throw new IllegalStateException(
          "The snapshot has windows of keys that are one INT or BIGINT column, with accumulators"
              + " of 8 bytes: it was taken of another query.");
    }
    StoredKeyPages storedPages = StoredKeyPages.of(backend, stored::keyGroup);
    KeyGroupRange keyGroups =
        KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
            task.getMaxNumberOfParallelSubtasks(),
            task.getNumberOfParallelSubtasks(),
            task.getIndexOfThisSubtask());
    ObjectCache<KeyPage> cache =
        new ObjectCache<>(
            isOnHeap ? new OperatorMemory(Long.MAX_VALUE) : cacheMemory, Integer.MAX_VALUE, true);
    return new PagedKeyWindowsState(
        stored,
        storedPages,
        new KeyPages(storedPages, keyGroups, isOnHeap ? null : cache),
        cache,
        serializer.words(),
        keys.numberOfRow(),
        keys.numberOfKey(),
        misses);
  }
}
