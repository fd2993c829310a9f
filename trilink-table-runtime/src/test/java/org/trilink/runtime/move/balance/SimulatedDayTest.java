/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A simulated day in which the heavy keys change from time to time: from reports to observed loads
 * to decisions, as in a job, but with simulated time.
 */
class SimulatedDayTest {

  private static final int PARALLELISM = 8;
  private static final int MAX_PARALLELISM = 720;
  private static final int KEYS = 400;
  private static final int BUSY_KEYS = 20;
  private static final int RECORDS_PER_SECOND = 2_000;
  private static final long SECOND = 1_000;
  private static final long HOUR = 3_600 * SECOND;
  private static final long REPORT_INTERVAL = 10 * SECOND;

  private final Random random = new Random(24);
  private final Loads loads = new Loads(MAX_PARALLELISM, PARALLELISM);
  private final Set<Long> busy = new HashSet<>();
  private final ObservedLoads observed =
      new ObservedLoads(MAX_PARALLELISM, PARALLELISM, BalanceSettings.DEFAULT.halfLife(), 0);
  private final MoveDecision decision =
      new MoveDecision(BalanceSettings.DEFAULT, StateSizes.UNKNOWN);
  private final MonitorTrigger trigger =
      MonitorTrigger.threshold(BalanceSettings.DEFAULT.threshold(), Duration.ofSeconds(10));

  private int syncs;
  private int moves;

  SimulatedDayTest() {
    for (long key = 0; key < KEYS; key++) {
      loads.with(key, 1);
    }
  }

  /** A third of all records is of heavy keys, which happen to be on one subtask. */
  private void changeBusyKeys() {
    busy.clear();
    LoadSnapshot snapshot = loads.snapshot();
    int subtask = random.nextInt(PARALLELISM);
    for (long key = 0; key < KEYS && busy.size() < BUSY_KEYS; key++) {
      if (snapshot.subtaskOf(loads.keyGroups.get(key)) == subtask) {
        busy.add(key);
      }
    }
  }

  /** The expected number of records of a key in an interval. */
  private double expected(long key) {
    double records = RECORDS_PER_SECOND * (REPORT_INTERVAL / (double) SECOND);
    return busy.contains(key) ? records / 3 / busy.size() : records * 2 / 3 / (KEYS - busy.size());
  }

  /** The records of an interval: with the variation of a Poisson process, and somewhat more. */
  private void come() {
    loads.records.replaceAll(
        (key, before) -> {
          double mean = expected(key);
          return Math.max(0, Math.rint(mean + 1.5 * Math.sqrt(mean) * random.nextGaussian()));
        });
  }

  private MoveJudgement judge(long now) {
    LoadSnapshot snapshot = observed.snapshot(now);
    return decision.decide(snapshot, BalancePrediction.of(snapshot), false, now);
  }

  private void pass(long now) {
    come();
    observed.add(loads.report(), now);
    if (trigger.isDue(now, 0, observed.balance().degree())) {
      MoveJudgement decided = judge(now);
      if (decided.verdict() == MoveVerdict.MOVE) {
        loads.carryOut(decided);
        decided.moves().forEach(move -> observed.moved(move.key(), move.toKeyGroup()));
        decision.done(decided, now);
        syncs++;
        moves += decided.moves().size();
      }
    }
  }

  /** The expected balance of the next records. */
  private double trueBalance() {
    Loads expected = new Loads(MAX_PARALLELISM, PARALLELISM);
    loads.keyGroups.forEach((key, keyGroup) -> expected.with(key, keyGroup, expected(key)));
    return expected.balance().degree();
  }

  @Test
  void decisionsFollowTheBusyKeysAndNothingElse() {
    List<Double> before = new ArrayList<>();
    List<Double> after = new ArrayList<>();
    int changes = 0;
    for (long now = 0; now < 24 * HOUR; now += REPORT_INTERVAL) {
      if (now % (3 * HOUR) == HOUR) { // eight times
        changeBusyKeys();
        changes++;
        before.add(trueBalance());
      }
      pass(now);
      if (now % (3 * HOUR) == HOUR + 60 * SECOND) {
        after.add(trueBalance());
      }
    }
    System.out.printf(
        "Day: %d changes, %d Syncs, %d keys moved; balance %.2f when busy keys change, %.2f a"
            + " minute later%n",
        changes, syncs, moves, average(before), average(after));

    assertThat(before).hasSize(changes).allSatisfy(degree -> assertThat(degree).isLessThan(0.5));
    assertThat(after)
        .hasSize(changes)
        .allSatisfy(
            degree ->
                assertThat(degree).isGreaterThanOrEqualTo(BalanceSettings.DEFAULT.threshold()));
    assertThat(syncs).isBetween(changes, 3 * changes);
    assertThat(moves).isLessThanOrEqualTo(2 * changes * BUSY_KEYS);
  }

  @Test
  void noiseAloneMovesNothing() {
    for (long now = 0; now < 8 * HOUR; now += REPORT_INTERVAL) {
      pass(now);
    }
    assertThat(trueBalance()).as("not even at all").isLessThan(0.9);
    assertThat(moves).isZero();
  }

  private static double average(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
