/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** A series of a chart from runs. */
final class Points {

  private Points() {}

  /** The throughputs, one for each category; none where there is no run. */
  static List<Optional<Point>> of(List<String> categories, Function<String, Runs> runs) {
    return of(categories, runs, Metric.RECORDS_PER_SECOND);
  }

  static List<Optional<Point>> of(
      List<String> categories, Function<String, Runs> runs, Metric metric) {
    return categories.stream().map(category -> of(runs.apply(category), metric)).toList();
  }

  /** One metric as percents of the median of another. */
  static List<Optional<Point>> percents(
      List<String> categories, Function<String, Runs> runs, Metric part, Metric whole) {
    return categories.stream().map(category -> percent(runs.apply(category), part, whole)).toList();
  }

  private static Optional<Point> percent(Runs runs, Metric part, Metric whole) {
    OptionalDouble of = runs.median(whole);
    if (of.isEmpty() || of.getAsDouble() == 0) {
      return Optional.empty();
    }
    double percent = 100 / of.getAsDouble();
    return runs.sample(part)
        .map(
            sample ->
                new Sample(
                    sample.min() * percent,
                    sample.median() * percent,
                    sample.max() * percent,
                    sample.runs()))
        .map(sample -> new Point(sample, !runs.exact()));
  }

  private static Optional<Point> of(Runs runs, Metric metric) {
    return runs.sample(metric).map(sample -> new Point(sample, !runs.exact()));
  }
}
