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
final class LocalToEpoch implements Serializable {

  private static final long serialVersionUID = 1L;

  private final ZoneId zone;
  private final Conversion conversion;
  private transient long knownLocal;
  private transient long knownEpoch;
  private transient boolean isKnown;

  private LocalToEpoch(ZoneId zone, Conversion conversion) {
    this.zone = zone;
    this.conversion = conversion;
  }

  /**
   * Takes the earliest instant where a local time, as clocks change, stands for several or none.
   */
  static LocalToEpoch earliest(ZoneId zone) {
    return new LocalToEpoch(zone, LocalToEpoch::toEarliest);
  }

  /** Does as Flink does for the timers of windows. */
  static LocalToEpoch forTimers(ZoneId zone) {
    return new LocalToEpoch(zone, TimeWindowUtil::toEpochMillsForTimer);
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
  long epoch(long local) {
    if (!isKnown || local != knownLocal) {
      knownLocal = local;
      knownEpoch = conversion.convert(local, zone);
      isKnown = true;
    }
    return knownEpoch;
  }

  private static long toEarliest(long local, ZoneId zone) {
    return local - 1000L * greatestOffset(local, zone.getRules());
  }

  /** The greatest UTC offset, in seconds; it gives the earliest instant. */
  private static int greatestOffset(long local, ZoneRules rules) {
    LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(local), ZoneOffset.UTC);
    ZoneOffsetTransition change = rules.getTransition(time);
    return change == null
        ? rules.getOffset(time).getTotalSeconds()
        : Math.max(
            change.getOffsetBefore().getTotalSeconds(), change.getOffsetAfter().getTotalSeconds());
  }

  /** Converts a local time into epoch ms. */
  private interface Conversion extends Serializable {

    long convert(long local, ZoneId zone);
  }
}
