/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.result;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * The range and the median of a value over several runs of the same.
 *
 * @param min the least
 * @param median the middle one; the mean of the two middle ones of an even number
 * @param max the greatest
 * @param runs how many
 */
public record Sample(double min, double median, double max, int runs) {

  /** Summarizes what runs tell of a metric; empty if none of them tells. */
  public static Optional<Sample> of(List<Measurement> runs, Metric metric) {
    double[] values =
        runs.stream()
            .map(run -> run.value(metric))
            .flatMapToDouble(OptionalDouble::stream)
            .toArray();
    return values.length == 0 ? Optional.empty() : Optional.of(of(DoubleStream.of(values)));
  }

  /**
   * Summarizes the values of some runs.
   *
   * @throws IllegalArgumentException if there are no values
   */
  public static Sample of(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("no runs");
    }
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Sample(sorted[0], median, sorted[sorted.length - 1], sorted.length);
  }
}
