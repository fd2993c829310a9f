/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.kafka;

import org.apache.flink.table.data.RowData;
import org.trilink.runtime.placement.KeyPlacementStrategy;

/** By the length of the key's first column, a string. */
public final class ByLength implements KeyPlacementStrategy {

  private static final long serialVersionUID = 1L;

  @Override
  public int keyGroup(RowData key, int maxParallelism) {
    return key.isNullAt(0) ? 0 : key.getString(0).toString().length() % maxParallelism;
  }
}
