/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.apache.flink.table.runtime.util.TimeWindowUtil.toEpochMillsForTimer;

import java.io.Serializable;
import java.time.ZoneId;
import java.time.ZoneOffset;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/** The end of a row's window, in a column, as the operators of windows understand it. */
final class WindowEnd implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The last ms of the window, in the local time in which windows are aligned. */
  private final InputTime last;

  /** Time zone of that local time; null if it is in epoch ms. */
  @Nullable private final ZoneId zone;

  /**
   * A local time and its instant, cached: time zone lookups are slow, and the same windows come
   * again.
   */
  private transient long knownLocal;

  private transient long knownEpoch;
  private transient boolean isKnown;

  /**
   * @param index position of a TIMESTAMP(3)
   * @param zone in which windows are aligned; UTC unless the rowtime is a TIMESTAMP_LTZ
   */
  WindowEnd(int index, ZoneId zone) {
    boolean isEpoch = zone.getRules().equals(ZoneOffset.UTC.getRules());
    this.last = InputTime.windowTime(index, ZoneOffset.UTC, -1);
    this.zone = isEpoch ? null : zone;
  }

  /**
   * The last ms of a row's window. A watermark that has reached it has ended the window.
   *
   * @throws IllegalStateException if the row has no window
   */
  long lastMillisecond(RowData row) {
    long local = last.of(row);
    return zone == null ? local : toEpoch(local, zone);
  }

  /** As Flink does it for the timers of windows. */
  private long toEpoch(long local, ZoneId ofWindows) {
    if (!isKnown || local != knownLocal) {
      knownLocal = local;
      knownEpoch = toEpochMillsForTimer(local, ofWindows);
      isKnown = true;
    }
    return knownEpoch;
  }
}
