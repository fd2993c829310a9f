/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.table.data.RowData;

/**
 * Sends each row to the subtask that owns the key group which the row carries.
 *
 * <p>Flink also asks it for the rows that an unaligned checkpoint has stored, when the job is
 * restored at another parallelism. A marker among them carries no key group any more. It is of a
 * Sync that was over before the checkpoint, so all subtasks ignore it, and any may get it.
 */
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
    return row instanceof MarkerRow ? 0 : PlacedRow.keyGroupOf(row, maxParallelism);
  }
}
