/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.balance;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.trilink.examples.generator.Permutation;
import org.trilink.examples.workload.GeneratorOptions;

/** Says which key each record has: each in turn, or drawn by Zipf's law. */
final class RecordKeys {

  private final int keys;
  private final SplittableRandom draws;

  /** By rank, the share of the keys up to it; empty if all keys come in turn. */
  private final double[] shareUpTo;

  private final int[] keyOfRank;
  private long count;

  /**
   * Options with equal keys, zipf and seed make the same keys frequent.
   *
   * @param drawSeed of the draws
   */
  RecordKeys(GeneratorOptions options, long drawSeed) {
    this.keys = options.keys();
    this.draws = new SplittableRandom(drawSeed);
    this.shareUpTo = options.zipf() == 0 ? new double[0] : shares(keys, options.zipf());
    this.keyOfRank = Permutation.of(keys, new SplittableRandom(options.seed()));
  }

  private static double[] shares(int keys, double zipf) {
    double[] upTo = new double[keys];
    double sum = 0;
    for (int rank = 0; rank < keys; rank++) {
      sum += Math.pow(rank + 1.0, -zipf);
      upTo[rank] = sum;
    }
    for (int rank = 0; rank < keys; rank++) {
      upTo[rank] /= sum;
    }
    return upTo;
  }

  /** The next record's key, from 0 to below the number of keys. */
  int next() {
    if (shareUpTo.length == 0) {
      return (int) (count++ % keys);
    }
    int found = Arrays.binarySearch(shareUpTo, draws.nextDouble());
    int rank = found < 0 ? -found - 1 : found;
    return keyOfRank[Math.min(rank, keys - 1)];
  }

  /** How many of so many records each key has. */
  long[] counts(long records) {
    long[] counts = new long[keys];
    for (long record = 0; record < records; record++) {
      counts[next()]++;
    }
    return counts;
  }
}
