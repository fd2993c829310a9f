/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import java.time.ZoneId;
import org.apache.flink.table.runtime.util.TimeWindowUtil;

/**
 * When a record is late: as soon as the watermark has reached its deadline. In ms of event time.
 */
@FunctionalInterface
public interface Deadline {

  /** The deadline of a record with this event time. */
  long of(long time);

  /**
   * Makes a record's own time its deadline, for operators that take the records of a key in the
   * order of their times: OVER, patterns.
   */
  static Deadline ofRecord() {
    return time -> time;
  }

  /**
   * Makes the end of the last window that has the record its deadline, for windows that begin every
   * so often: TUMBLE (size and slide are equal), HOP, CUMULATE (the slide is the greatest size).
   *
   * @param size of a window, in ms
   * @param slide from a window's start to the next one's, in ms
   * @param offset of a window's start, in ms since the epoch
   * @param zone in which windows are aligned
   */
  static Deadline ofWindows(long size, long slide, long offset, ZoneId zone) {
    return time -> {
      long local = TimeWindowUtil.toUtcTimestampMills(time, zone);
      long start = Math.floorDiv(local - offset, slide) * slide + offset;
      return TimeWindowUtil.toEpochMillsForTimer(start + size - 1, zone);
    };
  }
}
