/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.kafka;

import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * A cache of the partitions of recent keys, so that not every record's key has to be serialized to
 * compute its partition. A key replaces another one in the same slot, so memory is bounded (a copy
 * of {@value #SLOTS} keys); the partition of a missing key is computed.
 */
final class RecentPartitions {

  static final int NONE = -1;

  private static final int SLOTS = 1 << 14;

  private final BinaryRowData[] keys = new BinaryRowData[SLOTS];
  private final int[] partitions = new int[SLOTS];

  /** A key's partition; {@link #NONE} if it is not cached. */
  int find(BinaryRowData key) {
    int slot = slot(key);
    return key.equals(keys[slot]) ? partitions[slot] : NONE;
  }

  /**
   * Caches a key's partition.
   *
   * @param key is copied
   */
  void put(BinaryRowData key, int partition) {
    int slot = slot(key);
    keys[slot] = key.copy();
    partitions[slot] = partition;
  }

  private static int slot(BinaryRowData key) {
    return key.hashCode() & (SLOTS - 1);
  }
}
