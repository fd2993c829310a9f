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
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * Aggregators for keys to have one each, as many as memory allows: for keys of many records, as
 * what is in an aggregator has to be put there and fetched again before each snapshot. Those of
 * keys that are gone, or have few records, are used again.
 */
final class OwnAggregators {

  /** With its fields, by estimate. */
  private static final int BYTES = 160;

  /** Records that a key must have had to get one, and has to have between snapshots to keep it. */
  static final int RECORDS = 8;

  @Nullable private final Supplier<NamespaceAggsHandleFunction<Long>> factory;
  private final ArrayDeque<NamespaceAggsHandleFunction<Long>> free = new ArrayDeque<>();
  private final List<KeyWindows> holders = new ArrayList<>();
  private long left;

  /**
   * @param factory makes and opens one; null if keys cannot have one each
   * @param memory that they may take, in bytes
   */
  OwnAggregators(@Nullable Supplier<NamespaceAggsHandleFunction<Long>> factory, long memory) {
    this.factory = factory;
    this.left = memory / BYTES;
  }

  /** A key has one more record that no live slice has taken: now it may get one. */
  void recordOf(KeyWindows windows) {
    if (factory != null
        && windows.countRecord() % RECORDS == 0
        && windows.aggregator() == null
        && hasOne()) {
      give(windows, free.isEmpty() ? make() : free.pop());
    }
  }

  private boolean hasOne() {
    return !free.isEmpty() || left > 0;
  }

  private NamespaceAggsHandleFunction<Long> make() {
    left--;
    return factory.get();
  }

  private void give(KeyWindows windows, NamespaceAggsHandleFunction<Long> aggregator) {
    windows.setAggregator(aggregator);
    windows.place = holders.size();
    holders.add(windows);
  }

  /** Takes back what a key had, if it had one; what is in it is forgotten. */
  void takeFrom(KeyWindows windows) {
    if (windows.aggregator() != null) {
      free.push(windows.aggregator());
      windows.setAggregator(null);
      KeyWindows last = holders.remove(holders.size() - 1);
      if (last != windows) {
        last.place = windows.place;
        holders.set(windows.place, last);
      }
    }
  }

  /** A copy takes the place of an object: it gets the other's aggregator, if that had one. */
  void move(KeyWindows from, KeyWindows to) {
    NamespaceAggsHandleFunction<Long> aggregator = from.aggregator();
    if (aggregator != null) {
      from.setAggregator(null);
      to.setAggregator(aggregator);
      to.place = from.place;
      holders.set(to.place, to);
    }
  }

  /** All slices have what they hold; keys of few records since the last time have none any more. */
  void writeBack() {
    for (int i = holders.size() - 1; i >= 0; i--) {
      KeyWindows holder = holders.get(i);
      writeBack(holder);
      if (holder.takeRecords() < RECORDS) {
        takeFrom(holder);
      }
    }
  }

  /** A key's slices have what they hold. */
  static void writeBack(KeyWindows windows) {
    try {
      windows.writeBack();
    } catch (Exception e) {
      throw new FlinkRuntimeException("A key's accumulators cannot be read.", e);
    }
  }
}
