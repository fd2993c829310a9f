/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import java.util.Arrays;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.RowData;

/**
 * Gives each node a share of the keys in proportion to its weight. The key's hash code is a point
 * on a line that is divided among the nodes by weight; a node's part of it is divided evenly among
 * the key groups that subtask i has when there are as many subtasks as weights. At another
 * parallelism groups, and so shares, are on other subtasks.
 */
public final class WeightPlacement implements KeyPlacementStrategy {

  private static final long serialVersionUID = 1L;

  private static final long LINE = 1L << Integer.SIZE;
  private static final int HINT_BITS = 10;

  private final int[] weights;

  private transient Line line;

  /**
   * @param weights of the subtasks 0, 1, ...; none negative, one greater than zero. Only their
   *     proportions matter; the paper's sum up to 100.
   */
  public WeightPlacement(int... weights) {
    if (Arrays.stream(weights).anyMatch(weight -> weight < 0)
        || Arrays.stream(weights).allMatch(weight -> weight == 0)) {
      throw new IllegalArgumentException(
          "Weights are integers, none negative and not all 0, but these are "
              + Arrays.toString(weights)
              + ".");
    }
    this.weights = weights.clone();
  }

  /**
   * @throws IllegalArgumentException if there are more weights than key groups
   */
  @Override
  public int keyGroup(RowData key, int maxParallelism) {
    if (line == null || line.maxParallelism != maxParallelism) {
      line = new Line(weights, maxParallelism);
    }
    return line.keyGroup(key.hashCode() & (LINE - 1));
  }

  /** The numbers from 0 to 2^32, divided among nodes, and these parts among key groups. */
  private static final class Line {

    private final int maxParallelism;

    /** The end of each node's part, exclusive. */
    private final long[] ends;

    private final int[] firstGroup;

    /** Key groups per point of each node's part, in units of 2^-32, rounded down. */
    private final long[] groupsPerPoint;

    /**
     * For each value of a point's upper bits, the first node that the point may belong to; mostly
     * the right one.
     */
    private final int[] hints = new int[1 << HINT_BITS];

    Line(int[] weights, int maxParallelism) {
      if (weights.length > maxParallelism) {
        throw new IllegalArgumentException(
            String.format(
                "Key placement by %d weights needs as many key groups, but there are %d: set"
                    + " pipeline.max-parallelism higher. If these are the partitions of a topic,"
                    + " give at most one weight for each.",
                weights.length, maxParallelism));
      }
      this.maxParallelism = maxParallelism;
      ends = new long[weights.length];
      firstGroup = new int[weights.length];
      groupsPerPoint = new long[weights.length];
      divide(weights);
      fillHints();
    }

    private void divide(int[] weights) {
      double total = Arrays.stream(weights).asLongStream().sum();
      long sum = 0;
      long begin = 0;
      for (int node = 0; node < weights.length; node++) {
        sum += weights[node];
        ends[node] = Math.round(LINE * (sum / total));
        KeyGroupRange groups =
            KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                maxParallelism, weights.length, node);
        firstGroup[node] = groups.getStartKeyGroup();
        if (ends[node] > begin) {
          groupsPerPoint[node] = groups.getNumberOfKeyGroups() * LINE / (ends[node] - begin);
        }
        begin = ends[node];
      }
    }

    private void fillHints() {
      int node = 0;
      for (int hint = 0; hint < hints.length; hint++) {
        node = nodeAt((long) hint << (Integer.SIZE - HINT_BITS), node);
        hints[hint] = node;
      }
    }

    int keyGroup(long point) {
      int node = nodeAt(point, hints[(int) (point >>> (Integer.SIZE - HINT_BITS))]);
      long begin = node == 0 ? 0 : ends[node - 1];
      return firstGroup[node] + (int) (((point - begin) * groupsPerPoint[node]) >>> Integer.SIZE);
    }

    private int nodeAt(long point, int firstCandidate) {
      int node = firstCandidate;
      while (point >= ends[node]) {
        node++;
      }
      return node;
    }
  }
}
