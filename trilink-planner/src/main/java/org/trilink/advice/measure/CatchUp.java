/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.measure;

import javax.annotation.Nullable;

/**
 * The records that are late in a job that catches up, in the worst order in which it may read: one
 * partition to its end, then the next. Keys that have records in several partitions are then out of
 * order by as much as a partition spans.
 */
public final class CatchUp {

  @Nullable private final LateRecords bySubtask;
  @Nullable private final LateRecords byKey;
  @Nullable private final LateRecords byKeyWithFloor;
  private final long losslessDelay;

  private CatchUp(
      @Nullable LateRecords bySubtask,
      @Nullable LateRecords byKey,
      @Nullable LateRecords byKeyWithFloor,
      long losslessDelay) {
    this.bySubtask = bySubtask;
    this.byKey = byKey;
    this.byKeyWithFloor = byKeyWithFloor;
    this.losslessDelay = losslessDelay;
  }

  /**
   * Predicts it.
   *
   * @param records partition by partition
   * @param deadline null if the operator drops no records by their time alone
   * @param delay of the watermark, in ms
   */
  public static CatchUp of(SampledRecords records, @Nullable Deadline deadline, long delay) {
    if (deadline == null) {
      return new CatchUp(null, null, null, Disorder.of(records).withinKeys().max() + 1);
    }
    LateRecords byKey = LateRecords.byKey(records, deadline, delay, LateRecords.UNBOUNDED);
    return new CatchUp(
        LateRecords.bySubtask(records, deadline, delay),
        byKey,
        LateRecords.byKeyWithFloor(records, deadline, delay),
        byKey.losslessDelay());
  }

  /** With Flink's watermark; null if the operator drops no records by their time alone. */
  @Nullable
  public LateRecords bySubtask() {
    return bySubtask;
  }

  /**
   * The records that are late with a watermark for each key without a floor; null if the operator
   * drops no records by their time alone.
   */
  @Nullable
  public LateRecords byKey() {
    return byKey;
  }

  /**
   * The records that are late with a watermark for each key and Flink's watermark as the floor;
   * null if the operator drops no records by their time alone.
   */
  @Nullable
  public LateRecords byKeyWithFloor() {
    return byKeyWithFloor;
  }

  /** The least delay of a key's watermark, in ms, with which no record is late by it. */
  public long losslessDelay() {
    return losslessDelay;
  }
}
