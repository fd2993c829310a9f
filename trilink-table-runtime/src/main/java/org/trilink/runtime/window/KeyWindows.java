/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;

/**
 * A key's entry as an object in memory, with two things that are not part of the state: the key,
 * which caches need, and the key's own aggregator, if it has one. They are fields of the entry
 * because a second object would cost each record a memory access, and each key an object header.
 *
 * <p>With an aggregator of the key's own, the slice that currently receives records is live: its
 * accumulators are in the aggregator's fields, as primitives, so that adding a record allocates no
 * object. They are {@link #writeBack written back} before the slices are accessed in any other way.
 */
abstract class KeyWindows extends KeyWindowsEntry {

  // ---- for what keeps objects of keys

  /** The key as the backend has it; null unless {@link StoredKeyWindows#bindKey} has set it. */
  @Nullable RowData key;

  /** The key's key group; 0 unless there is a {@link #key}. */
  int keyGroup;

  /** The key's entry in the cache; null if it is not cached. */
  @Nullable CachedKeyWindowsState.Entry cached;

  /** How many snapshots had been taken when the heap backend returned this object. */
  int snapshots;

  /** The {@link #key}, as an object that is not changed any more. */
  RowData lastingKey() {
    return key;
  }

  // ---- for the key's own aggregator

  /** The position of this object in the list of those with an aggregator. */
  int place;

  /** Records since the aggregator was given or taken, or the last snapshot. */
  private int records;

  /** The key's own aggregator; null if it has none of its own. */
  @Nullable private NamespaceAggsHandleFunction<Long> aggregator;

  /** End of the live slice in ms, or {@link #NONE}. */
  private long liveEnd = NONE;

  /**
   * Sets the key's aggregator. No slice is live afterwards; what the live slice held is discarded.
   *
   * @param ownAggregator of the key; null for none
   */
  final void setAggregator(@Nullable NamespaceAggsHandleFunction<Long> ownAggregator) {
    aggregator = ownAggregator;
    liveEnd = NONE;
    records = 0;
  }

  /** Returns the key's own aggregator; null if it has none of its own. */
  @Nullable
  final NamespaceAggsHandleFunction<Long> aggregator() {
    return aggregator;
  }

  /** Counts a record for which no slice is live; returns the number of such records so far. */
  final int countRecord() {
    return ++records;
  }

  /**
   * Returns the number of records since the last call, or since the aggregator was given or taken,
   * and resets it.
   */
  final int takeRecords() {
    int taken = records;
    records = 0;
    return taken;
  }

  /** Whether the slice of that end, in ms, is the live one. */
  final boolean isLive(long sliceEnd) {
    return liveEnd == sliceEnd;
  }

  /** Adds a record to the live slice. */
  final void accumulate(RowData row) throws Exception {
    records++;
    aggregator.accumulate(row);
  }

  /** Makes an open slice the live one, if the key has an aggregator. */
  final void begin(int index, Long sliceEnd) throws Exception {
    if (aggregator != null) {
      aggregator.setAccumulators(sliceEnd, accumulators(index));
      liveEnd = sliceEnd;
    }
  }

  /** Writes the live slice's accumulators back to the slices; no slice is live afterwards. */
  final void writeBack() throws Exception {
    if (liveEnd != NONE) {
      setAccumulators(find(liveEnd), aggregator.getAccumulators());
      liveEnd = NONE;
    }
  }
}
