/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;
import org.apache.flink.table.runtime.operators.join.FlinkJoinType;
import org.apache.flink.table.runtime.operators.join.interval.IntervalJoinFunction;
import org.apache.flink.table.runtime.operators.join.interval.RowTimeIntervalJoin;
import org.apache.flink.table.runtime.operators.join.stream.StreamingJoinOperator;
import org.apache.flink.table.runtime.operators.join.stream.StreamingSemiAntiJoinOperator;
import org.apache.flink.table.runtime.operators.join.stream.state.JoinInputSideSpec;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;

/** Creates Flink's joins, whose constructors differ between versions. */
public final class StockJoins {

  private StockJoins() {}

  /**
   * A join without windows, of two inputs of one type whose keys are not NULL.
   *
   * @param isOuter whether rows of either input are kept that have no match
   * @param retention of state, in ms; 0 for ever
   */
  public static StreamingJoinOperator join(
      InternalTypeInfo<RowData> input,
      GeneratedJoinCondition condition,
      JoinInputSideSpec left,
      JoinInputSideSpec right,
      boolean isOuter,
      long retention) {
    return new StreamingJoinOperator(
        input,
        input,
        condition,
        left,
        right,
        isOuter,
        isOuter,
        new boolean[] {true},
        retention,
        retention);
  }

  /** A semi-join without windows, of two inputs of one type whose keys are not NULL. */
  public static StreamingSemiAntiJoinOperator semiJoin(
      InternalTypeInfo<RowData> input,
      GeneratedJoinCondition condition,
      JoinInputSideSpec left,
      JoinInputSideSpec right) {
    return new StreamingSemiAntiJoinOperator(
        false, input, input, condition, left, right, new boolean[] {true}, 0, 0);
  }

  /**
   * An interval join of two inputs of one type; bounds in ms.
   *
   * @param time position of the event time in both inputs
   */
  public static RowTimeIntervalJoin intervalJoin(
      FlinkJoinType type,
      long lower,
      long upper,
      InternalTypeInfo<RowData> input,
      IntervalJoinFunction function,
      int time) {
    return new RowTimeIntervalJoin(type, lower, upper, 0, 0, input, input, function, time, time);
  }
}
