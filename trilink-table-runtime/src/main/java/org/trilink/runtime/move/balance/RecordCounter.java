/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

/** Counts a subtask's records by key group, until they are reported. */
public final class RecordCounter {

  private final long[] records;

  public RecordCounter(int maxParallelism) {
    records = new long[maxParallelism];
  }

  public void count(int keyGroup) {
    records[keyGroup]++;
  }

  /** The counts since the last call. */
  public RecordCounts take() {
    int size = 0;
    for (long count : records) {
      if (count > 0) {
        size++;
      }
    }
    short[] keyGroups = new short[size];
    long[] counts = new long[size];
    int next = 0;
    for (int keyGroup = 0; keyGroup < records.length; keyGroup++) {
      if (records[keyGroup] > 0) {
        keyGroups[next] = (short) keyGroup;
        counts[next++] = records[keyGroup];
        records[keyGroup] = 0;
      }
    }
    return new RecordCounts(keyGroups, counts);
  }
}
