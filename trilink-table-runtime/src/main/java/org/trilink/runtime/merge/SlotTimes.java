/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import java.io.Serializable;
import java.util.function.LongSupplier;
import javax.annotation.Nullable;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;
import org.trilink.runtime.watermark.MaxLead;
import org.trilink.runtime.window.Slices;

/** How a local merge handles event time. */
public final class SlotTimes implements Serializable {

  private static final long serialVersionUID = 1L;

  private final TimeSlots slots;
  private final InputTime time;
  @Nullable private final KeyWatermarkPolicy keyWatermarks;
  @Nullable private final Slices windows;
  private final boolean tellsTime;

  private SlotTimes(
      TimeSlots slots,
      InputTime time,
      @Nullable KeyWatermarkPolicy keyWatermarks,
      @Nullable Slices windows,
      boolean tellsTime) {
    this.slots = slots;
    this.time = time;
    this.keyWatermarks = keyWatermarks;
    this.windows = windows;
    this.tellsTime = tellsTime;
  }

  /**
   * For a merge before an operator that uses the subtask's watermark.
   *
   * @param tellsTime whether merged rows contain the maximum time of their records, or the end of
   *     their slice
   */
  public static SlotTimes bySubtask(TimeSlots slots, InputTime time, boolean tellsTime) {
    return new SlotTimes(slots, time, null, null, tellsTime);
  }

  /**
   * For a merge before an operator with key-level watermarks. If the subtask's watermark is its
   * floor, no record is late that is not behind that, which the merge goes by alone then: what is
   * behind the key's own watermark only need not be sent before other records of the key.
   *
   * @param windows that contain the slices, if merged rows contain the number of their records;
   *     null if they do not
   */
  public static SlotTimes byKey(
      TimeSlots slots, InputTime time, KeyWatermarkPolicy policy, @Nullable Slices windows) {
    if (policy.keysPerGroup() > 1 || policy.hasIdleTimeout()) {
      throw new IllegalArgumentException(
          "Local merge changes the order of rows of different keys and delays them, so it supports"
              + " neither keys that share a watermark nor an idle timeout.");
    }
    return new SlotTimes(slots, time, policy, windows, true);
  }

  TimeSlots slots() {
    return slots;
  }

  /** Returns how the input's event time is read. */
  InputTime time() {
    return time;
  }

  /** Whether records can be late that are not behind the subtask's watermark. */
  boolean isByKey() {
    return keyWatermarks != null && !keyWatermarks.hasFloor();
  }

  /**
   * How far ahead a record may be to advance its key's watermark.
   *
   * @param clock of processing time, in ms
   */
  MaxLead maxLead(LongSupplier clock) {
    return keyWatermarks == null ? MaxLead.unbounded() : MaxLead.of(keyWatermarks, clock);
  }

  /**
   * The time up to which the operator behind the exchange may have fired the windows of all keys,
   * once it has received a watermark of this subtask; all in ms.
   */
  long bound(long watermark) {
    return isByKey() ? keyWatermarks.lowerBound(watermark) : watermark;
  }

  /** Whether a watermark that other subtasks have advanced can make records late, too. */
  boolean hasBound() {
    return !isByKey() || keyWatermarks.isSkewBounded();
  }

  /**
   * Whether merged rows have a time after the accumulators: the maximum time of their records, a
   * TIMESTAMP, or the end of their slice, a BIGINT in ms.
   */
  boolean tellsTime() {
    return tellsTime;
  }

  /** Whether merged rows have, after that, the number of their records, a BIGINT. */
  boolean tellsRecords() {
    return windows != null;
  }

  /**
   * The watermark that makes a slot's records late for all of their windows, in ms; only if merged
   * rows contain the number of their records.
   */
  long lastPassTime(long slotEnd) {
    return slots.passTime(windows.lastWindow(slots.sliceEndOf(slotEnd)));
  }
}
