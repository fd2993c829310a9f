/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.Serializable;
import java.util.Arrays;

/** The load of each subtask behind an exchange, and the paper's measures of its balance. */
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
   * These loads, corrected by the keys that were moved to and away from subtasks.
   *
   * @param more the number of keys to add, by subtask; may be negative
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

  /** The records of the least loaded subtask divided by those of the most loaded one: 1 is even. */
  double balanceDegree() {
    long most = Arrays.stream(records).max().orElse(0);
    return most == 0 ? 1 : (double) Arrays.stream(records).min().orElse(0) / most;
  }

  /**
   * How much longer the most loaded subtask takes than an average one, as a fraction: 0 is even.
   */
  double extraComputeTime() {
    double mean = Arrays.stream(records).average().orElse(0);
    return mean == 0 ? 0 : Arrays.stream(records).max().orElse(0) / mean - 1;
  }
}
