/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;

/** A checkpoint in a {@link PlacementSimulation}, as far as it is complete. */
final class SimulatedPlacementCheckpoint {

  final long id;
  final int parallelism;

  /** By input. */
  final byte[][] coordinators;

  /** By input and subtask. */
  final OperatorSubtaskState[][] subtasks;

  /** The key groups of all keys that were used before it, by key: they must be kept. */
  final Map<Long, Integer> used;

  private int missing;

  /**
   * @param used in the checkpoint before it
   */
  SimulatedPlacementCheckpoint(long id, int inputs, int parallelism, Map<Long, Integer> used) {
    this.id = id;
    this.parallelism = parallelism;
    this.used = new HashMap<>(used);
    coordinators = new byte[inputs][];
    subtasks = new OperatorSubtaskState[inputs][parallelism];
    missing = inputs * parallelism;
  }

  boolean hasTaken(int input, int index) {
    return subtasks[input][index] != null;
  }

  /** Adds a subtask's part; returns whether it was the last one. */
  boolean add(int input, int index, OperatorSubtaskState state, Map<Long, Integer> usedBefore) {
    subtasks[input][index] = state;
    used.putAll(usedBefore);
    return --missing == 0;
  }
}
