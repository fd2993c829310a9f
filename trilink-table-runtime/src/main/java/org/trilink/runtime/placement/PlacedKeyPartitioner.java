/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.table.data.RowData;

/**
 * The partitioner before an operator whose state is keyed by a {@link PlacedKeySelector}. Flink's
 * own partitioner would also work with that selector; this one computes the group without creating
 * a placed key.
 */
public final class PlacedKeyPartitioner extends KeyGroupPartitioner {

  private static final long serialVersionUID = 1L;

  private final PlacedKeySelector keys;

  /**
   * @param keys the same as for the operator's state
   */
  public PlacedKeyPartitioner(PlacedKeySelector keys) {
    super(keys.placement(), keys.maxParallelism());
    this.keys = keys;
  }

  @Override
  int keyGroupOf(RowData row) throws Exception {
    return keys.keyGroupOf(row);
  }
}
