/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.flink;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.asyncprocessing.AsyncExecutionController;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManager;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.watermark.Watermark;

/**
 * The time services of an operator whose watermark advances at once: versions of Flink may
 * interrupt that for a checkpoint.
 *
 * @param <K> type of the keys
 */
public abstract class TimeServiceManager<K> implements InternalTimeServiceManager<K> {

  /** Advances it at once: a barrier must not pass between the timers of one key. */
  @Override
  public final boolean tryAdvanceWatermark(Watermark watermark, ShouldStopAdvancingFn stop)
      throws Exception {
    advanceWatermark(watermark);
    return true;
  }

  @Override
  public final <N> InternalTimerService<N> getAsyncInternalTimerService(
      String name,
      TypeSerializer<K> keySerializer,
      TypeSerializer<N> namespaceSerializer,
      Triggerable<K, N> triggerable,
      AsyncExecutionController<K> controller) {
    throw new UnsupportedOperationException("There are no timers of asynchronous state here.");
  }
}
