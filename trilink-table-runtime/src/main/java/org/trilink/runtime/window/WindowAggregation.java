/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.apache.flink.table.runtime.util.TimeWindowUtil.toEpochMillsForTimer;

import java.time.ZoneId;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.util.Collector;

/**
 * Aggregates a key's records into its windows, up to a given watermark. It does not matter here
 * whether that is a key's, a group's or the subtask's.
 */
abstract class WindowAggregation {

  private final ZoneId timeZone;
  private final Collector<RowData> output;
  private final JoinedRowData result = new JoinedRowData();

  /** A window's end and its fire time, cached because time zone lookups are slow. */
  private long knownWindowEnd;

  private long knownFireTime;

  /** The watermark at which windows are being fired, in ms. */
  private long firingWatermark = Long.MIN_VALUE;

  /**
   * @param timeZone in which windows are aligned
   */
  WindowAggregation(ZoneId timeZone, Collector<RowData> output) {
    this.timeZone = timeZone;
    this.output = output;
    knownFireTime = toEpochMillsForTimer(knownWindowEnd - 1, timeZone);
  }

  // --------------------------------------------------------------------------------- records

  /** End of what a record of this time is added to, as far as its time alone tells; in ms. */
  abstract long end(long timestamp);

  /**
   * Whether all windows that contain a record have been fired.
   *
   * @param end of the record's time
   * @param windows of the key; null if it has none
   */
  abstract boolean isLate(long end, @Nullable KeyWindows windows, long watermark);

  /**
   * Adds a record that is not late.
   *
   * @param end of the record's time
   */
  abstract void accumulate(RowData row, long end, KeyWindows windows, long watermark)
      throws Exception;

  // --------------------------------------------------------------------------------- windows

  /** Fires, in order, all windows of a key that end by the watermark. */
  final void fire(RowData key, KeyWindows windows, long watermark) throws Exception {
    while (windows.nextFireTime <= watermark && windows.nextWindowEnd != KeyWindows.NONE) {
      firingWatermark = watermark;
      long end = windows.nextWindowEnd;
      output.collect(result.replace(key, close(windows, end)));
      setNextWindow(windows, closed(windows, end));
    }
  }

  /** The watermark, in ms, at which the window that is being emitted was fired. */
  final long firingWatermark() {
    return firingWatermark;
  }

  /** The result of a window: aggregates and window properties. */
  abstract RowData close(KeyWindows windows, long windowEnd) throws Exception;

  /** Removes what a window alone needed; returns the end of the next window to fire, or none. */
  abstract long closed(KeyWindows windows, long windowEnd) throws Exception;

  final void setNextWindow(KeyWindows windows, long windowEnd) {
    windows.nextWindowEnd = windowEnd;
    windows.nextFireTime = windowEnd == KeyWindows.NONE ? KeyWindows.NONE : fireTime(windowEnd);
  }

  /** The watermark in ms at which a window is fired. */
  final long fireTime(long windowEnd) {
    if (windowEnd != knownWindowEnd) {
      knownWindowEnd = windowEnd;
      knownFireTime = toEpochMillsForTimer(windowEnd - 1, timeZone);
    }
    return knownFireTime;
  }
}
