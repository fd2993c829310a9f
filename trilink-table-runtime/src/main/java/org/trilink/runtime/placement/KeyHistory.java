/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.ObjLongConsumer;
import java.util.stream.IntStream;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * The past number of records of each key, which {@code least-count} starts with before the first
 * record arrives (the paper's section 4.2.1).
 */
public final class KeyHistory implements Serializable {

  private static final long serialVersionUID = 1L;

  private final KeyBatch keys = new KeyBatch();
  private long[] records = new long[4];

  /**
   * Adds a key; one that is there already gets the sum.
   *
   * @param key its columns in the order of the exchange's keys; it is copied
   * @param pastRecords 0 or more
   * @throws IllegalArgumentException if there are fewer than 0 records
   */
  public KeyHistory add(BinaryRowData key, long pastRecords) {
    if (pastRecords < 0) {
      throw new IllegalArgumentException(
          "A key cannot have had " + pastRecords + " records: its count must be 0 or more.");
    }
    if (keys.size() == records.length) {
      records = Arrays.copyOf(records, 2 * records.length);
    }
    records[keys.size()] = pastRecords;
    keys.add(key.getSegments().length == 1 ? key : key.copy());
    return this;
  }

  /** Entries, not keys: a key may have been added more than once. */
  public int size() {
    return keys.size();
  }

  /** Visits all entries, those with most records first; the key object is reused. */
  void forEachByRecords(ObjLongConsumer<BinaryRowData> action) {
    BinaryRowData key = new BinaryRowData(0);
    IntStream.range(0, keys.size())
        .boxed()
        .sorted(Comparator.comparingLong((Integer i) -> records[i]).reversed())
        .forEachOrdered(
            i -> {
              keys.point(key, i);
              action.accept(key, records[i]);
            });
  }
}
