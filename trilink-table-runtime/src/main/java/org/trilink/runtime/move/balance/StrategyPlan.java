/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Moves heavy keys to where a strategy places them, the heaviest first, as many as one Sync may
 * move. Light keys are not moved: there may be millions, most of which are not among the samples.
 */
final class StrategyPlan {

  /** The minimum load of a heavy key, as a fraction of a fair share. */
  private static final double HEAVY = 0.01;

  private final List<KeyMove> moves = new ArrayList<>();
  private final double[] subtasks;

  private int elsewhere;

  StrategyPlan(
      LoadSnapshot loads, KeyToKeyGroup keyGroups, StateSizes sizes, BalanceSettings settings) {
    subtasks = loads.subtasks().toArray();
    double heavy = HEAVY * loads.subtasks().fairShare();
    long bytesLeft = settings.maxBytes();
    for (KeyLoad key : loads.heavyKeys()) {
      if (key.records() < heavy) {
        break; // so are all later ones
      }
      int keyGroup = keyGroups.keyGroup(key.key());
      int from = loads.subtaskOf(key.keyGroup());
      int to = loads.subtaskOf(keyGroup);
      if (from == to) {
        continue;
      }
      elsewhere++;
      long bytes = sizes.bytes(key.key());
      if (moves.size() < settings.maxKeys() && bytes <= bytesLeft) {
        bytesLeft -= bytes;
        subtasks[from] -= key.records();
        subtasks[to] += key.records();
        moves.add(new KeyMove(key, keyGroup, from, to));
      }
    }
  }

  List<KeyMove> moves() {
    return Collections.unmodifiableList(moves);
  }

  /**
   * The number of heavy keys on another subtask than the strategy's, including those that are
   * moved.
   */
  int elsewhere() {
    return elsewhere;
  }

  /** The balance after the moves. */
  Balance balance() {
    return new SubtaskLoads(subtasks).balance();
  }
}
