/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import javax.annotation.Nullable;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Places keys as a job would, without one: for predictions. Keys are to be given in the order of
 * their records, as strategies may depend on it.
 */
public final class PlacementTrial {

  private final int maxParallelism;
  @Nullable private final KeyPlacementStrategy local;
  @Nullable private final KeyPlacements coordinated;

  private PlacementTrial(
      int maxParallelism,
      @Nullable KeyPlacementStrategy local,
      @Nullable KeyPlacements coordinated) {
    this.maxParallelism = maxParallelism;
    this.local = local;
    this.coordinated = coordinated;
  }

  /**
   * By a function of the key.
   *
   * @throws IllegalArgumentException if the strategy cannot place such keys, with the reason
   */
  public static PlacementTrial of(
      KeyPlacementStrategy strategy, RowType keyType, int maxParallelism) {
    strategy.open(keyType);
    return new PlacementTrial(maxParallelism, strategy, null);
  }

  /**
   * By a coordinator's decisions.
   *
   * @param parallelism of the operator behind the exchange
   */
  public static PlacementTrial of(
      CoordinatedPlacement placement, RowType keyType, int maxParallelism, int parallelism) {
    return new PlacementTrial(
        maxParallelism,
        null,
        new KeyPlacements(new PlacementSettings(placement, keyType, maxParallelism, parallelism)));
  }

  /**
   * The key group of one record's key; the record is counted.
   *
   * @param key in one segment, with readable columns
   */
  public int place(BinaryRowData key) {
    if (local != null) {
      return local.keyGroup(key, maxParallelism);
    }
    int keyGroup = coordinated.place(key);
    coordinated.count(keyGroup, 1);
    return keyGroup;
  }

  public int maxParallelism() {
    return maxParallelism;
  }
}
