/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.util.FlinkRuntimeException;
import org.trilink.runtime.operator.OperatorMemory;

/**
 * A pool of aggregators for single keys, as many as memory allows. Only keys with many records get
 * one, as its accumulators have to be set, and be written back before each snapshot. The
 * aggregators of keys that are gone, or have few records, are reused.
 */
final class OwnAggregators {

  /** The estimated size of an aggregator with its fields. */
  private static final int BYTES = 160;

  /** Aggregators take 1/n of the operator's memory at most. */
  private static final int PART = 8;

  /**
   * The number of records after which a key gets an aggregator, and that it must have between
   * snapshots to keep it.
   */
  static final int RECORDS = 8;

  @Nullable private Supplier<NamespaceAggsHandleFunction<Long>> factory;
  private final ArrayDeque<NamespaceAggsHandleFunction<Long>> free = new ArrayDeque<>();
  private final List<KeyWindows> holders = new ArrayList<>();
  private final OperatorMemory memory;

  /** How many there are. */
  private long count;

  /** The initial accumulators; null until an aggregator is free. */
  @Nullable private RowData initial;

  /**
   * @param factory creates and opens an aggregator; null if keys cannot have one each
   * @param memory of the operator, of which aggregators may take a part
   */
  OwnAggregators(
      @Nullable Supplier<NamespaceAggsHandleFunction<Long>> factory, OperatorMemory memory) {
    this.factory = factory;
    this.memory = memory;
  }

  /** Counts a record of a key for which no slice is live; the key may get an aggregator now. */
  void recordOf(KeyWindows windows) {
    if (factory != null
        && windows.countRecord() % RECORDS == 0
        && windows.aggregator() == null
        && hasOne()) {
      give(windows, free.isEmpty() ? make() : free.pop());
    }
  }

  private boolean hasOne() {
    return !free.isEmpty() || fit(count + 1);
  }

  private boolean fit(long aggregators) {
    return aggregators * BYTES <= memory.budget() / PART;
  }

  private NamespaceAggsHandleFunction<Long> make() {
    count++;
    memory.add(BYTES);
    return factory.get();
  }

  /** Lets go of an aggregator that no key has. */
  private void drop() {
    count--;
    memory.release(BYTES);
  }

  private void give(KeyWindows windows, NamespaceAggsHandleFunction<Long> aggregator) {
    windows.setAggregator(aggregator);
    windows.place = holders.size();
    holders.add(windows);
  }

  /** Takes a key's aggregator back, if it had one; what is in it is discarded. */
  void takeFrom(KeyWindows windows) {
    if (windows.aggregator() != null) {
      if (fit(count)) {
        reset(windows.aggregator());
        free.push(windows.aggregator());
      } else {
        drop();
      }
      windows.setAggregator(null);
      KeyWindows last = holders.remove(holders.size() - 1);
      if (last != windows) {
        last.place = windows.place;
        holders.set(windows.place, last);
      }
    }
  }

  /** Lets go of a key's accumulators, which may have grown. */
  private void reset(NamespaceAggsHandleFunction<Long> aggregator) {
    try {
      if (initial == null) {
        initial = aggregator.createAccumulators();
      }
      aggregator.setAccumulators(null, initial);
    } catch (Exception e) {
      throw new FlinkRuntimeException("An aggregator cannot be reset.", e);
    }
  }

  /** Moves the aggregator, if there is one, from an object to the copy that replaces it. */
  void move(KeyWindows from, KeyWindows to) {
    NamespaceAggsHandleFunction<Long> aggregator = from.aggregator();
    if (aggregator != null) {
      from.setAggregator(null);
      to.setAggregator(aggregator);
      to.place = from.place;
      holders.set(to.place, to);
    }
  }

  /**
   * Writes all live slices back, and takes the aggregators of keys with few records since the last
   * call, and others if there are more than there is memory for now.
   */
  void writeBack() {
    while (!free.isEmpty() && !fit(count)) {
      free.pop();
      drop();
    }
    for (int i = holders.size() - 1; i >= 0; i--) {
      KeyWindows holder = holders.get(i);
      writeBack(holder);
      if (holder.takeRecords() < RECORDS || !fit(count)) {
        takeFrom(holder);
      }
    }
  }

  /** Writes all live slices back and takes all aggregators; no key gets one any more. */
  void end() {
    writeBack();
    while (!holders.isEmpty()) {
      takeFrom(holders.get(holders.size() - 1));
    }
    while (!free.isEmpty()) {
      free.pop();
      drop();
    }
    factory = null;
  }

  /** Writes a key's live slice back. */
  static void writeBack(KeyWindows windows) {
    try {
      windows.writeBack();
    } catch (Exception e) {
      throw new FlinkRuntimeException("A key's accumulators cannot be read.", e);
    }
  }
}
