/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.Serializable;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.apache.flink.table.runtime.util.TimeWindowUtil;

/**
 * The slice of time that was looked up last, which nearly all records are in: finding a slice takes
 * a division and, but in UTC, the rules of a time zone.
 */
public final class LatestSlice implements Serializable {

  private static final long serialVersionUID = 1L;

  private final ZoneId zone;
  private transient long from;
  private transient long to;
  private transient long end;

  /**
   * None so far.
   *
   * @param zone in which slices are aligned; UTC if times are local ones
   */
  public LatestSlice(ZoneId zone) {
    this.zone = zone;
  }

  /** Whether a time is in it; in ms since the epoch. */
  public boolean has(long time) {
    return time >= from && time < to;
  }

  /** Its end, in ms of local time; only if it {@link #has} a time. */
  public long end() {
    return end;
  }

  /**
   * Takes the slice that a time was found to be in.
   *
   * @param time in ms since the epoch
   * @param sliceEnd in ms of local time
   * @param length of the slice, in ms
   */
  public void set(long time, long sliceEnd, long length) {
    long ahead = TimeWindowUtil.toUtcTimestampMills(time, zone) - time;
    end = sliceEnd;
    from = sliceEnd - length - ahead;
    to = sliceEnd - ahead;
    if (!zone.getRules().isFixedOffset()) {
      keepWithinOffsetOf(time);
    }
  }

  /** Leaves out what is beyond a change of the clocks: the same local time may come again there. */
  private void keepWithinOffsetOf(long time) {
    ZoneRules rules = zone.getRules();
    ZoneOffsetTransition before = rules.previousTransition(Instant.ofEpochMilli(time + 1));
    ZoneOffsetTransition after = rules.nextTransition(Instant.ofEpochMilli(time));
    from = before == null ? from : Math.max(from, before.toEpochSecond() * 1000);
    to = after == null ? to : Math.min(to, after.toEpochSecond() * 1000);
  }
}
