/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.io.Serializable;
import java.time.ZoneId;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.runtime.util.TimeWindowUtil;
import org.trilink.runtime.watermark.EpochToLocal;

/**
 * The spans of event time within which records of a key are merged. They are the slices that
 * windows are made of, or equal parts of slices, so that a slot is always entirely inside or
 * outside of a window.
 *
 * <p>Ends of slots and slices are in the local time in which windows are aligned; all in ms.
 */
public final class TimeSlots implements Serializable {

  private static final long serialVersionUID = 1L;

  private final long slice;
  private final long slot;
  private final long offset;
  private final ZoneId zone;
  private final EpochToLocal times;

  /** An end and its pass time, cached because time zone lookups are slow. */
  private transient long knownEnd;

  private transient long knownPassTime;
  private transient boolean isKnown;

  /**
   * @param slice length of a slice, in ms
   * @param slot length of a slot, which divides the slice, in ms
   * @param offset where a slice starts, in ms since the epoch
   * @param zone in which windows are aligned; UTC unless the rowtime is a TIMESTAMP_LTZ
   */
  public TimeSlots(long slice, long slot, long offset, ZoneId zone) {
    if (slot <= 0 || slice % slot != 0) {
      throw new IllegalArgumentException(
          "A slot of " + slot + " ms does not divide a slice of " + slice + " ms.");
    }
    this.slice = slice;
    this.slot = slot;
    this.offset = offset;
    this.zone = zone;
    this.times = new EpochToLocal(zone);
  }

  /** End of the slot that a record belongs to. */
  long endOf(long time) {
    return endAfter(times.local(time), slot);
  }

  /** End of the slice that a slot is in. */
  long sliceEndOf(long slotEnd) {
    return slice == slot ? slotEnd : endAfter(slotEnd - 1, slice);
  }

  private long endAfter(long localTime, long length) {
    return TimeWindow.getWindowStartWithOffset(localTime, offset, length) + length;
  }

  /** Whether a watermark has passed the slice that a slot is in. */
  boolean isSlicePassed(long slotEnd, long watermark) {
    return slice == slot
        ? passTime(slotEnd) <= watermark
        : TimeWindowUtil.isWindowFired(sliceEndOf(slotEnd), watermark, zone);
  }

  /**
   * The watermark at which all records of a slot, or of a window with that end, are expected to
   * have arrived.
   */
  long passTime(long slotEnd) {
    if (!isKnown || slotEnd != knownEnd) {
      knownEnd = slotEnd;
      knownPassTime = TimeWindowUtil.toEpochMillsForTimer(slotEnd - 1, zone);
      isKnown = true;
    }
    return knownPassTime;
  }
}
