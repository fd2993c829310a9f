/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.key;

import org.apache.flink.util.MathUtils;

/**
 * Finds hash codes that Flink puts into a wanted key group. Flink's group of a hash code h is
 * {@code MathUtils.murmurHash(h) % maxParallelism}; as each step of that function can be undone,
 * there is an h for every group.
 */
public final class KeyGroupHash {

  private static final int C1_INVERSE = inverse(0xcc9e2d51);
  private static final int C2_INVERSE = inverse(0x1b873593);
  private static final int FIVE_INVERSE = inverse(5);
  private static final int MIX_1_INVERSE = inverse(0x85ebca6b);
  private static final int MIX_2_INVERSE = inverse(0xc2b2ae35);

  private KeyGroupHash() {}

  /**
   * A hash code of a key group.
   *
   * @param keyGroup 0 to {@code maxParallelism - 1}
   * @param maxParallelism the number of key groups, 1 to 32768
   * @param seed chooses one of the 2^31 / maxParallelism hash codes of the group, evenly: hash maps
   *     within a group are as good as the seed's upper bits are mixed
   */
  public static int hashFor(int keyGroup, int maxParallelism, int seed) {
    return hashFor(keyGroup, maxParallelism, hashesPerGroup(maxParallelism), seed);
  }

  /**
   * A hash code of a key group, computed from the number of hash codes per group, without a
   * division.
   */
  public static int hashFor(int keyGroup, int maxParallelism, long hashesPerGroup, int seed) {
    int chosen = (int) (((seed & 0xffffffffL) * hashesPerGroup) >>> Integer.SIZE);
    return murmurInverse(chosen * maxParallelism + keyGroup);
  }

  /** The key group of a hash code, as Flink computes it. */
  public static int keyGroupOf(int hash, int maxParallelism) {
    return MathUtils.murmurHash(hash) % maxParallelism;
  }

  /** The number of results of Flink's hash function that fall into each group, rounded down. */
  public static long hashesPerGroup(int maxParallelism) {
    return (1L << 31) / maxParallelism;
  }

  /** The h with {@code MathUtils.murmurHash(h) == hash}, for a hash that is not negative. */
  static int murmurInverse(int hash) {
    int h = hash;
    h ^= h >>> 16;
    h *= MIX_2_INVERSE;
    h ^= (h >>> 13) ^ (h >>> 26);
    h *= MIX_1_INVERSE;
    h ^= h >>> 16;
    h ^= Integer.BYTES;
    h = (h - 0xe6546b64) * FIVE_INVERSE;
    h = Integer.rotateRight(h, 13);
    h *= C2_INVERSE;
    h = Integer.rotateRight(h, 15);
    h *= C1_INVERSE;
    return h;
  }

  /**
   * The inverse of an odd number, modulo 2^32; each step of Newton's method doubles the number of
   * correct bits.
   */
  private static int inverse(int odd) {
    int x = odd;
    for (int bits = 3; bits < Integer.SIZE; bits *= 2) {
      x *= 2 - odd * x;
    }
    return x;
  }
}
