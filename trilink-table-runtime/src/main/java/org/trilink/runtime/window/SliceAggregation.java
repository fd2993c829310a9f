package org.trilink.runtime.window;

import static org.apache.flink.table.runtime.util.TimeWindowUtil.isWindowFired;
import static org.apache.flink.table.runtime.util.TimeWindowUtil.toEpochMillsForTimer;

import java.time.ZoneId;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.generated.NamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.operators.window.slicing.SliceAssigner;
import org.apache.flink.table.runtime.operators.window.slicing.SliceSharedAssigner;
import org.apache.flink.util.Collector;

/**
 * Aggregates a key's records in slices, and its slices into the windows of TUMBLE, HOP and
 * CUMULATE, up to a watermark that it is told. Whose watermark that is, it does not know.
 */
final class SliceAggregation implements SliceSharedAssigner.MergeCallback {

  private final NamespaceAggsHandleFunction<Long> aggregator;
  private final SliceAssigner slices;
  @Nullable private final SliceSharedAssigner sharedSlices;
  private final ZoneId timeZone;
  private final Collector<RowData> output;
  private final JoinedRowData result = new JoinedRowData();

  /** One BIGINT: the rowtime, in the only form in which slice assigners read it. */
  private final BinaryRowData rowtime = new BinaryRowData(1);

  /** A window's end and its fire time, remembered because time zones are slow to ask. */
  private long knownWindowEnd;

  private long knownFireTime;

  /** The entry of the key whose windows are being merged. */
  private KeyWindows merging;

  /** The watermark at which windows are being fired, in ms. */
  private long firingWatermark = Long.MIN_VALUE;

  /**
   * @param aggregator opened
   * @param slices assigns slices by a rowtime at position 0, in ms
   * @param timeZone in which windows are aligned
   */
  SliceAggregation(
      NamespaceAggsHandleFunction<Long> aggregator,
      SliceAssigner slices,
      ZoneId timeZone,
      Collector<RowData> output) {
    this.aggregator = aggregator;
    this.slices = slices;
    this.sharedSlices = slices instanceof SliceSharedAssigner ? (SliceSharedAssigner) slices : null;
    this.timeZone = timeZone;
    this.output = output;
    new BinaryRowWriter(rowtime).complete();
    knownFireTime = toEpochMillsForTimer(knownWindowEnd - 1, timeZone);
  }

  // --------------------------------------------------------------------------------- records

  long sliceEnd(long timestamp) {
    rowtime.setLong(0, timestamp);
    return slices.assignSliceEnd(rowtime, null);
  }

  /** Whether all windows have been fired that a slice's records would show in. */
  boolean isLate(long sliceEnd, long watermark) {
    // not the record's own time: where clocks are put back, a slice can fire before it is over
    return fireTime(sliceEnd) <= watermark
        && isWindowFired(slices.getLastWindowEnd(sliceEnd), watermark, timeZone);
  }

  /** Whether none of the windows has been fired that a slice's records show in. */
  private boolean isOpen(long sliceEnd, long watermark) {
    return fireTime(sliceEnd) > watermark;
  }

  /** Adds a record that is not late. */
  void accumulate(RowData row, long sliceEnd, KeyWindows windows, long watermark) throws Exception {
    if (windows.isLive(sliceEnd)) {
      windows.accumulate(row); // none of its windows has been fired, or it would not be live
      return;
    }
    windows.writeBack();
    if (isOpen(sliceEnd, watermark)) {
      accumulate(row, sliceEnd, sliceEnd, windows);
      windows.begin(sliceEnd);
    } else {
      accumulateBehindWatermark(row, sliceEnd, windows, watermark);
    }
  }

  /** Some of the slice's windows may have been fired, the last one has not. */
  private void accumulateBehindWatermark(
      RowData row, long sliceEnd, KeyWindows windows, long watermark) throws Exception {
    long window = sliceEnd;
    while (isWindowFired(window, watermark, timeZone)) {
      window += slices.getSliceEndInterval();
    }
    accumulate(row, window == sliceEnd ? sliceEnd : mergeTarget(sliceEnd), window, windows);
  }

