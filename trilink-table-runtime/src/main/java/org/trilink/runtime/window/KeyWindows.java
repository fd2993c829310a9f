/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;

/**
 * A key's entry as an object in memory, with what is no part of the state: whose it is, as caches
 * have to know, and the aggregator that the key may have of its own. It is one object with the
 * entry, because a second one would cost each record a read of memory, and each key a header.
 *
 * <p>With an aggregator of the key's own, the slice for which records come is live: its
 * accumulators are in the aggregator's fields, as primitives, so that adding a record makes no
 * object. They are {@link #writeBack written back} before the slices are looked at in any other
 * way.
 */
abstract class KeyWindows extends KeyWindowsEntry {

  // ---- for what keeps objects of keys

  /** As the backend knows it; null unless {@link StoredKeyWindows#bindKey} has set it. */
  @Nullable RowData key;

  /** The key's; 0 unless there is a {@link #key}. */
  int keyGroup;

  /** How many snapshots had been taken when the heap backend gave this. */
  int snapshots;

  // ---- for the key's own aggregator

  /** Where this is among those with an aggregator. */
  int place;

  /** Records since the aggregator was given or taken, or the last snapshot. */
  private int records;

  /** Null if the key has none of its own. */
  @Nullable private NamespaceAggsHandleFunction<Long> aggregator;

  /** End of the live slice in ms, or {@link #NONE}. */
  private long liveEnd = NONE;

  /**
   * No slice is live any more, and what it held is forgotten.
   *
   * @param ownAggregator for the key; null for none
   */
  final void setAggregator(@Nullable NamespaceAggsHandleFunction<Long> ownAggregator) {
    aggregator = ownAggregator;
    liveEnd = NONE;
    records = 0;
  }

  /** Null if the key has none of its own. */
  @Nullable
  final NamespaceAggsHandleFunction<Long> aggregator() {
    return aggregator;
  }

  /** Counts a record that finds no live slice; returns how many there were. */
  final int countRecord() {
    return ++records;
  }

  /** How many records there were since this was asked, or the aggregator was given or taken. */
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

  /** An open slice goes live, if the key has an aggregator. */
  final void begin(int index, Long sliceEnd) throws Exception {
    if (aggregator != null) {
      aggregator.setAccumulators(sliceEnd, accumulators(index));
      liveEnd = sliceEnd;
    }
  }

  /** No slice is live any more; the slices have what it held. */
  final void writeBack() throws Exception {
    if (liveEnd != NONE) {
      setAccumulators(find(liveEnd), aggregator.getAccumulators());
      liveEnd = NONE;
    }
  }
}
