/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.key.KeyGroupHash;
import org.trilink.runtime.key.PlacedKey;
import org.trilink.runtime.key.PlacedKeyTypeInfo;

/**
 * The key of a row, in the key group that a strategy chooses: for the state of an operator, with a
 * {@link PlacedKeyPartitioner} before it.
 */
public final class PlacedKeySelector
    implements KeySelector<RowData, RowData>, ResultTypeQueryable<RowData> {

  private static final long serialVersionUID = 1L;

  private final RowDataKeySelector keys;
  private final KeyPlacementStrategy strategy;
  private final String placement;
  private final int maxParallelism;
  private final long hashesPerGroup;

  private transient boolean open;

  /**
   * @param keys yields {@link BinaryRowData}; may reuse the same row
   * @param strategy opened by this selector, on the subtasks
   * @param placement the placement to which the state is bound, see {@link PlacedKeyTypeInfo}
   * @param maxParallelism the number of key groups, 1 to 32768
   */
  public PlacedKeySelector(
      RowDataKeySelector keys,
      KeyPlacementStrategy strategy,
      String placement,
      int maxParallelism) {
    this.keys = keys;
    this.strategy = strategy;
    this.placement = placement;
    this.maxParallelism = maxParallelism;
    hashesPerGroup = KeyGroupHash.hashesPerGroup(maxParallelism);
  }

  /** A {@link PlacedKey}, a new object for each call. */
  @Override
  public RowData getKey(RowData row) throws Exception {
    BinaryRowData key = (BinaryRowData) keys.getKey(row);
    int keyGroup = keyGroup(key);
    int seed = PlacedKey.seedOf(key);
    return PlacedKey.copyOf(
        key, KeyGroupHash.hashFor(keyGroup, maxParallelism, hashesPerGroup, seed));
  }

  /** The group of the row's key, without creating a placed key. */
  int keyGroupOf(RowData row) throws Exception {
    return keyGroup((BinaryRowData) keys.getKey(row));
  }

  private int keyGroup(BinaryRowData key) {
    if (!open) {
      strategy.open(keyType());
      open = true;
    }
    return BaseKeyGroups.chosen(strategy, key, maxParallelism);
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return new PlacedKeyTypeInfo(keyType(), placement, maxParallelism);
  }

  String placement() {
    return placement;
  }

  int maxParallelism() {
    return maxParallelism;
  }

  private RowType keyType() {
    return keys.getProducedType().toRowType();
  }
}
