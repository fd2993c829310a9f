/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import org.apache.flink.table.data.RowData;
import org.trilink.runtime.placement.KeyPlacementStrategy;

/**
 * A user-defined strategy for keys of any type: keys with a NULL in one key group, all others in
 * another.
 */
public final class ByNulls implements KeyPlacementStrategy {

  private static final long serialVersionUID = 1L;

  @Override
  public int keyGroup(RowData key, int maxParallelism) {
    for (int column = 0; column < key.getArity(); column++) {
      if (key.isNullAt(column)) {
        return maxParallelism - 1;
      }
    }
    return Math.floorMod(key.hashCode(), (maxParallelism + 1) / 2);
  }
}
