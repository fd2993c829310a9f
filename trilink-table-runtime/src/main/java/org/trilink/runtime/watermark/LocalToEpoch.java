/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import java.io.Serializable;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.apache.flink.table.runtime.util.TimeWindowUtil;

/**
 * Turns local times into epoch ms. The last one is cached: time zone lookups are slow, and the same
 * windows come again.
 */
abstract class LocalToEpoch implements Serializable {

  private static final long serialVersionUID = 1L;

  private final ZoneId zone;
  private transient long knownLocal;
  private transient long knownEpoch;
  private transient boolean isKnown;

  private LocalToEpoch(ZoneId zone) {
    this.zone = zone;
  }

  /**
   * Takes the earliest instant where a local time, as clocks change, stands for several or none.
   */
  static LocalToEpoch earliest(ZoneId zone) {
    return new Earliest(zone);
  }

  /** Does as Flink does for the timers of windows. */
  static LocalToEpoch forTimers(ZoneId zone) {
    return new ForTimers(zone);
  }

  /** Whether local times in this zone are epoch ms already. */
  static boolean isEpoch(ZoneId zone) {
    return zone.getRules().equals(ZoneOffset.UTC.getRules());
  }

  /**
   * Both in ms.
   *
   * @param local as if it were in UTC
   */
  final long epoch(long local) {
    if (!isKnown || local != knownLocal) {
      knownLocal = local;
      knownEpoch = convert(local, zone);
      isKnown = true;
    }
    return knownEpoch;
  }

  abstract long convert(long local, ZoneId from);

  private static final class Earliest extends LocalToEpoch {

    private static final long serialVersionUID = 1L;

    Earliest(ZoneId zone) {
      super(zone);
    }

    @Override
    long convert(long local, ZoneId from) {
      return local - 1000L * greatestOffset(local, from.getRules());
    }

    /** The greatest UTC offset, in seconds; it gives the earliest instant. */
    private static int greatestOffset(long local, ZoneRules rules) {
      LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(local), ZoneOffset.UTC);
      ZoneOffsetTransition change = rules.getTransition(time);
      return change == null
          ? rules.getOffset(time).getTotalSeconds()
          : Math.max(
              change.getOffsetBefore().getTotalSeconds(),
              change.getOffsetAfter().getTotalSeconds());
    }
  }

  private static final class ForTimers extends LocalToEpoch {

    private static final long serialVersionUID = 1L;

    ForTimers(ZoneId zone) {
      super(zone);
    }

    @Override
    long convert(long local, ZoneId from) {
      return TimeWindowUtil.toEpochMillsForTimer(local, from);
    }
  }
}
