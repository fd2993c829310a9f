/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.table.data.binary.BinaryRowData;

/** The key groups in which a strategy puts keys, as far as a placing subtask knows them. */
interface BaseKeyGroups {

  /**
   * The key group of a key.
   *
   * @param hash of the key
   * @return {@link KeyGroupTable#ABSENT} if the key group must be requested from the coordinator
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
      return (key, hash) -> PlacedRow.keyGroupOf(hash, maxParallelism);
    }
    strategy.open(settings.keyType());
    return (key, hash) -> strategy.keyGroup(key, maxParallelism);
  }
}
