/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.table.data.RowData;
import org.apache.flink.util.MathUtils;

/**
 * Places keys by their hash, as Flink does by default. The hash is that of the columns' values in
 * binary form: it depends on their types, but not on their names, on whether they may be null, or
 * on the lengths of strings that are declared.
 */
public final class HashPlacement implements KeyPlacementStrategy {

  private static final long serialVersionUID = 1L;

  @Override
  public int keyGroup(RowData key, int maxParallelism) {
    return MathUtils.murmurHash(key.hashCode()) % maxParallelism;
  }
}
