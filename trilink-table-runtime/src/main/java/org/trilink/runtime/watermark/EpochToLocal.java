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
 * Turns epoch ms into local times, as Flink does for windows. Between two changes of the clocks the
 * offset is the same, so it is looked up once: that takes longer than all else that finding a
 * record's window does.
 */
public final class EpochToLocal implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Some million years, in ms. */
  private static final long FAR_AWAY = 1L << 57;

  private final ZoneId zone;

  /** From when to when, in epoch ms, local times are ahead by {@link #ahead} ms. */
  private transient long from;

  private transient long to;
  private transient long ahead;

  /**
   * Creates the conversion for a time zone.
   *
   * @param zone UTC if times are local ones already
   */
  public EpochToLocal(ZoneId zone) {
    this.zone = zone;
  }

  /**
   * Both in ms.
   *
   * @return as if it were in UTC
   */
  public long local(long epoch) {
    if (epoch >= from && epoch < to) {
      return epoch + ahead;
    }
    long local = TimeWindowUtil.toUtcTimestampMills(epoch, zone);
    if (epoch > -FAR_AWAY
        && epoch < FAR_AWAY) { // not Flink's end of time, which is the same in all zones
      ahead = local - epoch;
      keepBetweenChanges(Instant.ofEpochMilli(epoch));
    }
    return local;
  }

  private void keepBetweenChanges(Instant time) {
    ZoneRules rules = zone.getRules();
    // a change takes place at the first ms with the new offset
    ZoneOffsetTransition before = rules.previousTransition(time.plusMillis(1));
    ZoneOffsetTransition after = rules.nextTransition(time);
    from = before == null ? -FAR_AWAY : before.getInstant().toEpochMilli();
    to = after == null ? FAR_AWAY : after.getInstant().toEpochMilli();
  }
}
