/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.functions.aggregate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** The least-squares slope by the textbook's formula, without rounding. */
final class ExactTrend {

  private ExactTrend() {}

  /** A reading. */
  record Point(double value, long time) {}

  /** Per hour, times in ms; null if there are fewer than two distinct times. */
  static Double slopePerHour(List<Point> points) {
    BigDecimal n = BigDecimal.valueOf(points.size());
    BigDecimal t = BigDecimal.ZERO;
    BigDecimal v = BigDecimal.ZERO;
    BigDecimal tt = BigDecimal.ZERO;
    BigDecimal tv = BigDecimal.ZERO;
    for (Point point : points) {
      BigDecimal time = BigDecimal.valueOf(point.time());
      BigDecimal value = new BigDecimal(point.value());
      t = t.add(time);
      v = v.add(value);
      tt = tt.add(time.multiply(time));
      tv = tv.add(time.multiply(value));
    }
    BigDecimal spread = n.multiply(tt).subtract(t.multiply(t));
    if (spread.signum() == 0) {
      return null;
    }
    return n.multiply(tv)
        .subtract(t.multiply(v))
        .multiply(BigDecimal.valueOf(3_600_000))
        .divide(spread, MathContext.DECIMAL128)
        .doubleValue();
  }
}
