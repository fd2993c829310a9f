/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.GeneratedAggsHandleFunction;
import org.apache.flink.table.runtime.operators.over.RowTimeRangeBoundedPrecedingFunction;
import org.apache.flink.table.types.logical.LogicalType;
import org.trilink.planner.flink.FlinkField;
import org.trilink.runtime.flink.SupportedFlink;
import org.trilink.runtime.over.RangeOverFunction;

/** Puts Trilink's function for OVER RANGE n PRECEDING in the place of Flink's. */
final class RangeOver {

  private RangeOver() {}

  /** Returns an operator with Trilink's function if the given one has Flink's; else the same. */
  static StreamOperatorFactory<RowData> inPlaceOfFlinks(StreamOperatorFactory<RowData> stock) {
    StreamOperator<RowData> operator =
        stock instanceof SimpleOperatorFactory
            ? ((SimpleOperatorFactory<RowData>) stock).getOperator()
            : null;
    Object function =
        operator instanceof KeyedProcessOperator
            ? ((KeyedProcessOperator<?, ?, ?>) (StreamOperator<?>) operator).getUserFunction()
            : null;
    return function instanceof RowTimeRangeBoundedPrecedingFunction
        ? SimpleOperatorFactory.of(new KeyedProcessOperator<>(like(function)))
        : stock;
  }

  private static RangeOverFunction<RowData> like(Object flinks) {
    try {
      return new RangeOverFunction<>(
          (GeneratedAggsHandleFunction) FlinkField.RANGE_OVER_AGGREGATES.get(flinks),
          (LogicalType[]) FlinkField.RANGE_OVER_ACCUMULATORS.get(flinks),
          (LogicalType[]) FlinkField.RANGE_OVER_INPUT.get(flinks),
          (long) FlinkField.RANGE_OVER_PRECEDING.get(flinks),
          (int) FlinkField.RANGE_OVER_TIME.get(flinks));
    } catch (ReflectiveOperationException e) {
      throw new TableException(
          "OVER cannot be put under key-level watermarks: "
              + e
              + "; Trilink needs "
              + SupportedFlink.NAME
              + ".",
          e);
    }
  }
}
