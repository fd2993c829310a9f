/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.table.data.RowData;

/** Sends each row to the subtask that owns the key group which the row carries. */
public final class CarriedPartitioner extends KeyGroupPartitioner {

  private static final long serialVersionUID = 1L;

  private final int maxParallelism;

  /**
   * @param placement the strategy's name, for display
   * @param maxParallelism of the operator behind the exchange: its number of key groups
   */
  public CarriedPartitioner(String placement, int maxParallelism) {
    super(placement, maxParallelism);
    this.maxParallelism = maxParallelism;
  }

  @Override
  int keyGroupOf(RowData row) {
    return PlacedRow.keyGroupOf(row, maxParallelism);
  }
}
