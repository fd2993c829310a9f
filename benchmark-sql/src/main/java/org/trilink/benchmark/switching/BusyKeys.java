/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.switching;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.trilink.examples.generator.Permutation;

/**
 * Says which keys are busy, phase by phase: each has another order of the keys, and by Zipf's law
 * the key of rank r has a share in proportion to {@code 1 / r^zipf}. The heaviest has four fifths
 * of a subtask's fair share, so that a placement can even the load out.
 *
 * <p>By Flink's hash one subtask, in each phase another one, has so much more than the others,
 * which have about equally much, that the balance degree is that of the paper: over Flink's 128 key
 * groups as well as over Trilink's 720. So there is as much to win in each phase.
 */
public final class BusyKeys {

  /** The balance degree of hash in the paper's figure 15, with keys and data skewed. */
  public static final double HASH_DEGREE = 0.26;

  public static final double TOLERANCE = 0.04;

  private static final double HEAVIEST_OF_FAIR_SHARE = 0.8;
  private static final int MAX_DRAWS = 100;

  /** Flink's key groups put the key on another subtask than Trilink's. */
  private static final int NOT_THE_SAME = -1;

  private final int subtasks;
  private final double zipf;

  /** By rank. */
  private final double[] shares;

  /** By phase and rank. */
  private final int[][] keys;

  /**
   * Draws an order of the keys for each phase; equal arguments give equal orders.
   *
   * @param keys how many there are
   * @param subtasks at least two
   * @param phases how many
   */
  public BusyKeys(int keys, int subtasks, int phases, long seed) {
    this.subtasks = subtasks;
    this.zipf = zipf(keys, HEAVIEST_OF_FAIR_SHARE / subtasks);
    this.shares = shares(keys, zipf);
    int[] byFlink = HashSubtasks.of(keys, HashSubtasks.FLINKS_KEY_GROUPS, subtasks);
    int[] byTrilink = HashSubtasks.of(keys, HashSubtasks.TRILINKS_KEY_GROUPS, subtasks);
    SplittableRandom random = new SplittableRandom(seed);
    this.keys = new int[phases][];
    for (int phase = 0; phase < phases; phase++) {
      this.keys[phase] = draw(keys, random, byFlink, byTrilink);
    }
  }

  private int[] draw(int count, SplittableRandom random, int[] byFlink, int[] byTrilink) {
    for (int draw = 0; draw < MAX_DRAWS; draw++) {
      int[] order =
          fill(
              Permutation.of(count, random),
              id -> byFlink[id] == byTrilink[id] ? byFlink[id] : NOT_THE_SAME,
              wantedLoads(random.nextInt(subtasks)));
      if (isAsInThePaper(degree(order, byFlink)) && isAsInThePaper(degree(order, byTrilink))) {
        return order;
      }
    }
    throw new IllegalStateException(
        "no order of %d keys has a balance degree near %s on %d subtasks"
            .formatted(count, HASH_DEGREE, subtasks));
  }

  /** One subtask has more than the others, which have equally much. */
  private double[] wantedLoads(int busiest) {
    double[] loads = new double[subtasks];
    Arrays.fill(loads, HASH_DEGREE / (1 + HASH_DEGREE * (subtasks - 1)));
    loads[busiest] /= HASH_DEGREE;
    return loads;
  }

  /**
   * Gives each rank to a key of the subtask that has least of what it is to have, as long as there
   * are such keys. What is left goes to all subtasks in equal parts, nearly.
   */
  private int[] fill(int[] ids, IntUnaryOperator subtaskOf, double[] wanted) {
    List<Deque<Integer>> ofSubtasks =
        Stream.<Deque<Integer>>generate(ArrayDeque::new).limit(subtasks).toList();
    Set<Integer> left = new LinkedHashSet<>();
    for (int id : ids) {
      left.add(id);
      int subtask = subtaskOf.applyAsInt(id);
      if (subtask != NOT_THE_SAME) {
        ofSubtasks.get(subtask).add(id);
      }
    }
    double[] lacking = wanted.clone();
    List<Integer> order = new ArrayList<>();
    int next = greatest(lacking);
    while (!ofSubtasks.get(next).isEmpty()) {
      lacking[next] -= shares[order.size()];
      int id = ofSubtasks.get(next).remove();
      order.add(id);
      left.remove(id);
      next = greatest(lacking);
    }
    order.addAll(left);
    return order.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int greatest(double[] values) {
    int greatest = 0;
    for (int i = 1; i < values.length; i++) {
      greatest = values[i] > values[greatest] ? i : greatest;
    }
    return greatest;
  }

  private static boolean isAsInThePaper(double degree) {
    return Math.abs(degree - HASH_DEGREE) <= TOLERANCE;
  }

  /** The exponent by which the heaviest key has that share. */
  private static double zipf(int keys, double share) {
    double low = 0;
    double high = 10;
    for (int step = 0; step < 50; step++) {
      double middle = (low + high) / 2;
      if (shares(keys, middle)[0] < share) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private static double[] shares(int keys, double zipf) {
    double[] shares = new double[keys];
    for (int rank = 0; rank < keys; rank++) {
      shares[rank] = Math.pow(rank + 1.0, -zipf);
    }
    double sum = Arrays.stream(shares).sum();
    for (int rank = 0; rank < keys; rank++) {
      shares[rank] /= sum;
    }
    return shares;
  }

  private double degree(int[] order, int[] subtaskOf) {
    double[] loads = new double[subtasks];
    for (int rank = 0; rank < order.length; rank++) {
      loads[subtaskOf[order[rank]]] += shares[rank];
    }
    return Arrays.stream(loads).min().orElseThrow() / Arrays.stream(loads).max().orElseThrow();
  }

  /** The exponent of Zipf's law. */
  public double zipf() {
    return zipf;
  }

  /** The share that the key of a rank, from 0, has in each phase. */
  double share(int rank) {
    return shares[rank];
  }

  int phases() {
    return keys.length;
  }

  /** The key that has a rank, from 0, in a phase. */
  int key(int phase, int rank) {
    return keys[phase][rank];
  }

  int count() {
    return shares.length;
  }
}
