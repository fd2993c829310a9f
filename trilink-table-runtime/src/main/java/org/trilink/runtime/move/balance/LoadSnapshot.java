/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import static org.apache.flink.runtime.state.KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The loads at one time, in aged records. */
public final class LoadSnapshot {

  private final int parallelism;
  private final double[] keyGroupRecords;
  private final List<KeyLoad> heavyKeys;
  private final Map<String, SubtaskLoads> tallies;

  /**
   * The loads as they were observed.
   *
   * @param keyGroupRecords by key group; not copied
   * @param sampledKeys estimates. They are scaled down if they exceed the load of their key group,
   *     which is exact.
   * @param tallies samples by strategy
   */
  LoadSnapshot(
      int parallelism,
      double[] keyGroupRecords,
      List<KeyLoad> sampledKeys,
      Map<String, SubtaskLoads> tallies) {
    this.parallelism = parallelism;
    this.keyGroupRecords = keyGroupRecords;
    this.tallies = tallies;
    heavyKeys = bounded(sampledKeys, keyGroupRecords);
    heavyKeys.sort(KeyLoad.HEAVIEST_FIRST);
  }

  private static List<KeyLoad> bounded(List<KeyLoad> sampledKeys, double[] keyGroupRecords) {
    double[] sampled = new double[keyGroupRecords.length];
    sampledKeys.forEach(key -> sampled[key.keyGroup()] += key.records());
    List<KeyLoad> bounded = new ArrayList<>(sampledKeys.size());
    for (KeyLoad key : sampledKeys) {
      int keyGroup = key.keyGroup();
      double exact = keyGroupRecords[keyGroup];
      double scale = sampled[keyGroup] > exact ? exact / sampled[keyGroup] : 1;
      if (key.records() * scale > 0) {
        bounded.add(key.withRecords(key.records() * scale));
      }
    }
    return bounded;
  }

  int parallelism() {
    return parallelism;
  }

  int maxParallelism() {
    return keyGroupRecords.length;
  }

  /** By key group. */
  double[] keyGroupRecords() {
    return keyGroupRecords.clone();
  }

  /** The keys that are known to have many records, the heaviest first; not to be changed. */
  public List<KeyLoad> heavyKeys() {
    return Collections.unmodifiableList(heavyKeys);
  }

  /** Samples by strategy. */
  Map<String, SubtaskLoads> tallies() {
    return tallies;
  }

  /** The loads of the current placement. */
  public SubtaskLoads subtasks() {
    return SubtaskLoads.ofKeyGroups(keyGroupRecords, parallelism);
  }

  int subtaskOf(int keyGroup) {
    return computeOperatorIndexForKeyGroup(maxParallelism(), parallelism, keyGroup);
  }
}
