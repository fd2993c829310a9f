/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.table.data.RowData;

/** Puts all keys into one key group, even one that does not exist. */
record ConstantPlacement(int group) implements KeyPlacementStrategy {

  @Override
  public int keyGroup(RowData key, int maxParallelism) {
    return group;
  }
}
