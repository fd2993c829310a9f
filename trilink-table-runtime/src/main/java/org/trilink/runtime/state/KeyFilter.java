/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.state;

import org.apache.flink.util.MathUtils;

/**
 * A Bloom filter (1970) with one bit for each key: a key whose bit is not set was never added. It
 * takes 1 MiB. With a million keys it takes 11 % of the others for known ones, with ten million 70
 * %.
 */
final class KeyFilter {

  private static final int LOG2_BITS = 23;

  private final long[] bits = new long[1 << (LOG2_BITS - 6)];

  /**
   * Adds a key by its hash code.
   *
   * @return whether it may have been added before
   */
  boolean add(int hash) {
    int bit = MathUtils.bitMix(hash) >>> (Integer.SIZE - LOG2_BITS);
    long mask = 1L << bit;
    long word = bits[bit >>> 6];
    if ((word & mask) != 0) {
      return true;
    }
    bits[bit >>> 6] = word | mask;
    return false;
  }
}
