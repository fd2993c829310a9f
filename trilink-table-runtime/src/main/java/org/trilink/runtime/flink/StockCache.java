/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.AbstractUdfStreamOperator;

/** Finds the caches of Flink's SQL operators. */
public final class StockCache {

  private static final StateField[] TOP_N = {
    StateField.APPEND_ONLY_TOP_N, StateField.UPDATABLE_TOP_N, StateField.FAST_TOP_1
  };

  private StockCache() {}

  /**
   * The cache, by key, of an open operator: rows of Top-N, or windows of SESSION.
   *
   * @return null if it has none
   */
  @Nullable
  public static Map<?, ?> of(AbstractStreamOperator<?> operator) {
    if (StateField.WINDOW_FUNCTION.isIn(operator)) {
      return ofWindows(StateField.WINDOW_FUNCTION.of(operator, Object.class));
    }
    return operator instanceof AbstractUdfStreamOperator
        ? ofFunction(((AbstractUdfStreamOperator<?, ?>) operator).getUserFunction())
        : null;
  }

  @Nullable
  private static Map<?, ?> ofWindows(Object function) {
    if (!StateField.MERGING_WINDOWS.isIn(function)) {
      return null;
    }
    Object windows = StateField.MERGING_WINDOWS.of(function, Object.class);
    return StateField.SORTED_WINDOWS.of(windows, Map.class);
  }

  @Nullable
  private static Map<?, ?> ofFunction(Function function) {
    for (StateField cache : TOP_N) {
      if (cache.isIn(function)) {
        return FlinkCaches.asMap(cache.of(function, Object.class));
      }
    }
    return null;
  }
}
