/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Keeps the watermark of results of windows back when clocks go forward. The end of a window that
 * begins before the hour that is skipped may lie within it. Flink fires such windows as soon as the
 * clocks change, and gives them times that are as far behind the change: up to an hour later than
 * those of windows that are fired after them.
 */
final class SkippedHours implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Flink's timers within the skipped hour are at the full hour, in UTC. */
  private static final long HOUR = Duration.ofHours(1).toMillis();

  private final ZoneId zone;

  /** Between these two, in ms, times are all kept back or all not; empty before the first one. */
  private transient long knownFrom;

  private transient long knownUntil;

  /** The watermark of these times; their own is {@link Long#MAX_VALUE}. */
  private transient long keptAt;

  /**
   * @param zone in which windows are aligned
   */
  SkippedHours(ZoneId zone) {
    this.zone = zone;
  }

  /** The watermark that a result's time lets its key reach; both in ms. */
  long watermark(long time) {
    if (time < knownFrom || time >= knownUntil) {
      find(time);
    }
    return Math.min(time, keptAt);
  }

  private void find(long time) {
    ZoneRules rules = zone.getRules();
    ZoneOffsetTransition last = rules.previousTransition(Instant.ofEpochMilli(time + 1));
    ZoneOffsetTransition next = rules.nextTransition(Instant.ofEpochMilli(time));
    long changesNext = next == null ? Long.MAX_VALUE : next.getInstant().toEpochMilli();
    long changed = last == null ? Long.MIN_VALUE : last.getInstant().toEpochMilli();
    long settled =
        last == null || !last.isGap() ? changed : changed + last.getDuration().toMillis();
    boolean isKept = time < settled;
    keptAt = isKept ? changed - Math.floorMod(changed, HOUR) - 1 : Long.MAX_VALUE;
    knownFrom = isKept ? changed : settled;
    knownUntil = isKept ? settled : changesNext;
  }
}
