/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

/**
 * What an axis counts in.
 *
 * @param factor of one on the axis
 * @param unit for people
 */
record Scale(double factor, String unit) {

  private static final double MILLION = 1e6;
  private static final double THOUSAND = 1e3;

  /**
   * @param max the greatest value on the axis
   * @param unit of the values
   */
  static Scale of(double max, String unit) {
    if (unit.equals("bytes")) {
      return bytes(max);
    }
    if (unit.equals("ms")) {
      return max >= THOUSAND ? new Scale(THOUSAND, "s") : new Scale(1, unit);
    }
    if (max >= MILLION) {
      return new Scale(MILLION, "million " + unit);
    }
    return max >= 10 * THOUSAND ? new Scale(THOUSAND, "thousand " + unit) : new Scale(1, unit);
  }

  private static Scale bytes(double max) {
    if (max >= MILLION) {
      return new Scale(MILLION, "MB");
    }
    return max >= THOUSAND ? new Scale(THOUSAND, "kB") : new Scale(1, "bytes");
  }

  /** The value on the axis, with as many digits as it is worth. */
  double apply(double value) {
    return new java.math.BigDecimal(value / factor)
        .round(new java.math.MathContext(4))
        .doubleValue();
  }
}
