/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;

/** A checkpoint in a {@link MergeSimulation}, as far as it is complete. */
final class SimulatedMergeCheckpoint {

  final long id;

  /** By subtask. */
  final OperatorSubtaskState[] states;

  /** By subtask: the results that its sink has committed with this checkpoint. */
  final List<List<String>> results = new ArrayList<>();

  /** By partition: how many of its records were read. */
  final Map<Integer, Integer> positions = new TreeMap<>();

  private int missing;

  SimulatedMergeCheckpoint(long id, int parallelism) {
    this.id = id;
    states = new OperatorSubtaskState[parallelism];
    for (int i = 0; i < parallelism; i++) {
      results.add(null);
    }
    missing = parallelism;
  }

  boolean hasTaken(int subtask) {
    return states[subtask] != null;
  }

  /** Adds a subtask's part; returns whether it was the last one. */
  boolean add(
      SimulatedMerge subtask, OperatorSubtaskState state, List<String> resultsBeforeBarrier) {
    states[subtask.index] = state;
    results.set(subtask.index, new ArrayList<>(resultsBeforeBarrier));
    positions.putAll(subtask.positions);
    return --missing == 0;
  }
}
