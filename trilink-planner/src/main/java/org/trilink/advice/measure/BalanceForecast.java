/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.move.balance.Balance;
import org.trilink.runtime.move.balance.SubtaskLoads;
import org.trilink.runtime.placement.PlacementTrial;

/** How even the load of an operator's subtasks would be: its keys are placed as in a job. */
public final class BalanceForecast {

  private final String strategy;
  private final int parallelism;
  private final Balance balance;

  private BalanceForecast(String strategy, int parallelism, Balance balance) {
    this.strategy = strategy;
    this.parallelism = parallelism;
    this.balance = balance;
  }

  /**
   * Places the keys of all records, in their order.
   *
   * @param strategy its name
   * @param keys by number
   * @param load of each key: its records, or the rows that are sent in their place
   */
  public static BalanceForecast of(
      SampledRecords records,
      BinaryRowData[] keys,
      long[] load,
      String strategy,
      PlacementTrial trial,
      int parallelism) {
    int[] keyGroups = new int[records.keyCount()];
    records.forEach((partition, key, time, arrival) -> keyGroups[key] = trial.place(keys[key]));
    double[] loads = new double[trial.maxParallelism()];
    for (int key = 0; key < keyGroups.length; key++) {
      loads[keyGroups[key]] += load[key];
    }
    return new BalanceForecast(
        strategy, parallelism, SubtaskLoads.ofKeyGroups(loads, parallelism).balance());
  }

  /** Its name. */
  public String strategy() {
    return strategy;
  }

  public int parallelism() {
    return parallelism;
  }

  /** The least load of a subtask divided by the greatest: 1 is even. */
  public double degree() {
    return balance.degree();
  }

  /** How much longer the most loaded subtask takes than an average one, as a fraction. */
  public double extraComputeTime() {
    return balance.extraComputeTime();
  }
}
