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
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.AbstractUdfStreamOperator;
import org.trilink.runtime.flink.StockCache;

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
    Map<?, ?> cache = StockCache.of(operator);
    return cache == null ? null : new StockKeyCaches(writerOf(operator), cache);
  }

  @Nullable
  private static CheckpointedFunction writerOf(AbstractStreamOperator<?> operator) {
    Function function =
        operator instanceof AbstractUdfStreamOperator
            ? ((AbstractUdfStreamOperator<?, ?>) operator).getUserFunction()
            : null;
    return function instanceof CheckpointedFunction ? (CheckpointedFunction) function : null;
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
