/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

/** The script's aggregates over some readings of a sensor. */
final class Settlement {

  private long readings;
  private double sum;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;

  void add(double settlementMm) {
    readings++;
    sum += settlementMm;
    min = Math.min(min, settlementMm);
    max = Math.max(max, settlementMm);
  }

  void add(Settlement other) {
    readings += other.readings;
    sum += other.sum;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
  }

  long readings() {
    return readings;
  }

  double avgMm() {
    return sum / readings;
  }

  /**
   * The greatest settlement less the least, in mm; the same to the last digit whatever the order of
   * the readings.
   */
  double rangeMm() {
    return max - min;
  }
}
