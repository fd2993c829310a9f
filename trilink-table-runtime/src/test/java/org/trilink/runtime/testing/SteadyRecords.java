/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.testing;

/**
 * The times of a benchmark's records: each key has one record per second, and all keys have the
 * same event time.
 */
public final class SteadyRecords {

  private static final long SECOND = 1_000;
  private static final int WATERMARKS_PER_SECOND = 10;

  private final int keys;
  private long second;
  private int next;

  /**
   * From a second on.
   *
   * @param keys at least ten
   */
  public SteadyRecords(int keys, long firstSecond) {
    this.keys = keys;
    this.second = firstSecond;
  }

  /** The key of the next record, from 0. */
  public int key() {
    return next;
  }

  /** The second that the next record is in. */
  public long second() {
    return second;
  }

  /** The next record's time, in milliseconds. */
  public long timeMs() {
    return second * SECOND + SECOND * next / keys;
  }

  /**
   * Advances to the next record; returns whether a watermark is due, which is the case ten times
   * per second.
   */
  public boolean advance() {
    next++;
    boolean isWatermarkDue = next % (keys / WATERMARKS_PER_SECOND) == 0;
    if (next == keys) {
      next = 0;
      second++;
    }
    return isWatermarkDue;
  }
}
