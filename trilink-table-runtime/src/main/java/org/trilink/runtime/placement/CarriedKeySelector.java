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
import org.trilink.runtime.key.PlacedKey;
import org.trilink.runtime.key.PlacedKeyTypeInfo;

/**
 * The key of a row that a {@link PlacingOperatorFactory placing operator} has sent, in the key
 * group that the row carries: the key under which the operator behind the exchange has its state.
 */
public final class CarriedKeySelector
    implements KeySelector<RowData, RowData>, ResultTypeQueryable<RowData> {

  private static final long serialVersionUID = 1L;

  private final RowDataKeySelector keys;
  private final String placement;
  private final int maxParallelism;

  /**
   * @param keys yields {@link BinaryRowData}; may reuse the same row
   * @param placement the placement to which the state is bound, see {@link PlacedKeyTypeInfo}
   * @param maxParallelism the number of key groups, 1 to 32768
   */
  public CarriedKeySelector(RowDataKeySelector keys, String placement, int maxParallelism) {
    this.keys = keys;
    this.placement = placement;
    this.maxParallelism = maxParallelism;
  }

  /**
   * A {@link PlacedKey}, a new object for each call.
   *
   * @throws IllegalStateException if the row carries no key group
   */
  @Override
  public RowData getKey(RowData row) throws Exception {
    return PlacedKey.copyOf((BinaryRowData) keys.getKey(row), PlacedRow.keyHashOf(row));
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return new PlacedKeyTypeInfo(keys.getProducedType().toRowType(), placement, maxParallelism);
  }
}
