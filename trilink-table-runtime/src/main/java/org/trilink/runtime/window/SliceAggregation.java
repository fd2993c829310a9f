/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.apache.flink.table.runtime.util.TimeWindowUtil.isWindowFired;

import java.time.ZoneId;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.util.Collector;
import org.trilink.runtime.watermark.EpochToLocal;

/**
 * Aggregates a key's records in slices, and its slices into the windows of TUMBLE, HOP and
 * CUMULATE.
 */
final class SliceAggregation extends WindowAggregation {

  private final NamespaceAggsHandleFunction<Long> aggregator;
  private final OwnAggregators ownAggregators;
  private final Slices slices;
  private final ZoneId timeZone;
  private final EpochToLocal times;

  /** A slice's end, boxed and cached: nearly always the same one is needed again. */
  private Long knownSlice = KeyWindows.NONE;

  /**
   * @param aggregator opened
   * @param ownAggregators for keys of many records
   * @param timeZone in which windows are aligned
   */
  SliceAggregation(
      NamespaceAggsHandleFunction<Long> aggregator,
      OwnAggregators ownAggregators,
      Slices slices,
      ZoneId timeZone,
      Collector<RowData> output) {
    super(timeZone, output);
    this.aggregator = aggregator;
    this.ownAggregators = ownAggregators;
    this.slices = slices;
    this.timeZone = timeZone;
    this.times = new EpochToLocal(timeZone);
  }

  // --------------------------------------------------------------------------------- records

  @Override
  long end(long timestamp) {
    return slices.slice(times.local(timestamp));
  }

  @Override
  boolean isLate(long sliceEnd, @Nullable KeyWindows windows, long watermark) {
    // not the record's own time: when clocks are set back, a slice can fire before it is over
    return fireTime(sliceEnd) <= watermark
        && isWindowFired(slices.lastWindow(sliceEnd), watermark, timeZone);
  }

  /** Whether none of the windows that contain the slice has been fired. */
  private boolean isOpen(long sliceEnd, long watermark) {
    return fireTime(sliceEnd) > watermark;
  }

  @Override
  void accumulate(RowData row, long sliceEnd, KeyWindows windows, long watermark) throws Exception {
    if (windows.isLive(sliceEnd)) {
      windows.accumulate(row); // none of its windows has been fired, or it would not be live
      return;
    }
    windows.writeBack();
    if (isOpen(sliceEnd, watermark)) {
      int index = accumulate(row, sliceEnd, sliceEnd, windows);
      ownAggregators.recordOf(windows);
      windows.begin(index, boxed(sliceEnd));
    } else {
      accumulateBehindWatermark(row, sliceEnd, windows, watermark);
    }
  }

  /** Adds a record to a slice of which some windows may have been fired, but not the last one. */
  private void accumulateBehindWatermark(
      RowData row, long sliceEnd, KeyWindows windows, long watermark) throws Exception {
    long window = sliceEnd;
    while (isWindowFired(window, watermark, timeZone)) {
      window += slices.interval();
    }
    int unused =
        accumulate(row, window == sliceEnd ? sliceEnd : mergeTarget(sliceEnd), window, windows);
  }

  /**
   * @param slice end of the slice to which the record is added
   * @param window end of the first window that will include it
   * @return the slice's position
   */
  private int accumulate(RowData row, long slice, long window, KeyWindows windows)
      throws Exception {
    int index = windows.find(slice);
    setAccumulators(windows, index, boxed(slice));
    aggregator.accumulate(row);
    index = takeAccumulators(windows, index, slice);
    if (window < windows.nextWindowEnd) {
      setNextWindow(windows, window);
    }
    return index;
  }

  /**
   * Sets the aggregator's accumulators to those of a slice.
   *
   * @param index as {@link KeyWindows#find} returned it; negative for a new slice
   * @param slice null for accumulators in memory only
   */
  private void setAccumulators(KeyWindows windows, int index, @Nullable Long slice)
      throws Exception {
    aggregator.setAccumulators(
        slice, index < 0 ? aggregator.createAccumulators() : windows.soleAccumulators(index));
  }

  /** Stores the aggregator's accumulators in a slice; returns the slice's position. */
  private int takeAccumulators(KeyWindows windows, int index, long slice) throws Exception {
    if (index >= 0) {
      windows.setAccumulators(index, aggregator.getAccumulators());
      return index;
    }
    int insertion = -index - 1;
    windows.insert(insertion, slice, aggregator.getAccumulators());
    return insertion;
  }

  /** The slice's end as the object that Flink's aggregate functions expect. */
  private Long boxed(long sliceEnd) {
    if (knownSlice != sliceEnd) {
      knownSlice = sliceEnd;
    }
    return knownSlice;
  }

  /**
   * The slice that holds a slice's records after a merge for a window: the merged one, or the slice
   * itself.
   */
  private long mergeTarget(long sliceEnd) {
    long target = slices.mergeTarget(sliceEnd);
    return target == Slices.IN_MEMORY ? sliceEnd : target;
  }

  // --------------------------------------------------------------------------------- windows

  @Override
  RowData close(KeyWindows windows, long windowEnd) throws Exception {
    windows.writeBack();
    if (slices.areShared()) {
      mergeSlices(windows, windowEnd);
    } else {
      int index = windows.find(windowEnd);
      setAccumulators(windows, index, boxed(windowEnd));
    }
    return aggregator.getValue(windowEnd);
  }

  @Override
  long closed(KeyWindows windows, long windowEnd) throws Exception {
    long target = slices.mergeTarget(windowEnd);
    if (target == Slices.IN_MEMORY) {
      removeSlice(windows, slices.oldestToMerge(windowEnd)); // no later window contains it
    } else {
      if (target != windowEnd) {
        removeSlice(windows, windowEnd); // it was merged into the target
      }
      if (slices.lastWindow(windowEnd) == windowEnd) {
        removeSlice(windows, target);
      }
    }
    return windowAfter(windows, windowEnd);
  }

  private void removeSlice(KeyWindows windows, Long end) throws Exception {
    int index = windows.find(end);
    if (index >= 0) {
      windows.remove(index);
    }
    aggregator.cleanup(end);
  }

  /**
   * The next window that contains a record; slices are shared, so it may have no slice of its own.
   */
  private long windowAfter(KeyWindows windows, long windowEnd) {
    if (windows.isEmpty()) {
      return KeyWindows.NONE;
    }
    long oldest = windows.end(0);
    return oldest <= windowEnd ? windowEnd + slices.interval() : oldest;
  }

  /** Merges a window's slices into one of them, or in memory only. */
  private void mergeSlices(KeyWindows windows, long windowEnd) throws Exception {
    long target = slices.mergeTarget(windowEnd);
    boolean inMemory = target == Slices.IN_MEMORY;
    int index = inMemory ? -1 : windows.find(target);
    setAccumulators(windows, index, inMemory ? null : Long.valueOf(target));
    long oldest = slices.oldestToMerge(windowEnd);
    long step = slices.interval();
    if (slices.areMergedOldestFirst()) {
      for (long slice = oldest; slice <= windowEnd; slice += step) {
        mergeSlice(windows, slice);
      }
    } else {
      for (long slice = windowEnd; slice >= oldest; slice -= step) {
        mergeSlice(windows, slice);
      }
    }
    if (!inMemory) {
      int unused = takeAccumulators(windows, index, target);
    }
  }

  private void mergeSlice(KeyWindows windows, long slice) throws Exception {
    int index = windows.find(slice);
    if (index >= 0) {
      aggregator.merge(slice, windows.accumulators(index));
    }
  }
}
