/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.util.Arrays;

/**
 * Draws the number of records between one sample and the next, such that every record is equally
 * likely to be a sample, even if the input is periodic. With a fixed distance of ten, for instance,
 * all samples would be of one key if ten sensors send in turn.
 *
 * <p>The distances follow the geometric distribution. A table has {@value #SIZE} quantiles of equal
 * probability, so a draw is a random index.
 */
final class SampleDistances {

  private static final int BITS = 10;
  private static final int SIZE = 1 << BITS;

  private final int[] quantiles = new int[SIZE];
  private final double recordsPerSample;
  private long state;

  /**
   * @param rate the probability that a record is a sample, greater than 0, up to 1
   */
  SampleDistances(double rate, long seed) {
    double logOfMiss = Math.log1p(-rate);
    for (int i = 0; i < SIZE; i++) {
      quantiles[i] = (int) Math.min(Integer.MAX_VALUE, Math.log(1 - (i + 0.5) / SIZE) / logOfMiss);
    }
    recordsPerSample = 1 + Arrays.stream(quantiles).average().orElse(0);
    state = scatter(seed);
  }

  /** Mixes the bits, so that similar seeds lead to unrelated sequences. Never 0. */
  private static long scatter(long seed) {
    long scattered = (seed + 1) * 0x9E3779B97F4A7C15L;
    scattered ^= scattered >>> 32;
    return scattered * 0xBF58476D1CE4E5B9L | 1;
  }

  /** Records before the next sample. */
  int next() {
    // Marsaglia's xorshift
    state ^= state << 13;
    state ^= state >>> 7;
    state ^= state << 17;
    return quantiles[(int) (state >>> (Long.SIZE - BITS))];
  }

  /** How many records a sample stands for: 1 / rate, except for the rounding of the quantiles. */
  double recordsPerSample() {
    return recordsPerSample;
  }
}
