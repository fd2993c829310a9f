/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import static org.apache.flink.runtime.state.KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup;

import java.util.Arrays;

/** How many records each subtask behind an exchange has, and the paper's measures of it. */
public final class SubtaskLoads {

  private final double[] loads;

  /**
   * The loads of some subtasks.
   *
   * @param loads by subtask, at least one; not copied
   */
  public SubtaskLoads(double[] loads) {
    this.loads = loads;
  }

  /**
   * The loads of subtasks with the key groups that Flink assigns to them.
   *
   * @param keyGroupRecords by key group
   */
  public static SubtaskLoads ofKeyGroups(double[] keyGroupRecords, int parallelism) {
    double[] loads = new double[parallelism];
    for (int keyGroup = 0; keyGroup < keyGroupRecords.length; keyGroup++) {
      loads[computeOperatorIndexForKeyGroup(keyGroupRecords.length, parallelism, keyGroup)] +=
          keyGroupRecords[keyGroup];
    }
    return new SubtaskLoads(loads);
  }

  int subtasks() {
    return loads.length;
  }

  double load(int subtask) {
    return loads[subtask];
  }

  double[] toArray() {
    return loads.clone();
  }

  double total() {
    return Arrays.stream(loads).sum();
  }

  /** The load of each subtask if all had the same. */
  double fairShare() {
    return total() / loads.length;
  }

  double most() {
    return Arrays.stream(loads).max().orElse(0);
  }

  public Balance balance() {
    double most = most();
    return most == 0
        ? Balance.EVEN
        : new Balance(Arrays.stream(loads).min().orElse(0) / most, most / fairShare() - 1);
  }
}
