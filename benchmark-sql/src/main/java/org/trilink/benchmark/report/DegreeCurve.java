/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.trilink.benchmark.result.BalancePoint;

/** Balance over a run, by records and not by time: so keys change at the same places in each. */
final class DegreeCurve {

  private static final int POINTS = 30;

  private DegreeCurve() {}

  /** How many percent of the records have come at each of the curve's points. */
  static List<String> percents() {
    return IntStream.rangeClosed(1, POINTS)
        .mapToObj(point -> String.valueOf(Math.round(100.0 * point / POINTS)))
        .toList();
  }

  /** The mean of each part of the records, weighted by records; null where there are none. */
  static List<Double> curve(List<BalancePoint> seconds) {
    double all = seconds.stream().mapToLong(BalancePoint::records).sum();
    double[] weights = new double[POINTS];
    double[] degrees = new double[POINTS];
    double seen = 0;
    for (BalancePoint second : seconds) {
      double end = seen + second.records() / all * POINTS;
      for (int part = (int) seen; part < Math.min(POINTS, Math.ceil(end)); part++) {
        double weight = Math.min(end, part + 1) - Math.max(seen, part);
        weights[part] += weight;
        degrees[part] += weight * second.degree();
      }
      seen = end;
    }
    List<Double> curve = new ArrayList<>();
    for (int part = 0; part < POINTS; part++) {
      curve.add(weights[part] > 0 ? degrees[part] / weights[part] : null);
    }
    return curve;
  }
}
