/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Properties of moves for all loads. */
@Tag("slow")
class MoveDecisionPropertyTest {

  private static final int TRIALS = 500;

  private static Loads random(Random random) {
    int parallelism = 1 + random.nextInt(12);
    Loads loads = new Loads(parallelism * (1 + random.nextInt(8)), parallelism);
    if (random.nextBoolean()) {
      loads.withTail(random.nextInt(2_000));
    }
    int keys = random.nextInt(60);
    double skew = 3 * random.nextDouble();
    for (int key = 0; key < keys; key++) {
      loads.with(
          random.nextInt(1_000), Math.rint(100_000 * Math.pow(random.nextDouble(), 1 + skew)));
    }
    return loads;
  }

  private static BalanceSettings randomSettings(Random random) {
    return BalanceSettings.DEFAULT
        .withThreshold(0.05 + 0.95 * random.nextDouble())
        .withMinimumGain(0.01 + 0.3 * random.nextDouble())
        .withCaps(1 + random.nextInt(20), 1 + random.nextInt(500))
        .withTimes(Duration.ofSeconds(10), Duration.ZERO, Duration.ofSeconds(30));
  }

  /** Repeatedly decides, carries out the moves and changes the loads: the rules always hold. */
  @Test
  void movesNeverMakeItWorseAndKeepToTheirBounds() {
    int moved = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      Random random = new Random(trial);
      Loads loads = random(random);
      BalanceSettings settings = randomSettings(random);
      StateSizes sizes = key -> Math.floorMod(key.hashCode(), 200);
      MoveDecision decision = new MoveDecision(settings, sizes);
      Map<BinaryRowData, Map<Integer, Long>> departures = new HashMap<>();
      for (long now = 0; now < 60_000; now += 1 + random.nextInt(20_000)) {
        LoadSnapshot before = loads.snapshot();
        MoveJudgement decided =
            decision.decide(before, BalancePrediction.of(before), random.nextBoolean(), now);
        assertKept(settings, sizes, decided, before);
        for (KeyMove move : decided.moves()) {
          Map<Integer, Long> left = departures.computeIfAbsent(move.key(), none -> new HashMap<>());
          assertThat(now - left.getOrDefault(move.toSubtask(), Long.MIN_VALUE / 2))
              .as("back within the grace time, in trial " + trial)
              .isGreaterThanOrEqualTo(30_000);
          left.put(move.fromSubtask(), now);
          moved++;
        }
        loads.carryOut(decided);
        assertNotWorse(decided, before, loads);
        decision.done(decided, now);
        loads.records.replaceAll(
            (key, records) -> random.nextInt(4) == 0 ? random.nextInt(50_000) : records);
      }
    }
    assertThat(moved).as("moves that were looked at").isGreaterThan(TRIALS);
  }

  private static void assertKept(
      BalanceSettings settings, StateSizes sizes, MoveJudgement decided, LoadSnapshot before) {
    List<KeyMove> moves = decided.moves();
    assertThat(moves.isEmpty()).isEqualTo(decided.verdict() != MoveVerdict.MOVE);
    assertThat(moves).hasSizeLessThanOrEqualTo(settings.maxKeys());
    assertThat(moves.stream().mapToLong(move -> sizes.bytes(move.key())).sum())
        .isLessThanOrEqualTo(settings.maxBytes());
    assertThat(moves).extracting(KeyMove::key).doesNotHaveDuplicates();
    assertThat(moves)
        .allSatisfy(
            move -> {
              assertThat(move.toSubtask()).isNotEqualTo(move.fromSubtask());
              assertThat(before.subtaskOf(move.fromKeyGroup())).isEqualTo(move.fromSubtask());
              assertThat(before.subtaskOf(move.toKeyGroup())).isEqualTo(move.toSubtask());
            });
  }

  private static void assertNotWorse(MoveJudgement decided, LoadSnapshot before, Loads loads) {
    SubtaskLoads after = loads.snapshot().subtasks();
    double rounding = 1e-6;
    assertThat(after.most()).isLessThanOrEqualTo(before.subtasks().most() + rounding);
    assertThat(after.balance().degree())
        .isGreaterThanOrEqualTo(before.subtasks().balance().degree() - rounding);
    if (!decided.moves().isEmpty()) {
      assertThat(decided.after().degree())
          .isBetween(after.balance().degree() - rounding, after.balance().degree() + rounding);
    }
  }

  /**
   * Zipf's law: heavy keys where the hash places them; the others are the tail, which is not moved.
   */
  @Test
  void movesComeNearToPlacingTheHeavyKeysAnew() {
    BalanceSettings settings = BalanceSettings.DEFAULT.withThreshold(0.9);
    // a whole Sync that would gain less than the minimum, and last moves that would gain less than
    // half of it
    double notWorthIt = 1.5 * settings.minimumGain();
    for (int parallelism : new int[] {2, 4, 8, 16, 60}) {
      for (double exponent : new double[] {0.8, 1.0, 1.1, 1.2}) {
        Loads loads = zipf(parallelism, exponent);
        double anew = placedAnew(loads).degree();
        double before = loads.balance().degree();
        int moves = moveUntilNothingIsLeftToDo(loads, settings);
        System.out.printf(
            "%d subtasks, exponent %.1f: balance %.2f, %.2f by moving %d keys, %.2f placed anew%n",
            parallelism, exponent, before, loads.balance().degree(), moves, anew);
        assertThat(loads.balance().degree())
            .as(
                "at %s subtasks, exponent %s, from %.2f; anew %.2f",
                parallelism, exponent, before, anew)
            .isGreaterThanOrEqualTo(Math.min(settings.threshold(), anew) - notWorthIt);
      }
    }
  }

  /**
   * The balance if known keys were placed anew on the least loaded subtask, the heaviest first;
   * unknown keys stay.
   */
  private static Balance placedAnew(Loads loads) {
    LoadSnapshot snapshot = loads.snapshot();
    double[] subtasks = snapshot.subtasks().toArray();
    for (KeyLoad key : snapshot.heavyKeys()) {
      subtasks[snapshot.subtaskOf(key.keyGroup())] -= key.records();
    }
    for (KeyLoad key : snapshot.heavyKeys()) {
      int least = 0;
      for (int subtask = 1; subtask < subtasks.length; subtask++) {
        least = subtasks[subtask] < subtasks[least] ? subtask : least;
      }
      subtasks[least] += key.records();
    }
    return new SubtaskLoads(subtasks).balance();
  }

  private static Loads zipf(int parallelism, double exponent) {
    int keys = 100_000;
    int known = 512;
    Loads loads = new Loads(720, parallelism);
    double tail = 0;
    for (int rank = 1; rank <= keys; rank++) {
      double records = 1_000_000 * Math.pow(rank, -exponent);
      if (rank <= known) {
        loads.with(rank, records);
      } else {
        tail += records;
      }
    }
    return loads.withTail(tail / 720);
  }

  /** Returns the number of keys that were moved. */
  private static int moveUntilNothingIsLeftToDo(Loads loads, BalanceSettings settings) {
    MoveDecision decision =
        new MoveDecision(
            settings.withTimes(Duration.ofSeconds(1), Duration.ZERO, Duration.ZERO),
            StateSizes.UNKNOWN);
    int moves = 0;
    for (int round = 0; ; round++) {
      assertThat(round).as("rounds without an end").isLessThan(20);
      LoadSnapshot snapshot = loads.snapshot();
      MoveJudgement decided =
          decision.decide(snapshot, BalancePrediction.of(snapshot), false, round);
      if (decided.moves().isEmpty()) {
        return moves;
      }
      loads.carryOut(decided);
      moves += decided.moves().size();
    }
  }

  /** All placements of a few keys are tried. */
  @Test
  void movesComeNearToTheBestOfAllPlacementsOfAFewKeys() {
    List<Double> shortfalls = new ArrayList<>();
    for (int trial = 0; trial < 200; trial++) {
      Random random = new Random(trial);
      int parallelism = 2 + random.nextInt(2);
      Loads loads = new Loads(parallelism * 4, parallelism);
      for (int key = 0; key < 9; key++) {
        loads.with(key, 1_000 + random.nextInt(10_000));
      }
      double least = leastMost(loads, parallelism);
      moveUntilNothingIsLeftToDo(loads, BalanceSettings.DEFAULT.withThreshold(0.99));
      shortfalls.add(loads.snapshot().subtasks().most() / least - 1);
    }
    double average = shortfalls.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    double worst = shortfalls.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    System.out.printf("Greatest load above the least possible: %.3f, worst %.3f%n", average, worst);
    assertThat(average).isLessThan(0.05);
    assertThat(worst).isLessThan(1 / 3.0); // including that of placing the heaviest first
  }

  private static double leastMost(Loads loads, int parallelism) {
    double[] keys = loads.records.values().stream().mapToDouble(Double::doubleValue).toArray();
    double least = Double.MAX_VALUE;
    for (int placement = 0; placement < Math.pow(parallelism, keys.length); placement++) {
      double[] subtasks = new double[parallelism];
      int rest = placement;
      for (double key : keys) {
        subtasks[rest % parallelism] += key;
        rest /= parallelism;
      }
      least = Math.min(least, Arrays.stream(subtasks).max().orElseThrow());
    }
    return least;
  }
}
