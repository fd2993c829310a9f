/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import java.util.function.IntUnaryOperator;
import javax.annotation.Nullable;

/** Whether each record is in the partition that a partitioner computes from its key. */
public final class PartitionMatch {

  private final String partitioner;
  private final long records;
  private final long misplaced;
  @Nullable private final Misplaced first;

  private PartitionMatch(
      String partitioner, long records, long misplaced, @Nullable Misplaced first) {
    this.partitioner = partitioner;
    this.records = records;
    this.misplaced = misplaced;
    this.first = first;
  }

  /**
   * Compares all records.
   *
   * @param partitioner its name
   * @param partitionOfKey by the key's number; negative if the key has none
   */
  public static PartitionMatch of(
      SampledRecords records, String partitioner, IntUnaryOperator partitionOfKey) {
    int[] expected = new int[records.keyCount()];
    for (int key = 0; key < expected.length; key++) {
      expected[key] = partitionOfKey.applyAsInt(key);
    }
    Counter counter = new Counter();
    records.forEach(
        (partition, key, time, arrival) -> {
          if (partition != expected[key]) {
            counter.misplaced++;
            if (counter.first == null) {
              counter.first = new Misplaced(key, partition, expected[key]);
            }
          }
        });
    return new PartitionMatch(partitioner, records.size(), counter.misplaced, counter.first);
  }

  private static final class Counter {
    private long misplaced;
    @Nullable private Misplaced first;
  }

  /** A record that is in another partition. */
  public static final class Misplaced {

    private final int key;
    private final int found;
    private final int expected;

    private Misplaced(int key, int found, int expected) {
      this.key = key;
      this.found = found;
      this.expected = expected;
    }

    /** The key's number. */
    public int key() {
      return key;
    }

    public int found() {
      return found;
    }

    /** Negative if the key has no partition. */
    public int expected() {
      return expected;
    }
  }

  public String partitioner() {
    return partitioner;
  }

  /** Whether there are records, and all of them are where they belong. */
  public boolean isExact() {
    return records > 0 && misplaced == 0;
  }

  /** The part of the records that is where it belongs, 0 to 1. */
  public double share() {
    return records == 0 ? 0 : 1 - (double) misplaced / records;
  }

  /** A counter-example; null if there is none. */
  @Nullable
  public Misplaced first() {
    return first;
  }
}
