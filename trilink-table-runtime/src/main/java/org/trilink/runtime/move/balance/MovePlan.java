/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

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
 * Plans the moves of heavy keys in steps. Each step moves load from a more loaded subtask to a less
 * loaded one: from the most to the least loaded one if possible. It moves the key that narrows the
 * gap between the two most, or swaps two keys if that narrows it more per key. So only few keys are
 * moved. After a step, both subtasks have less load than the more loaded one had before, and a key
 * moves only once. So the maximum load never grows, and the algorithm terminates.
 */
final class MovePlan {

  /**
   * The minimum load that a step must move, and must leave of the gap, as fractions of a fair
   * share. A smaller fraction is used only if there are no larger steps. Otherwise the many light
   * keys on the subtask of a key that is too heavy would be moved first, and use up the limits of a
   * Sync.
   */
  private static final double[] WORTHWHILE = {0.1, 0.01, 0.001};

  /**
   * The number of heaviest keys of a subtask that are considered for a swap. All pairs are
   * evaluated within ms, even with 60 subtasks.
   */
  private static final int EXCHANGED = 24;

  private final LoadSnapshot loads;
  private final RecentMoves recentMoves;
  private final StateSizes sizes;

  private final double[] subtasks;
  private final double[] keyGroups;

  /** By subtask: keys that have not moved, the heaviest first. */
  private final List<List<KeyLoad>> movable;

  /** The steps: one move each, or the two moves of a swap. */
  private final List<List<KeyMove>> steps = new ArrayList<>();

  /** The balance after each number of steps, starting with 0. */
  private final List<Balance> balances = new ArrayList<>();

  /** The current minimum of a step, in records. */
  private double worthwhile;

  private int maxKeys;
  private long maxBytes;
  private int keysLeft;
  private long bytesLeft;

  /** Whether a limit excluded a key that does not exceed the limit by itself. */
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

  /** Plans moves until a balance degree or a limit is reached, or no further move helps. */
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

  /** Whether a limit excluded keys that could be moved by another Sync. */
  boolean isPart() {
    return isPart;
  }

  List<KeyMove> moves() {
    return steps.stream().flatMap(List::stream).collect(Collectors.toList());
  }

  /** The balance after all steps. */
  Balance balance() {
    return balances.get(steps.size());
  }

  /** Whether the moves are worth it. */
  boolean gains(double minimum) {
    return isBetter(balance(), balances.get(0), minimum);
  }

  /**
   * Better in one of the two measures: the degree alone is not enough, as it is always 0 with an
   * empty subtask.
   */
  private static boolean isBetter(Balance one, Balance other, double minimum) {
    double lessTime = 1 - (1 + one.extraComputeTime()) / (1 + other.extraComputeTime());
    return one.degree() - other.degree() >= minimum || lessTime >= minimum;
  }

  /** Drops the last steps that hardly help, if the target cannot be reached anyway. */
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
    // the most loaded subtask cannot be improved, but the others can
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

  // ------------------------------------------------------------------------------------ best step

  /** The moves that narrow the gap between two subtasks most per key; empty if nothing fits. */
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
      // of equally good keys the lighter one, which comes later: it has less state
      if (fits(gap, key.records())
          && (best == null || left(gap, key.records()) <= left(gap, best.records()))
          && mayMove(key, to, 1, 0)) {
        best = key;
      }
    }
    return best == null
        ? Collections.emptyList()
        : Collections.singletonList(new KeyMove(best, keyGroup(best, to), from, to));
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
            new KeyMove(best, keyGroup(best, to), from, to),
            new KeyMove(bestBack, keyGroup(bestBack, from), to, from));
  }

  private List<KeyLoad> heaviest(int subtask) {
    List<KeyLoad> keys = movable.get(subtask);
    return keys.subList(0, Math.min(EXCHANGED, keys.size()));
  }

  /** Whether moving this many records across a gap helps. */
  private boolean fits(double gap, double records) {
    return records >= worthwhile && gap - records >= worthwhile;
  }

  /** Returns the part of a gap that is left after this many records were moved across it. */
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

  /**
   * The key group of a key that moves to a subtask: that of the strategy if it is there, so that
   * the key need not be remembered as moved; else the least loaded one.
   */
  private int keyGroup(KeyLoad key, int subtask) {
    return loads.subtaskOf(key.base()) == subtask ? key.base() : leastKeyGroup(subtask);
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
