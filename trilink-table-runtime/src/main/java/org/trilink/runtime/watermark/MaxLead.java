/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.util.function.LongSupplier;

/**
 * How far ahead a record's event time may be to advance its key's watermark. Otherwise a single
 * record with a time in the future would make the key's records late until real time has caught up.
 *
 * <p>Ahead means ahead of the watermark of the record's input. While the input has no watermark, at
 * the start and after a restart, or is idle, the clock is used instead if it is later. The limit is
 * computed with the watermark, so that a record costs one comparison.
 */
public final class MaxLead {

  private final long maxLead;
  private final LongSupplier clock;

  /** Records after this time are too far ahead; in ms. */
  private long limit;

  /** Whether the limit follows the clock. */
  private boolean isByClock;

  private MaxLead(long maxLead, LongSupplier clock) {
    this.maxLead = maxLead;
    this.clock = clock;
    this.isByClock = maxLead != KeyWatermarkPolicy.UNBOUNDED;
    this.limit = isByClock ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  /**
   * The max lead of an input that has had no watermark yet.
   *
   * @param clock of processing time, in ms
   */
  public static MaxLead of(KeyWatermarkPolicy policy, LongSupplier clock) {
    return new MaxLead(policy.maxLead(), clock);
  }

  /** A max lead for which no record is too far ahead. */
  public static MaxLead unbounded() {
    return new MaxLead(KeyWatermarkPolicy.UNBOUNDED, () -> Long.MIN_VALUE);
  }

  /** Whether a record of that event time, in ms, is too far ahead. */
  public boolean isExceededBy(long time) {
    return time > limit && isStillExceededBy(time);
  }

  private boolean isStillExceededBy(long time) {
    if (isByClock) {
      limit = Math.max(limit, limitAt(clock.getAsLong()));
    }
    return time > limit;
  }

  /**
   * The input's watermark has advanced, in ms.
   *
   * @return whether the limit has moved back: it may have been that of the clock, which can be
   *     years ahead
   */
  public boolean advance(long watermark) {
    if (maxLead == KeyWatermarkPolicy.UNBOUNDED) {
      return false;
    }
    long former = limit;
    limit = limitAt(watermark);
    isByClock = false;
    return limit < former;
  }

  /** The input is idle: its last watermark is not meaningful until the next one. */
  public void becomeIdle() {
    isByClock = maxLead != KeyWatermarkPolicy.UNBOUNDED;
  }

  private long limitAt(long time) {
    return time > Long.MAX_VALUE - maxLead ? Long.MAX_VALUE : time + maxLead;
  }
}
