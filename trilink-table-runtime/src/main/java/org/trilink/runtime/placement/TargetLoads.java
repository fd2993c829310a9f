/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.Serializable;
import java.util.Arrays;

/** What each subtask behind an exchange has, and the paper's measures of how even that is. */
final class TargetLoads implements Serializable {

  private static final long serialVersionUID = 1L;

  private final long[] keys;
  private final long[] records;

  /** Both by subtask. */
  TargetLoads(long[] keys, long[] records) {
    this.keys = keys;
    this.records = records;
  }

  /** No keys and no records. */
  static TargetLoads none(int subtasks) {
    return new TargetLoads(new long[subtasks], new long[subtasks]);
  }

  /**
   * The same with keys that have come, and less those that have left.
   *
   * @param more keys, by subtask
   */
  TargetLoads plusKeys(long[] more) {
    long[] sum = keys.clone();
    for (int subtask = 0; subtask < sum.length; subtask++) {
      sum[subtask] += more[subtask];
    }
    return new TargetLoads(sum, records);
  }

  int subtasks() {
    return keys.length;
  }

  long keys(int subtask) {
    return keys[subtask];
  }

  long records(int subtask) {
    return records[subtask];
  }

  /** Records of the subtask with fewest per record of the one with most: 1 is even. */
  double balanceDegree() {
    long most = Arrays.stream(records).max().orElse(0);
    return most == 0 ? 1 : (double) Arrays.stream(records).min().orElse(0) / most;
  }

  /** By what part the subtask with most records takes longer than an average one: 0 is even. */
  double extraComputeTime() {
    double mean = Arrays.stream(records).average().orElse(0);
    return mean == 0 ? 0 : Arrays.stream(records).max().orElse(0) / mean - 1;
  }
}
