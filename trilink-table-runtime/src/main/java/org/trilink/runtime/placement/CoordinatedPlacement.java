/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.Collectors;
import javax.annotation.Nullable;

/**
 * A strategy that decides in one place, the job's coordinator, because a decision depends on those
 * before it (the paper's section 4.2.1).
 */
public final class CoordinatedPlacement implements Serializable {

  private static final long serialVersionUID = 1L;

  /** All weights together, in percent. */
  private static final int PERCENT = 100;

  private static final int PLACED_KEYS_PER_SUBTASK = 1 << 14;

  /** So that what is sent to the subtasks is well below the 10 MB of an Akka message. */
  private static final int MAX_PLACED_KEYS = 1 << 19;

  /** Stands for no limit on the number of placed keys, in strategies that place all keys. */
  private static final int ALL = -1;

  /** The ways to choose the subtask of a new key. */
  public enum Strategy {
    /** The subtask with the fewest keys so far. */
    LEAST_KEY,
    /** The subtask with the fewest records so far. */
    LEAST_COUNT,
    /** A random draw by the subtasks' weights. */
    WEIGHT
  }

  private final Strategy strategy;
  @Nullable private final KeyHistory history;
  private final int[] weights;
  private final long seed;
  private final int placedKeysPerSubtask;

  private CoordinatedPlacement(
      Strategy strategy,
      @Nullable KeyHistory history,
      int[] weights,
      long seed,
      int placedKeysPerSubtask) {
    this.strategy = strategy;
    this.history = history;
    this.weights = weights;
    this.seed = seed;
    this.placedKeysPerSubtask = placedKeysPerSubtask;
  }

  /**
   * A new key goes to the subtask with the fewest keys. When there are 16,384 keys for each
   * subtask, or 524,288 in all, further ones are placed by their hash: these are so many that the
   * subtasks stay even.
   */
  public static CoordinatedPlacement leastKey() {
    return leastKey(PLACED_KEYS_PER_SUBTASK);
  }

  /**
   * A new key goes to the subtask with the fewest keys, up to a number of keys for each subtask,
   * and 524,288 in all.
   *
   * @param perSubtask after how many keys for each subtask further ones are placed by their hash
   */
  static CoordinatedPlacement leastKey(int perSubtask) {
    return new CoordinatedPlacement(Strategy.LEAST_KEY, null, new int[0], 0, perSubtask);
  }

  /** A new key goes to the subtask with the fewest records. */
  public static CoordinatedPlacement leastCount() {
    return new CoordinatedPlacement(Strategy.LEAST_COUNT, null, new int[0], 0, ALL);
  }

  /**
   * A new key goes to the subtask with the fewest records.
   *
   * @param history keys that are placed before the first record arrives, the heaviest first
   */
  public static CoordinatedPlacement leastCount(KeyHistory history) {
    return new CoordinatedPlacement(Strategy.LEAST_COUNT, history, new int[0], 0, ALL);
  }

  /**
   * A new key goes to a subtask that is drawn at random.
   *
   * @param weights percent per subtask, 100 in all. They are bound to the key groups: if the
   *     parallelism differs from the number of weights, a subtask has the shares of the key groups
   *     that it owns.
   * @param seed of the draws
   * @throws IllegalArgumentException if the weights are negative or not 100 in all
   */
  public static CoordinatedPlacement weight(int[] weights, long seed) {
    boolean negative = Arrays.stream(weights).anyMatch(weight -> weight < 0);
    if (negative || Arrays.stream(weights).asLongStream().sum() != PERCENT) {
      throw new IllegalArgumentException(
          "The weights "
              + Arrays.toString(weights)
              + " must be percentages, one per subtask, of 100 in all.");
    }
    return new CoordinatedPlacement(Strategy.WEIGHT, null, weights.clone(), seed, ALL);
  }

  public Strategy strategy() {
    return strategy;
  }

  /** Returns the history of the keys; null for none. */
  @Nullable
  KeyHistory history() {
    return history;
  }

  /** Percent per subtask; empty unless the strategy uses weights. */
  int[] weights() {
    return weights;
  }

  long seed() {
    return seed;
  }

  /** After how many keys further ones are placed by their hash, with so many subtasks. */
  long maxPlacedKeys(int subtasks) {
    return placedKeysPerSubtask == ALL
        ? Long.MAX_VALUE
        : Math.min(MAX_PLACED_KEYS, (long) placedKeysPerSubtask * subtasks);
  }

  /**
   * The text by which state is bound to the strategy, such as {@code least-key} or {@code weight
   * 60,40 (random)}.
   */
  @Override
  public String toString() {
    switch (strategy) {
      case LEAST_KEY:
        return "least-key";
      case LEAST_COUNT:
        return "least-count";
      case WEIGHT:
        return "weight "
            + Arrays.stream(weights).mapToObj(String::valueOf).collect(Collectors.joining(","))
            + " (random)";
    }
    throw new IllegalStateException("Unknown placement strategy: " + strategy + ".");
  }
}
