/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.trilink.runtime.key.KeyGroupHash;

/** The key groups in which a strategy puts keys, as far as a placing subtask knows them. */
interface BaseKeyGroups {

  /**
   * The key group of a key.
   *
   * @param hash of the key
   * @return less than 0 if it is not known, as {@link KeyGroupTable#get} returns it
   */
  int keyGroup(BinaryRowData key, int hash);

  /**
   * Key groups that are a function of the key.
   *
   * @param strategy not opened yet
   */
  static BaseKeyGroups of(KeyPlacementStrategy strategy, PlacementSettings settings) {
    int maxParallelism = settings.maxParallelism();
    if (strategy instanceof HashPlacement) {
      return (key, hash) -> KeyGroupHash.keyGroupOf(hash, maxParallelism);
    }
    strategy.open(settings.keyType());
    return (key, hash) -> chosen(strategy, key, maxParallelism);
  }

  /**
   * The key group that a strategy chooses for a key.
   *
   * @throws IllegalStateException if there is no such key group
   */
  static int chosen(KeyPlacementStrategy strategy, RowData key, int maxParallelism) {
    int keyGroup = strategy.keyGroup(key, maxParallelism);
    if (keyGroup < 0 || keyGroup >= maxParallelism) {
      throw new IllegalStateException(
          "Key placement "
              + strategy.getClass().getName()
              + " put a key into key group "
              + keyGroup
              + ", but groups are 0 to "
              + (maxParallelism - 1)
              + ": correct its keyGroup(key, maxParallelism).");
    }
    return keyGroup;
  }
}
