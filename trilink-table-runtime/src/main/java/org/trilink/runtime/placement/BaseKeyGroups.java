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
      return (key, hash) -> PlacedRow.keyGroupOf(hash, maxParallelism);
    }
    strategy.open(settings.keyType());
    return (key, hash) -> strategy.keyGroup(key, maxParallelism);
  }
}
