/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.util.Comparator;

/**
 * One sensor's sag.
 *
 * @param sensorId null for readings without one, a group of their own as in SQL
 * @param start epoch milliseconds, the time of the first low reading
 */
record SagKey(Long sensorId, long start) implements Comparable<SagKey> {

  private static final Comparator<SagKey> BY_SENSOR_AND_START =
      Comparator.comparing(SagKey::sensorId, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparingLong(SagKey::start);

  @Override
  public int compareTo(SagKey other) {
    return BY_SENSOR_AND_START.compare(this, other);
  }
}
