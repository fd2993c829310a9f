/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.window.slicing.ClockService;
import org.apache.flink.table.runtime.operators.window.slicing.SliceSharedAssigner;

/**
 * Slices that are merged into a window from its oldest to its newest, as GROUP BY HOP does in
 * Flink. Window functions merge the newest first. LISTAGG and sums of DOUBLE tell the difference.
 */
public final class OldestSlicesFirst implements SliceSharedAssigner {

  private static final long serialVersionUID = 1L;

  private final SliceSharedAssigner slices;

  /**
   * @param slices merges the newest slice first
   */
  public OldestSlicesFirst(SliceSharedAssigner slices) {
    this.slices = slices;
  }

  @Override
  public void mergeSlices(long windowEnd, MergeCallback callback) throws Exception {
    slices.mergeSlices(
        windowEnd,
        (mergeResult, newestFirst) -> {
          List<Long> toBeMerged = new ArrayList<>();
          newestFirst.forEach(toBeMerged::add);
          Collections.reverse(toBeMerged);
          callback.merge(mergeResult, toBeMerged);
        });
  }

  @Override
  public Optional<Long> nextTriggerWindow(long windowEnd, Supplier<Boolean> isWindowEmpty) {
    return slices.nextTriggerWindow(windowEnd, isWindowEmpty);
  }

  @Override
  public long assignSliceEnd(RowData row, ClockService clock) {
    return slices.assignSliceEnd(row, clock);
  }

  @Override
  public long getLastWindowEnd(long sliceEnd) {
    return slices.getLastWindowEnd(sliceEnd);
  }

  @Override
  public long getWindowStart(long windowEnd) {
    return slices.getWindowStart(windowEnd);
  }

  @Override
  public Iterable<Long> expiredSlices(long windowEnd) {
    return slices.expiredSlices(windowEnd);
  }

  @Override
  public long getSliceEndInterval() {
    return slices.getSliceEndInterval();
  }

  @Override
  public boolean isEventTime() {
    return slices.isEventTime();
  }
}
