/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.table.planner.functions.aggfunctions.DeclarativeAggregateFunction;
import org.apache.flink.table.planner.plan.logical.WindowSpec;
import org.apache.flink.table.planner.plan.utils.AggregateInfo;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.types.logical.RowType;

/** Aggregate calls as Flink's code generation takes them. */
public final class FlinkAggregates {

  private FlinkAggregates() {}

  /**
   * Describes the aggregates of a GROUP BY whose input only has inserts.
   *
   * @param inState whether values that need a collection are kept in state, or on the heap
   */
  public static AggregateInfoList infos(
      RowType inputType, List<AggregateCall> calls, boolean inState) {
    return AggregateUtil.transformToStreamAggregateInfoList(
        inputType,
        JavaScalaConversionUtil.toScala(calls),
        new boolean[calls.size()],
        false, // nothing is taken back, so that nobody needs the number of records
        inState,
        true);
  }

  /**
   * Describes the aggregates of the windows of a window function.
   *
   * @param inState whether values that need a collection are kept in state, or on the heap
   */
  public static AggregateInfoList infos(
      RowType inputType, List<AggregateCall> calls, WindowSpec window, boolean inState) {
    return AggregateUtil.deriveStreamWindowAggregateInfoList(
        inputType, JavaScalaConversionUtil.toScala(calls), window, inState);
  }

  /** Whether the function is an expression, and not an object. */
  public static boolean isExpression(AggregateInfo info) {
    return info.function() instanceof DeclarativeAggregateFunction;
  }

  /**
   * Returns how long a hint says that a GROUP BY is to keep the state of an unused key, in ms; null
   * if none does.
   */
  @Nullable
  public static Long stateTtl(RelNode groupBy) {
    return null; // Flink has no such hint
  }
}
