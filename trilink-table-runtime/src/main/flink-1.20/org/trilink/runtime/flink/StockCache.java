/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.shaded.guava31.com.google.common.cache.Cache;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.AbstractUdfStreamOperator;
import org.apache.flink.table.runtime.operators.rank.AppendOnlyTopNFunction;
import org.apache.flink.table.runtime.operators.rank.FastTop1Function;
import org.apache.flink.table.runtime.operators.rank.UpdatableTopNFunction;
import org.apache.flink.table.runtime.operators.window.groupwindow.internal.InternalWindowProcessFunction;
import org.apache.flink.table.runtime.operators.window.groupwindow.internal.MergingWindowProcessFunction;
import org.apache.flink.table.runtime.operators.window.groupwindow.internal.MergingWindowSet;
import org.apache.flink.table.runtime.operators.window.groupwindow.operator.WindowOperator;

/** Finds the caches of Flink's SQL operators, whose classes have other packages in each version. */
public final class StockCache {

  private StockCache() {}

  /**
   * The cache, by key, of an open operator: rows of Top-N, or windows of SESSION.
   *
   * @return null if it has none
   */
  @Nullable
  public static Map<?, ?> of(AbstractStreamOperator<?> operator) {
    if (operator instanceof WindowOperator) {
      return ofWindows(
          StateField.WINDOW_FUNCTION.of(operator, InternalWindowProcessFunction.class));
    }
    return operator instanceof AbstractUdfStreamOperator
        ? ofFunction(((AbstractUdfStreamOperator<?, ?>) operator).getUserFunction())
        : null;
  }

  @Nullable
  private static Map<?, ?> ofWindows(InternalWindowProcessFunction<?, ?> function) {
    if (!(function instanceof MergingWindowProcessFunction)) {
      return null;
    }
    MergingWindowSet<?> windows = StateField.MERGING_WINDOWS.of(function, MergingWindowSet.class);
    return StateField.SORTED_WINDOWS.of(windows, Map.class);
  }

  @Nullable
  private static Map<?, ?> ofFunction(Function function) {
    if (function instanceof AppendOnlyTopNFunction) {
      return asMap(function, StateField.APPEND_ONLY_TOP_N);
    }
    if (function instanceof UpdatableTopNFunction) {
      return asMap(function, StateField.UPDATABLE_TOP_N);
    }
    return function instanceof FastTop1Function ? asMap(function, StateField.FAST_TOP_1) : null;
  }

  private static Map<?, ?> asMap(Function function, StateField field) {
    return field.of(function, Cache.class).asMap();
  }
}
