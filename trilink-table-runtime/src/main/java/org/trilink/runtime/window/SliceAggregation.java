/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.apache.flink.table.runtime.util.TimeWindowUtil.isWindowFired;

import java.time.ZoneId;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.operators.window.slicing.SliceAssigner;
import org.apache.flink.table.runtime.operators.window.slicing.SliceSharedAssigner;
import org.apache.flink.util.Collector;
import org.trilink.runtime.watermark.EpochToLocal;

/**
 * Aggregates a key's records in slices, and its slices into the windows of TUMBLE, HOP and
 * CUMULATE.
 */
final class SliceAggregation extends WindowAggregation
    implements SliceSharedAssigner.MergeCallback {

  private final NamespaceAggsHandleFunction<Long> aggregator;
  private final OwnAggregators ownAggregators;
  private final SliceAssigner slices;
  @Nullable private final SliceSharedAssigner sharedSlices;
  private final ZoneId timeZone;

  private final EpochToLocal times;

  /** One BIGINT: the local time, in the only form in which slice assigners read it. */
  private final BinaryRowData rowtime = new BinaryRowData(1);

  /** A slice's end, boxed and cached: nearly always the same one is needed again. */
  private Long knownSlice = KeyWindows.NONE;

  /** The entry of the key whose windows are being merged. */
  private KeyWindows merging;

  /**
   * @param aggregator opened
   * @param ownAggregators for keys of many records
   * @param slices assigns slices by a local time at position 0, in ms
   * @param timeZone in which windows are aligned
   */
  SliceAggregation(
      NamespaceAggsHandleFunction<Long> aggregator,
      OwnAggregators ownAggregators,
      SliceAssigner slices,
      ZoneId timeZone,
      Collector<RowData> output) {
    super(timeZone, output);
    this.aggregator = aggregator;
    this.ownAggregators = ownAggregators;
    this.slices = slices;
    this.sharedSlices = slices instanceof SliceSharedAssigner ? (SliceSharedAssigner) slices : null;
    this.timeZone = timeZone;
    this.times = new EpochToLocal(timeZone);
    new BinaryRowWriter(rowtime).complete();
  }

  // --------------------------------------------------------------------------------- records

  @Override
  long end(long timestamp) {
    rowtime.setLong(0, times.local(timestamp));
    return slices.assignSliceEnd(rowtime, null);
  }

  @Override
  boolean isLate(long sliceEnd, @Nullable KeyWindows windows, long watermark) {
    // not the record's own time: when clocks are set back, a slice can fire before it is over
    return fireTime(sliceEnd) <= watermark
        && isWindowFired(slices.getLastWindowEnd(sliceEnd), watermark, timeZone);
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
      window += slices.getSliceEndInterval();
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
   */
  private void setAccumulators(KeyWindows windows, int index, Long slice) throws Exception {
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

  /** The slice's end as the object that Flink's aggregate functions and slice assigners expect. */
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
  private long mergeTarget(long sliceEnd) throws Exception {
    Long[] target = {null};
    sharedSlices.mergeSlices(sliceEnd, (mergeResult, toBeMerged) -> target[0] = mergeResult);
    return target[0] == null ? sliceEnd : target[0];
  }

  // --------------------------------------------------------------------------------- windows

  @Override
  RowData close(KeyWindows windows, long windowEnd) throws Exception {
    windows.writeBack();
    if (sharedSlices == null) {
      int index = windows.find(windowEnd);
      setAccumulators(windows, index, boxed(windowEnd));
    } else {
      merging = windows;
      sharedSlices.mergeSlices(windowEnd, this);
    }
    return aggregator.getValue(windowEnd);
  }

  @Override
  long closed(KeyWindows windows, long windowEnd) throws Exception {
    for (Long expired : slices.expiredSlices(windowEnd)) {
      removeSlice(windows, expired);
    }
    if (slices.getLastWindowEnd(windowEnd) == windowEnd && windows.find(windowEnd) >= 0) {
      removeSlice(windows, windowEnd); // Flink never expires a CUMULATE's only slice
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
    if (sharedSlices != null) {
      Optional<Long> next =
          sharedSlices.nextTriggerWindow(windowEnd, () -> windows.end(0) > windowEnd);
      if (next.isPresent()) {
        return next.get();
      }
    }
    return windows.end(0);
  }

  /** Merges slices into one of them, or, for null, in memory only. */
  @Override
  public void merge(@Nullable Long mergeResult, Iterable<Long> toBeMerged) throws Exception {
    int target = mergeResult == null ? -1 : merging.find(mergeResult);
    setAccumulators(merging, target, mergeResult);
    for (Long slice : toBeMerged) {
      int index = merging.find(slice);
      if (index >= 0) {
        aggregator.merge(slice, merging.accumulators(index));
      }
    }
    if (mergeResult != null) {
      int unused = takeAccumulators(merging, target, mergeResult);
    }
  }
}