  /**
   * @param slice end of the slice that takes the record
   * @param window end of the first window that will show it
   */
  private void accumulate(RowData row, long slice, long window, KeyWindows windows)
      throws Exception {
    int index = openSlice(windows, slice);
    RowData accumulator = windows.accumulator(index);
    aggregator.setAccumulators(
        windows.end(index), accumulator == null ? aggregator.createAccumulators() : accumulator);
    aggregator.accumulate(row);
    windows.setAccumulator(index, aggregator.getAccumulators());
    if (window < windows.nextWindowEnd) {
      setNextWindow(windows, window);
    }
  }

  /** Where a slice's records are kept once it was merged for a window: there, or in itself. */
  private long mergeTarget(long sliceEnd) throws Exception {
    Long[] target = {null};
    sharedSlices.mergeSlices(sliceEnd, (mergeResult, toBeMerged) -> target[0] = mergeResult);
    return target[0] == null ? sliceEnd : target[0];
  }

  // --------------------------------------------------------------------------------- windows

  /** Fires, in order, all windows of a key that end by the watermark. */
  void fire(RowData key, KeyWindows windows, long watermark) throws Exception {
    while (windows.nextFireTime <= watermark && windows.nextWindowEnd != KeyWindows.NONE) {
      windows.writeBack();
      firingWatermark = watermark;
      fireWindow(key, windows, windows.nextWindowEnd);
    }
  }

  /** The watermark, in ms, at which the window is fired that is being handed on. */
  long firingWatermark() {
    return firingWatermark;
  }

  private void fireWindow(RowData key, KeyWindows windows, long windowEnd) throws Exception {
    if (sharedSlices == null) {
      int index = windows.find(windowEnd);
      aggregator.setAccumulators(windows.end(index), windows.accumulator(index));
    } else {
      merging = windows;
      sharedSlices.mergeSlices(windowEnd, this);
    }
    result.replace(key, aggregator.getValue(windowEnd));
    output.collect(result);

    for (Long expired : slices.expiredSlices(windowEnd)) {
      removeSlice(windows, expired);
    }
    if (slices.getLastWindowEnd(windowEnd) == windowEnd && windows.find(windowEnd) >= 0) {
      removeSlice(windows, windowEnd); // Flink never expires a CUMULATE's slice if it has but one
    }
    setNextWindow(windows, windowAfter(windows, windowEnd));
  }

  private void removeSlice(KeyWindows windows, Long end) throws Exception {
    int index = windows.find(end);
    if (index >= 0) {
      windows.remove(index);
    }
    aggregator.cleanup(end);
  }

  /** The next window that holds a record; slices are shared, so it may have no slice of its own. */
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

  private void setNextWindow(KeyWindows windows, long windowEnd) {
    windows.nextWindowEnd = windowEnd;
    windows.nextFireTime = windowEnd == KeyWindows.NONE ? KeyWindows.NONE : fireTime(windowEnd);
  }

  /** The watermark in ms at which a window is fired. */
  private long fireTime(long windowEnd) {
    if (windowEnd != knownWindowEnd) {
      knownWindowEnd = windowEnd;
      knownFireTime = toEpochMillsForTimer(windowEnd - 1, timeZone);
    }
    return knownFireTime;
  }

  /** Merges slices into one of them, or, for null, in memory only. */
  @Override
  public void merge(@Nullable Long mergeResult, Iterable<Long> toBeMerged) throws Exception {
    int target = -1;
    RowData accumulator = null;
    if (mergeResult != null) {
      target = openSlice(merging, mergeResult);
      accumulator = merging.accumulator(target);
    }
    aggregator.setAccumulators(
        mergeResult, accumulator == null ? aggregator.createAccumulators() : accumulator);
    for (Long slice : toBeMerged) {
      int index = merging.find(slice);
      if (index >= 0) {
        aggregator.merge(slice, merging.accumulator(index));
      }
    }
    if (target >= 0) {
      merging.setAccumulator(target, aggregator.getAccumulators());
    }
  }

  private static int openSlice(KeyWindows windows, long end) {
    int index = windows.find(end);
    if (index < 0) {
      index = -index - 1;
      windows.insert(index, end);
    }
    return index;
  }
}
