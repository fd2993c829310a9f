/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.balance;

import static org.apache.flink.runtime.state.KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.runtime.state.KeyGroupRange;

/**
 * Moves heavy keys, step by step, each from a fuller subtask to an emptier one: the fullest and the
 * emptiest if possible. Of the keys that fit, the one is taken that closes the gap between the two
 * best, or two that change places if that closes more of it per key: so few are needed. No step
 * makes a subtask as full as the fuller one was; a key moves once. So the greatest load never
 * grows, and there is an end.
 */
final class MovePlan {

  /**
   * What a step must take from the fuller subtask, and leave of the gap, as parts of a fair share.
   * A smaller one is for when there are no larger steps: else the many light keys beside one that
   * is too heavy would be moved first, and use up what a Sync may move.
   */
  private static final double[] WORTHWHILE = {0.1, 0.01, 0.001};

  /**
   * The heaviest keys of a subtask, of which any may change places with one of another's: so many
   * pairs are looked at in ms, also between 60 subtasks.
   */
  private static final int EXCHANGED = 24;

  private final LoadSnapshot loads;
  private final RecentMoves recentMoves;
  private final StateSizes sizes;

  private final double[] subtasks;
  private final double[] keyGroups;

  /** By subtask: keys that have not moved, the heaviest first. */
  private final List<List<KeyLoad>> movable;

  /** One move each, or two of keys that change places. */
  private final List<List<KeyMove>> steps = new ArrayList<>();

  /** After each number of steps, from none on. */
  private final List<Balance> balances = new ArrayList<>();

  /** In records. */
  private double worthwhile;

  private int maxKeys;
  private long maxBytes;
  private int keysLeft;
  private long bytesLeft;

  /** Whether a cap kept out a key that does not exceed the cap by itself. */
  private boolean isPart;

  MovePlan(LoadSnapshot loads, RecentMoves recentMoves, StateSizes sizes) {
    this.loads = loads;
    this.recentMoves = recentMoves;
    this.sizes = sizes;
    subtasks = loads.subtasks().toArray();
    keyGroups = loads.keyGroupRecords();
    movable = new ArrayList<>();
    IntStream.range(0, subtasks.length).forEach(subtask -> movable.add(new ArrayList<>()));
    loads.heavyKeys().forEach(key -> movable.get(loads.subtaskOf(key.keyGroup())).add(key));
    balances.add(loads.subtasks().balance());
  }

  /** Plans moves until a balance degree is reached, or a cap, or nothing helps any more. */
  MovePlan upTo(double degree, BalanceSettings settings) {
    maxKeys = settings.maxKeys();
    maxBytes = settings.maxBytes();
    keysLeft = maxKeys;
    bytesLeft = maxBytes;
    while (balance().degree() < degree && step()) {
      balances.add(new SubtaskLoads(subtasks).balance());
    }
    if (balance().degree() < degree && !isPart) {
      dropLast(settings.minimumGain() / 2);
    }
    return this;
  }

  /** Whether a cap kept keys from moving that could move with another Sync. */
  boolean isPart() {
    return isPart;
  }

  List<KeyMove> moves() {
    return steps.stream().flatMap(List::stream).collect(Collectors.toList());
  }

  /** After all steps. */
  Balance balance() {
    return balances.get(steps.size());
  }

  /** Whether the moves are worth it. */
  boolean gains(double minimum) {
    return isBetter(balance(), balances.get(0), minimum);
  }

  /** In one measure or the other: with an empty subtask, for instance, the degree is always 0. */
  private static boolean isBetter(Balance one, Balance other, double minimum) {
    double lessTime = 1 - (1 + one.extraComputeTime()) / (1 + other.extraComputeTime());
    return one.degree() - other.degree() >= minimum || lessTime >= minimum;
  }

  /** What cannot be reached anyway is not worth the last steps that hardly help. */
  private void dropLast(double loss) {
    Balance all = balance();
    while (!steps.isEmpty() && !isBetter(all, balances.get(steps.size() - 1), loss)) {
      steps.remove(steps.size() - 1);
    }
  }

  // ----------------------------------------------------------------------------------- one step

