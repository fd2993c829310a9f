/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

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

  /** As Flink does it for the timers of windows; null if that local time is in epoch ms. */
  @Nullable private final LocalToEpoch timers;

  /**
   * @param index position of a TIMESTAMP(3)
   * @param zone in which windows are aligned; UTC unless the rowtime is a TIMESTAMP_LTZ
   */
  WindowEnd(int index, ZoneId zone) {
    this.last = InputTime.windowTime(index, ZoneOffset.UTC, -1);
    this.timers = LocalToEpoch.isEpoch(zone) ? null : LocalToEpoch.forTimers(zone);
  }

  /**
   * The last ms of a row's window. A watermark that has reached it has ended the window.
   *
   * @throws IllegalStateException if the row has no window
   */
  long lastMillisecond(RowData row) {
    long local = last.of(row);
    return timers == null ? local : timers.epoch(local);
  }
}
