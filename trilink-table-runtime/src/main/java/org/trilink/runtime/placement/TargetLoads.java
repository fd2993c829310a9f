/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.Serializable;
import java.util.Arrays;
import org.trilink.runtime.move.balance.Balance;
import org.trilink.runtime.move.balance.SubtaskLoads;

/** The load of each subtask behind an exchange. */
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

  /** How evenly the records are spread. */
  Balance balance() {
    return new SubtaskLoads(Arrays.stream(records).asDoubleStream().toArray()).balance();
  }
}
