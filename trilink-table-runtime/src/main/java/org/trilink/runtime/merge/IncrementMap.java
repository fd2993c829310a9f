/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/** Increments on the heap, by slice and key. */
final class IncrementMap {

  /** Takes an increment. */
  @FunctionalInterface
  interface Visitor {
    void visit(long slice, RowData key, RowData accumulator) throws Exception;
  }

  private static final class Holder {
    @Nullable private RowData accumulator;
  }

  private final MergeAggregator aggregator;
  private final TreeMap<Long, Map<RowData, Holder>> slices = new TreeMap<>();
  private int size;

  /** The slice of the last record, cached: the next record is probably in it, too. */
  private long knownSlice;

  @Nullable private Map<RowData, Holder> known;

  IncrementMap(MergeAggregator aggregator) {
    this.aggregator = aggregator;
  }

  /** Adds a record; the key is kept. */
  void add(long slice, RowData key, RowData row) throws Exception {
    if (known == null || slice != knownSlice) {
      known = slices.computeIfAbsent(slice, end -> new HashMap<>());
      knownSlice = slice;
    }
    Holder holder = known.get(key);
    if (holder == null) {
      holder = new Holder();
      known.put(key, holder);
      size++;
    }
    holder.accumulator = aggregator.accumulate(holder.accumulator, row);
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The end in ms of the earliest slice that has increments. */
  long firstSlice() {
    return slices.firstKey();
  }

  /** Passes all increments to the visitor and removes them. */
  void drain(Visitor visitor) throws Exception {
    for (Map.Entry<Long, Map<RowData, Holder>> slice : slices.entrySet()) {
      for (Map.Entry<RowData, Holder> increment : slice.getValue().entrySet()) {
        visitor.visit(slice.getKey(), increment.getKey(), increment.getValue().accumulator);
      }
    }
    slices.clear();
    known = null;
    size = 0;
  }
}
