/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import static org.apache.flink.table.runtime.util.TimeWindowUtil.isWindowFired;
import static org.apache.flink.table.runtime.util.TimeWindowUtil.toUtcTimestampMills;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import org.apache.flink.table.data.RowData;
import org.trilink.runtime.watermark.EpochToLocal;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;
import org.trilink.runtime.window.Slices;

/**
 * Says which windows a record belongs to, and when they end. A record is aggregated in its slice
 * first. When increments are sent, a slice's accumulator is merged into the windows that contain
 * the slice.
 *
 * <p>A window is final when all subtasks have passed its end with their watermarks or, with
 * key-level watermarks, with the watermarks less the max skew. No record is late before that.
 */
public final class MergeWindows implements Serializable {

  private static final long serialVersionUID = 1L;

  /** More than any clock change. */
  private static final long CLOCK_CHANGE = Duration.ofHours(3).toMillis();

  private final Slices slices;
  private final InputTime time;
  private final ZoneId zone;
  private final EpochToLocal times;
  private final KeyWatermarkPolicy policy;

  /**
   * Creates it.
   *
   * @param zone in which windows are aligned; UTC unless the rowtime is a TIMESTAMP_LTZ
   * @param policy how far behind the watermark the end of a window may be before the window is
   *     final
   */
  public MergeWindows(Slices slices, InputTime time, ZoneId zone, KeyWatermarkPolicy policy) {
    this.slices = slices;
    this.time = time;
    this.zone = zone;
    this.times = new EpochToLocal(zone);
    this.policy = policy;
  }

  /** The end of a record's slice in ms. */
  long slice(RowData row) {
    return slices.slice(times.local(time.of(row)));
  }

  /** The end of the last window that a slice is in; the first one ends with the slice. */
  long lastWindow(long slice) {
    return slices.lastWindow(slice);
  }

  /** The time from the end of one window to the end of the next, in ms. */
  long interval() {
    return slices.interval();
  }

  /** The event time in ms up to which no more records are expected at a watermark. */
  long bound(long watermark) {
    return policy.lowerBound(watermark);
  }

  /**
   * Whether a window has ended at a bound, both in ms. Flink's timers of windows that end in an
   * hour that is skipped may be half an hour before the clocks change, in zones of half hours.
   */
  boolean isEnded(long window, long bound) {
    return isWindowFired(window, bound, zone)
        && (zone.getRules().isFixedOffset() || !isBeforeSkippedHour(window - 1, bound));
  }

  private boolean isBeforeSkippedHour(long local, long bound) {
    ZoneOffsetTransition change =
        zone.getRules()
            .getTransition(LocalDateTime.ofInstant(Instant.ofEpochMilli(local), ZoneOffset.UTC));
    return change != null && change.isGap() && bound < change.getInstant().toEpochMilli() - 1;
  }

  /** A time in ms by which all windows end that have ended at the bound, and perhaps more. */
  long latestEnded(long bound) {
    if (bound == Long.MAX_VALUE || bound == Long.MIN_VALUE) {
      return bound;
    }
    return toUtcTimestampMills(bound, zone) + 1 + CLOCK_CHANGE;
  }
}
