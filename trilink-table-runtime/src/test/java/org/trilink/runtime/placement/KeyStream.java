/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongToIntFunction;

/** The records of a stream, by their keys. */
final class KeyStream {

  private final String name;
  private final long[] records;
  private final Map<Long, Long> countsByKey = new HashMap<>();

  /**
   * @param records the key of each record, in their order; not copied
   */
  KeyStream(String name, long[] records) {
    this.name = name;
    this.records = records;
    for (long key : records) {
      countsByKey.merge(key, 1L, Long::sum);
    }
  }

  /** The key of each record; not to be changed. */
  long[] records() {
    return records;
  }

  /** The number of records of the least loaded subtask divided by that of the most loaded one. */
  double balance(LongToIntFunction subtaskOf, int parallelism) {
    long[] counts = new long[parallelism];
    for (long key : records) {
      counts[subtaskOf.applyAsInt(key)]++;
    }
    double least = Arrays.stream(counts).min().orElseThrow();
    double most = Arrays.stream(counts).max().orElseThrow();
    return least / most;
  }

  /**
   * An upper bound of the balance of all placements, as the records of a key stay together: the k
   * heaviest keys are on at most k subtasks, and the other subtasks have the rest.
   */
  double bestBalance(int parallelism) {
    long[] counts = countsOfHeaviestFirst();
    double left = records.length;
    double best = 1;
    for (int k = 0; k < Math.min(parallelism - 1, counts.length); k++) {
      left -= counts[k];
      best = Math.min(best, left / (parallelism - 1 - k) / counts[0]);
    }
    return best;
  }

  private long[] countsOfHeaviestFirst() {
    return countsByKey.values().stream()
        .sorted(Comparator.reverseOrder())
        .mapToLong(Long::longValue)
        .toArray();
  }

  /** How many records each key has. */
  Map<Long, Long> countsByKey() {
    return countsByKey;
  }

  @Override
  public String toString() {
    return name;
  }
}
