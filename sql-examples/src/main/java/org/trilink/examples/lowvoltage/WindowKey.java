/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.util.Comparator;

/**
 * One sensor and minute.
 *
 * @param sensorId null for readings without one, a group of their own as in SQL
 * @param start epoch milliseconds, inclusive
 */
record WindowKey(Long sensorId, long start) implements Comparable<WindowKey> {

  static final long SIZE_MS = 60_000;

  private static final Comparator<WindowKey> BY_SENSOR_AND_START =
      Comparator.comparing(WindowKey::sensorId, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparingLong(WindowKey::start);

  /** The window [start, end) that an event time, before 1970 or after, falls into. */
  static WindowKey of(Long sensorId, long ts) {
    return new WindowKey(sensorId, Math.floorDiv(ts, SIZE_MS) * SIZE_MS);
  }

  /** Epoch milliseconds, exclusive. */
  long end() {
    return start + SIZE_MS;
  }

  @Override
  public int compareTo(WindowKey other) {
    return BY_SENSOR_AND_START.compare(this, other);
  }
}