  private boolean step() {
    int[] fullestFirst =
        IntStream.range(0, subtasks.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer subtask) -> subtasks[subtask]).reversed())
            .mapToInt(Integer::intValue)
            .toArray();
    double fairShare = loads.subtasks().fairShare();
    return Arrays.stream(WORTHWHILE).anyMatch(part -> step(fullestFirst, part * fairShare));
  }

  private boolean step(int[] fullestFirst, double worthwhileRecords) {
    worthwhile = worthwhileRecords;
    int last = fullestFirst.length - 1;
    for (int i = last; i > 0; i--) {
      if (step(fullestFirst[0], fullestFirst[i])) {
        return true;
      }
    }
    // the fullest has to stay so, but the others can be more even
    for (int i = 1; i < last; i++) {
      if (step(fullestFirst[i], fullestFirst[last])) {
        return true;
      }
    }
    return false;
  }

  private boolean step(int from, int to) {
    List<KeyMove> step = best(from, to);
    if (step.isEmpty()) {
      return false;
    }
    step.forEach(this::carryOut);
    steps.add(step);
    return true;
  }

  private void carryOut(KeyMove move) {
    keysLeft--;
    bytesLeft -= sizes.bytes(move.key());
    subtasks[move.fromSubtask()] -= move.records();
    subtasks[move.toSubtask()] += move.records();
    keyGroups[move.fromKeyGroup()] -= move.records();
    keyGroups[move.toKeyGroup()] += move.records();
    movable.get(move.fromSubtask()).removeIf(key -> key.key().equals(move.key()));
  }

  // ----------------------------------------------------------------------------- the best of them

  /** What closes most of the gap between two subtasks per key; empty if nothing fits. */
  private List<KeyMove> best(int from, int to) {
    double gap = subtasks[from] - subtasks[to];
    List<KeyMove> one = bestMove(from, to, gap);
    List<KeyMove> two = bestExchange(from, to, gap);
    return closed(gap, two) / 2 > closed(gap, one) ? two : one;
  }

  private static double closed(double gap, List<KeyMove> step) {
    double records = step.isEmpty() ? 0 : step.get(0).records();
    return gap - left(gap, step.size() == 2 ? records - step.get(1).records() : records);
  }

  private List<KeyMove> bestMove(int from, int to, double gap) {
    KeyLoad best = null;
    for (KeyLoad key : movable.get(from)) {
      // of equals the lighter, which comes later: it has less state
      if (fits(gap, key.records())
          && (best == null || left(gap, key.records()) <= left(gap, best.records()))
          && mayMove(key, to, 1, 0)) {
        best = key;
      }
    }
    return best == null
        ? Collections.emptyList()
        : Collections.singletonList(new KeyMove(best, leastKeyGroup(to), from, to));
  }

  private List<KeyMove> bestExchange(int from, int to, double gap) {
    KeyLoad best = null;
    KeyLoad bestBack = null;
    for (KeyLoad key : heaviest(from)) {
      for (KeyLoad back : heaviest(to)) {
        double records = key.records() - back.records();
        if (fits(gap, records)
            && (best == null || left(gap, records) < left(gap, best.records() - bestBack.records()))
            && mayMove(key, to, 2, sizes.bytes(back.key()))
            && mayMove(back, from, 2, sizes.bytes(key.key()))) {
          best = key;
          bestBack = back;
        }
      }
    }
    return best == null
        ? Collections.emptyList()
        : Arrays.asList(
            new KeyMove(best, leastKeyGroup(to), from, to),
            new KeyMove(bestBack, leastKeyGroup(from), to, from));
  }

  private List<KeyLoad> heaviest(int subtask) {
    List<KeyLoad> keys = movable.get(subtask);
    return keys.subList(0, Math.min(EXCHANGED, keys.size()));
  }

  /** Whether moving this many records across a gap helps. */
  private boolean fits(double gap, double records) {
    return records >= worthwhile && gap - records >= worthwhile;
  }

  /** Of a gap, if so many records go to its other side. */
  private static double left(double gap, double records) {
    return Math.abs(gap - 2 * records);
  }

  private boolean mayMove(KeyLoad key, int to, int keys, long otherBytes) {
    if (recentMoves.hasLeft(key.key(), to)) {
      return false;
    }
    long bytes = sizes.bytes(key.key()) + otherBytes;
    boolean fits = keys <= keysLeft && bytes <= bytesLeft;
    isPart |= !fits && keys <= maxKeys && bytes <= maxBytes;
    return fits;
  }

  private int leastKeyGroup(int subtask) {
    KeyGroupRange range =
        computeKeyGroupRangeForOperatorIndex(loads.maxParallelism(), loads.parallelism(), subtask);
    int least = range.getStartKeyGroup();
    for (int keyGroup : range) {
      if (keyGroups[keyGroup] < keyGroups[least]) {
        least = keyGroup;
      }
    }
    return least;
  }
}
