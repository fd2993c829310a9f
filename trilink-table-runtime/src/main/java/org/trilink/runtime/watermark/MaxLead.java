/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.util.function.LongSupplier;

/**
 * How far ahead a record's event time may be for its key's watermark to follow it. One reading from
 * the future would else make late what its key reads until its time has caught up.
 *
 * <p>Ahead means: ahead of the watermark of the input that the record came by. While that has none,
 * at the start and after a restart, or is idle, it means ahead of the clock, if that is later. The
 * limit is computed with the watermark, so that a record costs one comparison.
 */
public final class MaxLead {

  private final long maxLead;
  private final LongSupplier clock;

  /** No record at or before it is too far ahead; in ms. */
  private long limit;

  /** Whether the clock moves the limit. */
  private boolean isByClock;

  private MaxLead(long maxLead, LongSupplier clock) {
    this.maxLead = maxLead;
    this.clock = clock;
    this.isByClock = maxLead != KeyWatermarkPolicy.UNBOUNDED;
    this.limit = isByClock ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  /**
   * An input's, which has had no watermark yet.
   *
   * @param clock of processing time, in ms
   */
  public static MaxLead of(KeyWatermarkPolicy policy, LongSupplier clock) {
    return new MaxLead(policy.maxLead(), clock);
  }

  /** Where no record is too far ahead. */
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
   * The input's watermark has moved, in ms.
   *
   * @return whether the limit has moved back, as it was the clock's, which may be years ahead
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

  /** The input is idle: until its next watermark the last one says little. */
  public void becomeIdle() {
    isByClock = maxLead != KeyWatermarkPolicy.UNBOUNDED;
  }

  private long limitAt(long time) {
    return time > Long.MAX_VALUE - maxLead ? Long.MAX_VALUE : time + maxLead;
  }
}
