/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import java.util.Arrays;

/**
 * The partitions in which keys of one number were found rightly, lately: a key takes the place of
 * another with the same slot, so that memory is bounded ({@value #SLOTS} keys of 12 bytes).
 */
final class PlacedNumbers {

  private static final int SLOTS = 1 << 16;
  private static final int NONE = -1;

  private final long[] keys = new long[SLOTS];
  private final int[] partitions = new int[SLOTS];

  PlacedNumbers() {
    Arrays.fill(partitions, NONE);
  }

  /** Whether it is known that a key is in that partition. */
  boolean isIn(long key, int partition) {
    int slot = slot(key);
    return keys[slot] == key && partitions[slot] == partition;
  }

  void put(long key, int partition) {
    int slot = slot(key);
    keys[slot] = key;
    partitions[slot] = partition;
  }

  /** Ids that are numbered through have slots of their own. */
  private static int slot(long key) {
    return (int) (key ^ (key >>> 32)) & (SLOTS - 1);
  }
}
