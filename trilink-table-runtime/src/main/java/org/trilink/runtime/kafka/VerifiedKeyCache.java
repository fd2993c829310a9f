/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.util.Arrays;

/**
 * A cache of keys that were recently verified to be in the right partition, for keys that are one
 * number. Each key has one slot, where it replaces any other key. So memory is bounded ({@value
 * #SLOTS} slots of 12 bytes), and a key that was replaced is simply verified again.
 */
final class VerifiedKeyCache {

  private static final int SLOTS = 1 << 16;
  private static final int NONE = -1;

  private final long[] keys = new long[SLOTS];
  private final int[] partitions = new int[SLOTS];

  VerifiedKeyCache() {
    Arrays.fill(partitions, NONE);
  }

  /** Whether the key was verified to belong to that partition; false also if it was replaced. */
  boolean isIn(long key, int partition) {
    int slot = slot(key);
    return keys[slot] == key && partitions[slot] == partition;
  }

  /** Remembers that the key belongs to that partition. */
  void put(long key, int partition) {
    int slot = slot(key);
    keys[slot] = key;
    partitions[slot] = partition;
  }

  /** The slot of a key. Consecutive ids have different slots. */
  private static int slot(long key) {
    return (int) (key ^ (key >>> 32)) & (SLOTS - 1);
  }
}
