/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.lowvoltage;

/** The script's aggregates over the readings of one sensor and minute. */
final class VoltageWindow {

  /** The length of a window. */
  static final long SIZE_MS = 60_000;

  /** 220 V less 10 %, the lower limit of GB/T 12325. */
  static final double LOW_BELOW_VOLTS = 198.0;

  private long readings;
  private long lowReadings;
  private long voltages;
  private double sum;
  private double min;

  /** Adds a reading's voltage, which may be null. */
  void add(Double voltage) {
    readings++;
    if (voltage == null) {
      return;
    }
    if (voltage < LOW_BELOW_VOLTS) {
      lowReadings++;
    }
    // As Flink's MIN compares, so that a NaN has the same effect.
    if (voltages == 0 || voltage < min) {
      min = voltage;
    }
    voltages++;
    sum += voltage;
  }

  long readings() {
    return readings;
  }

  long lowReadings() {
    return lowReadings;
  }

  /** In volts; null without a voltage. */
  Double minVoltage() {
    return voltages == 0 ? null : (Double) min;
  }

  /** In volts; null without a voltage. */
  Double avgVoltage() {
    return voltages == 0 ? null : (Double) (sum / voltages);
  }

  /** Whether at least half of the readings are low. */
  boolean isAlert() {
    return lowReadings * 2 >= readings;
  }
}
