/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

import java.util.Optional;

/** A sensor's readings one after the other, and the low ones in a row that they end with. */
final class LowRun {

  /** From how many low readings in a row on it is a sustained sag. */
  private static final long MIN_READINGS = 5;

  private final Long sensorId;
  private long latestTs = Long.MIN_VALUE;
  private long start;
  private long readings;
  private double min;

  /**
   * @param sensorId null for readings without one
   */
  LowRun(Long sensorId) {
    this.sensorId = sensorId;
  }

  /**
   * Takes the sensor's next reading. One that is older than the sensor's latest is left out: it is
   * late by its own sensor's time.
   *
   * @param ts epoch milliseconds
   * @param voltage in volts
   * @return the sag that the reading ends, if it ends one
   */
  Optional<SagRow> add(long ts, double voltage) {
    if (ts < latestTs) {
      return Optional.empty();
    }
    latestTs = ts;
    if (voltage < VoltageWindow.LOW_BELOW_VOLTS) {
      extend(ts, voltage);
      return Optional.empty();
    }
    Optional<SagRow> sag =
        isRecovered(voltage) && readings >= MIN_READINGS
            ? Optional.of(new SagRow(sensorId, start, ts, readings, min))
            : Optional.empty();
    readings = 0;
    return sag;
  }

  private void extend(long ts, double voltage) {
    if (readings == 0) {
      start = ts;
      min = voltage;
    }
    readings++;
    min = Math.min(min, voltage);
  }

  /** A NaN is neither low nor this: it ends a run, and no sag is reported. */
  private static boolean isRecovered(double voltage) {
    return voltage >= VoltageWindow.LOW_BELOW_VOLTS;
  }
}
