/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.aggregate.GroupAggFunction;
import org.trilink.runtime.aggregate.GroupAggOperator;

/** The operator of an unbounded GROUP BY: Flink's function in Trilink's operator. */
public final class GroupAggregation {

  private GroupAggregation() {}

  /** The same GROUP BY with its accumulators as objects; the factory itself for any other one. */
  public static StreamOperatorFactory<RowData> replace(StreamOperatorFactory<RowData> stock) {
    return isGroupBy(stock)
        ? SimpleOperatorFactory.of(new GroupAggOperator((GroupAggFunction) functionOf(stock)))
        : stock;
  }

  /** Whether it creates the operator of an unbounded GROUP BY, Flink's or Trilink's. */
  public static boolean isGroupBy(StreamOperatorFactory<RowData> factory) {
    return functionOf(factory) instanceof GroupAggFunction;
  }

  @Nullable
  private static Function functionOf(StreamOperatorFactory<RowData> factory) {
    if (!(factory instanceof SimpleOperatorFactory)) {
      return null;
    }
    StreamOperator<RowData> operator = ((SimpleOperatorFactory<RowData>) factory).getOperator();
    return operator instanceof KeyedProcessOperator
        ? ((KeyedProcessOperator<?, ?, ?>) operator).getUserFunction()
        : null;
  }
}
