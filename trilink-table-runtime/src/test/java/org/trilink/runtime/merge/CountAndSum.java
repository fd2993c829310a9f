/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;

/** COUNT(*) and SUM of the second column, and the end of the window. */
final class CountAndSum implements MergeAggregation {

  private static final long serialVersionUID = 1L;

  static final RowType ACCUMULATOR = RowType.of(new BigIntType(), new BigIntType());

  @Override
  public MergeAggregator open(RuntimeContext context) {
    return new MergeAggregator() {
      @Override
      public RowData accumulate(@Nullable RowData accumulator, RowData row) {
        RowData before = accumulator == null ? GenericRowData.of(0L, 0L) : accumulator;
        return GenericRowData.of(before.getLong(0) + 1, before.getLong(1) + row.getLong(1));
      }

      @Override
      public RowData merge(RowData one, RowData other) {
        return GenericRowData.of(
            one.getLong(0) + other.getLong(0), one.getLong(1) + other.getLong(1));
      }

      @Override
      public RowData value(RowData accumulator, long window) {
        return GenericRowData.of(accumulator.getLong(0), accumulator.getLong(1), window);
      }

      @Override
      public void close() {}
    };
  }
}
