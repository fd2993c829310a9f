/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.util.SplittableRandom;
import org.trilink.examples.generator.Permutation;

/**
 * When each feeder sags and how deep: once an hour, for two to four minutes. The feeders take turns
 * over the hour, and the first one begins with the data, so that short inputs have alerts too.
 */
final class FeederSags {

  private static final long PERIOD_MS = 3_600_000;
  private static final long MIN_DURATION_MS = 120_000;
  private static final long MAX_DURATION_MS = 240_000;
  private static final long MAX_JITTER_MS = 10_000;
  private static final long MIN_DEPTH_DECIVOLTS = 210;
  private static final long MAX_DEPTH_DECIVOLTS = 460;

  private final long[] offsets;
  private final long salt;

  FeederSags(int feeders, SplittableRandom random) {
    int[] turns = Permutation.of(feeders, random);
    offsets = new long[feeders];
    for (int feeder = 0; feeder < feeders; feeder++) {
      offsets[feeder] = turns[feeder] * PERIOD_MS / feeders + random.nextLong(MAX_JITTER_MS);
    }
    salt = random.nextLong();
  }

  /**
   * How far the feeder's voltage is down.
   *
   * @param sinceStartMs event time since the first reading's
   * @return tenths of a volt; 0 while it does not sag
   */
  int depthDecivolts(int feeder, long sinceStartMs) {
    long sinceFirstSag = sinceStartMs - offsets[feeder];
    long sinceSag = Math.floorMod(sinceFirstSag, PERIOD_MS);
    if (sinceSag >= MAX_DURATION_MS) {
      return 0;
    }
    long sag = Math.floorDiv(sinceFirstSag, PERIOD_MS);
    long random = mix(salt + sag * 0x9E3779B97F4A7C15L + feeder * 0xD1B54A32D192ED03L);
    long duration = between(MIN_DURATION_MS, MAX_DURATION_MS, random & 0xFFFF);
    if (sinceSag >= duration) {
      return 0;
    }
    return (int) between(MIN_DEPTH_DECIVOLTS, MAX_DEPTH_DECIVOLTS, random >>> 48);
  }

  /** A value between the two at a 16-bit fraction of the way. */
  private static long between(long low, long high, long fraction) {
    return low + (((high - low) * fraction) >> 16);
  }

  /** The finalizer of SplitMix64: every input bit changes about half of the output bits. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
