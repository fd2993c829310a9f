/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.aggregate.GroupAggFunction;
import org.apache.flink.table.runtime.operators.aggregate.MiniBatchGroupAggFunction;
import org.apache.flink.table.runtime.operators.bundle.KeyedMapBundleOperator;
import org.apache.flink.util.InstantiationUtil;
import org.trilink.planner.flink.FlinkField;
import org.trilink.runtime.aggregate.GroupAggOperator;
import org.trilink.runtime.aggregate.KeyByKeyBundleFunction;
import org.trilink.runtime.flink.SupportedFlink;

/** The operator of an unbounded GROUP BY: Flink's function, in Trilink's operator or function. */
public final class GroupAggregation {

  private GroupAggregation() {}

  /**
   * Replaces the operator of a GROUP BY by one with accumulators as objects or, in mini-batches, by
   * one that loses no key of them; returns the factory itself for any other operator.
   *
   * @throws TableException if this is not the Flink that Trilink supports
   */
  static StreamOperatorFactory<RowData> replace(StreamOperatorFactory<RowData> stock) {
    if (isGroupBy(stock)) {
      return SimpleOperatorFactory.of(new GroupAggOperator((GroupAggFunction) functionOf(stock)));
    }
    StreamOperator<RowData> operator = operatorOf(stock);
    return operator instanceof KeyedMapBundleOperator ? keyByKey(operator, stock) : stock;
  }

  private static StreamOperatorFactory<RowData> keyByKey(
      StreamOperator<RowData> operator, StreamOperatorFactory<RowData> stock) {
    try {
      Object function = FlinkField.BUNDLE_FUNCTION.get(operator);
      if (!(function instanceof MiniBatchGroupAggFunction)) {
        return stock;
      }
      // a copy: the stock operator may be part of the same job
      StreamOperator<RowData> copy =
          InstantiationUtil.clone(operator, Thread.currentThread().getContextClassLoader());
      FlinkField.BUNDLE_FUNCTION.set(
          copy, new KeyByKeyBundleFunction((MiniBatchGroupAggFunction) function));
      return SimpleOperatorFactory.of(copy);
    } catch (ReflectiveOperationException | IOException | IllegalArgumentException e) {
      throw new TableException(
          "The keys of a GROUP BY in mini-batches cannot be placed with this version of Flink;"
              + " Trilink is made for "
              + SupportedFlink.VERSION
              + ". Leave 'partition' and 'exchange' out for this query.",
          e);
    }
  }

  /** Whether it creates the operator of an unbounded GROUP BY, Flink's or Trilink's. */
  public static boolean isGroupBy(StreamOperatorFactory<RowData> factory) {
    return functionOf(factory) instanceof GroupAggFunction;
  }

  @Nullable
  private static StreamOperator<RowData> operatorOf(StreamOperatorFactory<RowData> factory) {
    return factory instanceof SimpleOperatorFactory
        ? ((SimpleOperatorFactory<RowData>) factory).getOperator()
        : null;
  }

  @Nullable
  private static Function functionOf(StreamOperatorFactory<RowData> factory) {
    StreamOperator<RowData> operator = operatorOf(factory);
    return operator instanceof KeyedProcessOperator
        ? ((KeyedProcessOperator<?, ?, ?>) operator).getUserFunction()
        : null;
  }
}
