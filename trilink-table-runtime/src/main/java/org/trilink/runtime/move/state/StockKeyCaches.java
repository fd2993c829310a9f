/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.state;

import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.shaded.guava30.com.google.common.cache.Cache;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.AbstractUdfStreamOperator;
import org.apache.flink.table.runtime.operators.rank.AppendOnlyTopNFunction;
import org.apache.flink.table.runtime.operators.rank.FastTop1Function;
import org.apache.flink.table.runtime.operators.rank.UpdatableTopNFunction;
import org.apache.flink.table.runtime.operators.window.WindowOperator;
import org.apache.flink.table.runtime.operators.window.internal.InternalWindowProcessFunction;
import org.apache.flink.table.runtime.operators.window.internal.MergingWindowProcessFunction;
import org.apache.flink.table.runtime.operators.window.internal.MergingWindowSet;
import org.trilink.runtime.flink.StateField;

/**
 * The caches that Flink's SQL operators keep outside of keyed state: Top-N has its best rows, some
 * of which it only writes to state before a snapshot, and session windows have the windows of a
 * key. Without this class, a key that returns to a subtask would find an outdated cache from before
 * it was moved away.
 */
final class StockKeyCaches implements HandsOverKeys<Object> {

  /** Writes the cache to state; null if everything that is cached is also in state. */
  @Nullable private final CheckpointedFunction writer;

  private final Map<?, ?> cache;

  private StockKeyCaches(@Nullable CheckpointedFunction writer, Map<?, ?> cache) {
    this.writer = writer;
    this.cache = cache;
  }

  /**
   * The caches of an open operator of Flink.
   *
   * @return null if it has none
   */
  @Nullable
  static StockKeyCaches of(AbstractStreamOperator<?> operator) {
    if (operator instanceof WindowOperator) {
      return ofWindows(
          StateField.WINDOW_FUNCTION.of(operator, InternalWindowProcessFunction.class));
    }
    return operator instanceof AbstractUdfStreamOperator
        ? ofFunction(((AbstractUdfStreamOperator<?, ?>) operator).getUserFunction())
        : null;
  }

  @Nullable
  private static StockKeyCaches ofWindows(InternalWindowProcessFunction<?, ?> function) {
    if (!(function instanceof MergingWindowProcessFunction)) {
      return null;
    }
    MergingWindowSet<?> windows = StateField.MERGING_WINDOWS.of(function, MergingWindowSet.class);
    return new StockKeyCaches(null, StateField.SORTED_WINDOWS.of(windows, Map.class));
  }

  @Nullable
  private static StockKeyCaches ofFunction(Function function) {
    if (function instanceof AppendOnlyTopNFunction) {
      return new StockKeyCaches(null, cacheOf(function, StateField.APPEND_ONLY_TOP_N));
    }
    if (function instanceof UpdatableTopNFunction) {
      return new StockKeyCaches(
          (CheckpointedFunction) function, cacheOf(function, StateField.UPDATABLE_TOP_N));
    }
    if (function instanceof FastTop1Function) {
      return new StockKeyCaches(
          (CheckpointedFunction) function, cacheOf(function, StateField.FAST_TOP_1));
    }
    return null;
  }

  private static Map<?, ?> cacheOf(Function function, StateField field) {
    return field.of(function, Cache.class).asMap();
  }

  @Override
  public void flush() throws Exception {
    if (writer != null) {
      writer.snapshotState(null); // these functions do not ask for it
    }
  }

  @Override
  public void takeOut(Object key, DataOutputView own) {
    cache.remove(key); // does not make a function write it
  }

  /** Does nothing: the caches are loaded from state when first accessed. */
  @Override
  public void putIn(Object key, DataInputView own) {}
}
