/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.placement.KeyPlacementStrategy;

/** A user-defined strategy: by the length of the text in the key's first column. */
public final class ByLength implements KeyPlacementStrategy {

  private static final long serialVersionUID = 1L;

  @Override
  public void open(RowType keyType) {
    if (keyType.getTypeAt(0).getTypeRoot() != LogicalTypeRoot.VARCHAR) {
      throw new IllegalArgumentException("the first column of the key is no text");
    }
  }

  @Override
  public int keyGroup(RowData key, int maxParallelism) {
    return key.isNullAt(0) ? 0 : (key.getString(0).toString().length() * 31) % maxParallelism;
  }
}
