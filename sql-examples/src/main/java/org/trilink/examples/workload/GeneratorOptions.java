/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.time.Duration;

/**
 * The options of a generator, which decide what input it makes. Two generators with equal options
 * make the same lines.
 *
 * @param rows how many records
 * @param keys over how many keys they are spread
 * @param disorder the share of the keys, 0 to 1, whose records arrive late against the others'
 * @param skew how late in event time, at most
 * @param zipf how unequally busy the keys are: the key of rank r has a share in proportion to
 *     {@code 1 / r^zipf}; 0 makes all equally busy
 * @param seed of the random choices
 * @param shift whether other keys are the busy ones in the second half of the records
 */
public record GeneratorOptions(
    long rows, int keys, double disorder, Duration skew, double zipf, long seed, boolean shift) {

  /** A generator keeps about 70 bytes a key. */
  private static final int MAX_KEYS = 10_000_000;

  private static final Duration MAX_SKEW = Duration.ofDays(365);

  /**
   * @throws IllegalArgumentException naming the option, what it may be and what it was
   */
  public GeneratorOptions {
    require(rows >= 0, "--rows must not be negative", rows);
    require(keys >= 1 && keys <= MAX_KEYS, "--keys must be between 1 and " + MAX_KEYS, keys);
    require(disorder >= 0 && disorder <= 1, "--disorder must be between 0 and 1", disorder);
    require(
        !skew.isNegative() && skew.compareTo(MAX_SKEW) <= 0,
        "--skew must be between 0 and 365 days",
        skew);
    require(zipf >= 0 && zipf <= 10, "--zipf must be between 0 and 10", zipf);
    require(
        zipf > 0 || !shift, "--shift needs --zipf above 0: equally busy keys cannot change", zipf);
  }

  /** Creates options with which the same keys are busy all the time. */
  public GeneratorOptions(
      long rows, int keys, double disorder, Duration skew, double zipf, long seed) {
    this(rows, keys, disorder, skew, zipf, seed, false);
  }

  private static void require(boolean holds, String rule, Object value) {
    if (!holds) {
      throw new IllegalArgumentException(rule + ", got " + value);
    }
  }
}
