/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.placement;

import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.runtime.harness.KeyedHarness.Keys;
import org.trilink.runtime.key.PlacedKeySerializer;
import org.trilink.runtime.key.PlacedKeyTypeInfo;

/**
 * How an operator's keys are placed in a test.
 *
 * @param strategy null for Flink's own keys
 */
record Placement(RowType keyType, KeyPlacementStrategy strategy, String text, int maxParallelism) {

  static Placement stock(RowType keyType, int maxParallelism) {
    return new Placement(keyType, null, "stock", maxParallelism);
  }

  Keys keys() {
    RowDataKeySelector columns = ProjectedKeys.firstColumns(keyType);
    return strategy == null
        ? new Keys(columns, InternalTypeInfo.of(keyType).toRowSerializer(), maxParallelism)
        : new Keys(
            new PlacedKeySelector(columns, strategy, text, maxParallelism),
            serializer(),
            maxParallelism);
  }

  PlacedKeySerializer serializer() {
    return new PlacedKeyTypeInfo(keyType, text, maxParallelism).toSerializer();
  }

  /** The expected subtask of a row, from the strategy itself. */
  int subtaskOf(RowData row, int parallelism) throws Exception {
    BinaryRowData key = (BinaryRowData) ProjectedKeys.firstColumns(keyType).getKey(row);
    strategy.open(keyType);
    return KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
        maxParallelism, parallelism, strategy.keyGroup(key, maxParallelism));
  }

  @Override
  public String toString() {
    return text + " of " + keyType.asSummaryString();
  }
}
