/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.util.function.Supplier;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.merge.Merged;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyTimeSettings;

/**
 * HOP windows of 60 ms every 20 ms under key-level watermarks, for tests of keys that are moved;
 * the backend determines how keys are found and kept.
 */
public final class MovableWindows {

  private static final WindowShape HOP = WindowShape.hop(60, 20);

  private MovableWindows() {}

  public static Supplier<AbstractStreamOperator<RowData>> hop(
      KeyTimeSettings settings, StateBackends backend) {
    return () ->
        on(backend, WindowHarness.operator(HOP, settings, CountSumMax.generated(), backend));
  }

  /** With state besides that of the windows. */
  public static Supplier<AbstractStreamOperator<RowData>> distinctHop(
      KeyTimeSettings settings, StateBackends backend) {
    return () ->
        on(backend, WindowHarness.operator(HOP, settings, DistinctCount.generated(), backend));
  }

  /** With {@link Merged} rows as input. */
  public static Supplier<AbstractStreamOperator<RowData>> mergedHop(
      KeyTimeSettings settings, StateBackends backend) {
    return () -> {
      KeyWatermarkWindowAggOperator operator =
          new KeyWatermarkWindowAggOperator(
              Windowing.slices(
                  CountSumMax.generatedOfMerged(),
                  CountSumMax.accumulatorTypes(),
                  HOP.localSlices(),
                  HOP.zone()),
              InputTime.rowtime(Merged.TIME, settings.delay()),
              settings.policy(),
              backend.keys());
      operator.setRecordsColumn(Merged.RECORDS);
      return on(backend, operator);
    };
  }

  private static AbstractStreamOperator<RowData> on(
      StateBackends backend, KeyWatermarkWindowAggOperator operator) {
    operator.setCacheBudget(backend.cacheBudget());
    operator.setOwnAggregators(backend.ownAggregators());
    return operator;
  }
}
