/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.chaos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Says which faults happen, in which order and at which moments. Two schedules of the same kinds
 * and seed are the same. Each kind comes once before one of them comes again.
 */
final class FaultSchedule {

  /**
   * The limit, exclusive, of the committed rows that are waited for before a fault, so that faults
   * come at any phase of a checkpoint.
   */
  private static final int MAX_FURTHER_ROWS = 400;

  private final List<FaultKind> kinds;
  private final boolean keysMove;
  private final Random random;
  private final List<FaultKind> round = new ArrayList<>();

  /**
   * @param kinds at least one
   * @param keysMove whether there are Syncs to hit
   */
  FaultSchedule(Set<FaultKind> kinds, boolean keysMove, long seed) {
    this.kinds = kinds.stream().sorted().toList();
    this.keysMove = keysMove;
    this.random = new Random(seed);
  }

  /**
   * A fault.
   *
   * @param furtherRows how many rows are committed before, after the job has gone on
   * @param choice decides on everything else: which process, for how long
   */
  record Step(FaultKind kind, Moment moment, int furtherRows, long choice) {}

  Step next() {
    if (round.isEmpty()) {
      round.addAll(kinds);
      Collections.shuffle(round, random);
    }
    FaultKind kind = round.remove(round.size() - 1);
    List<Moment> moments =
        kind.moments().stream().filter(moment -> keysMove || moment != Moment.IN_SYNC).toList();
    return new Step(
        kind,
        moments.get(random.nextInt(moments.size())),
        random.nextInt(MAX_FURTHER_ROWS),
        random.nextLong());
  }
}
