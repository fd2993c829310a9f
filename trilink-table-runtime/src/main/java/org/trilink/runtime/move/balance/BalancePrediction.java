/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * The balance of the current placement, the predicted balance of each strategy, and the best
 * balance that any placement can reach.
 *
 * <ul>
 *   <li>The balance of the <b>current</b> placement is exact, from the counts of key groups.
 *   <li>For a strategy that depends on the key alone (hash, modulo, weight), the strategy itself
 *       places a sample of the records. A prediction needs {@value #SAMPLES_PER_SUBTASK} aged
 *       samples per subtask. A subtask's load is then known within about 10 %, and within 1 % with
 *       a hundred times as many. Sampling noise makes loads look less even than they are.
 *   <li>With {@code least-key} a heavy key's subtask depends on when the key first arrives. That
 *       order is random, with heavy keys more likely to be early. Here it is derived from the keys'
 *       hash codes, so it is one possible order, always the same. The other keys, the tail, are
 *       assumed to be many and light, so that their load is spread evenly.
 *   <li>With {@code least-count} (and a history) heavy keys go to the least loaded subtask, the
 *       heaviest first. The tail then fills up the least loaded subtasks.
 * </ul>
 */
public final class BalancePrediction {

  static final String LEAST_KEY = "least-key";
  static final String LEAST_COUNT = "least-count";

  static final int SAMPLES_PER_SUBTASK = 100;

  private final Balance now;
  private final Map<String, Balance> strategies = new LinkedHashMap<>();
  private final double bestDegree;
  @Nullable private final KeyLoad keyAboveFairShare;
  private final double heaviestShare;
  private final int parallelism;

  private BalancePrediction(LoadSnapshot loads) {
    SubtaskLoads subtasks = loads.subtasks();
    parallelism = loads.parallelism();
    now = subtasks.balance();
    double[] heavy = loads.heavyKeys().stream().mapToDouble(KeyLoad::records).toArray();
    double tail = Math.max(0, subtasks.total() - Arrays.stream(heavy).sum());
    loads
        .tallies()
        .forEach(
            (strategy, tally) -> {
              if (tally.fairShare() >= SAMPLES_PER_SUBTASK) {
                strategies.put(strategy, tally.balance());
              }
            });
    strategies.put(LEAST_KEY, leastKey(loads, tail).balance());
    strategies.put(LEAST_COUNT, leastCount(heavy, tail, loads.parallelism()).balance());
    bestDegree = bestDegree(heavy, subtasks.total(), loads.parallelism());
    heaviestShare = heavy.length == 0 ? 0 : heavy[0] / subtasks.total();
    keyAboveFairShare =
        heavy.length > 0 && heavy[0] > subtasks.fairShare() ? loads.heavyKeys().get(0) : null;
  }

  public static BalancePrediction of(LoadSnapshot loads) {
    return new BalancePrediction(loads);
  }

  /** The balance of the current placement. */
  public Balance now() {
    return now;
  }

  /**
   * The predicted balance by strategy, without strategies for which there are too few samples. Not
   * to be changed.
   */
  public Map<String, Balance> strategies() {
    return Collections.unmodifiableMap(strategies);
  }

  /**
   * The best balance degree of any placement: it is limited because a key's records stay together.
   */
  public double bestDegree() {
    return bestDegree;
  }

  /**
   * The heaviest key if it alone has more than a subtask's fair share: no placement can even that
   * out, but {@code exchange=local-merge} can. Null if there is none.
   */
  @Nullable
  public KeyLoad keyAboveFairShare() {
    return keyAboveFairShare;
  }

  /**
   * Returns what to do about a {@link #keyAboveFairShare}, in words that do not name the key. Null
   * if there is none.
   */
  @Nullable
  public String advice() {
    return keyAboveFairShare == null
        ? null
        : String.format(
            Locale.ROOT,
            "one key is above a fair share: it alone has %.0f %% of the records, and a subtask's"
                + " fair share is %.0f %%. No placement can even this out; 'exchange'='local-merge'"
                + " can",
            100 * heaviestShare,
            100.0 / parallelism);
  }

  /** The heaviest key's share of all records, 0 if none is known. */
  public double heaviestShare() {
    return heaviestShare;
  }

  // ------------------------------------------------------------------------------- strategies

  private static SubtaskLoads leastKey(LoadSnapshot loads, double tail) {
    double[] subtasks = new double[loads.parallelism()];
    Arrays.fill(subtasks, tail / subtasks.length);
    List<KeyLoad> arrivals = new ArrayList<>(loads.heavyKeys());
    arrivals.sort(Comparator.comparingDouble(BalancePrediction::arrival));
    for (int i = 0; i < arrivals.size(); i++) {
      subtasks[i % subtasks.length] += arrivals.get(i).records();
    }
    return new SubtaskLoads(subtasks);
  }

  /** When a key's first record arrives, if records are a Poisson process. */
  private static double arrival(KeyLoad load) {
    double uniform = ((load.key().hashCode() * 0x9E3779B9) >>> 1) / (double) (1L << 31);
    return -Math.log(1 - uniform) / load.records();
  }

  private static SubtaskLoads leastCount(double[] heaviestFirst, double tail, int parallelism) {
    double[] subtasks = new double[parallelism];
    for (double load : heaviestFirst) {
      subtasks[least(subtasks)] += load;
    }
    fill(subtasks, tail);
    return new SubtaskLoads(subtasks);
  }

  private static int least(double[] loads) {
    int least = 0;
    for (int i = 1; i < loads.length; i++) {
      if (loads[i] < loads[least]) {
        least = i;
      }
    }
    return least;
  }

  /** Adds load to the lowest loads, raising them to a common level (water-filling). */
  private static void fill(double[] loads, double amount) {
    double[] ascending = loads.clone();
    Arrays.sort(ascending);
    double sum = 0;
    double level = 0;
    for (int i = 0; i < ascending.length; i++) {
      sum += ascending[i];
      level = (sum + amount) / (i + 1);
      if (i + 1 == ascending.length || level <= ascending[i + 1]) {
        break;
      }
    }
    for (int i = 0; i < loads.length; i++) {
      loads[i] = Math.max(loads[i], level);
    }
  }

  /**
   * An upper bound: the k heaviest keys are on at most k subtasks, and the other subtasks have the
   * rest.
   */
  private static double bestDegree(double[] heaviestFirst, double total, int parallelism) {
    double left = total;
    double best = 1;
    for (int k = 1; k < parallelism && k <= heaviestFirst.length; k++) {
      left = Math.max(0, left - heaviestFirst[k - 1]);
      best = Math.min(best, left / (parallelism - k) / heaviestFirst[0]);
    }
    return best;
  }
}
