/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.trilink.benchmark.result.BalancePoint;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** Some of a benchmark's measured runs; narrowed step by step. */
final class Runs {

  /** The coordinate of runs that are not measured for their throughput. */
  private static final String PHASE = "phase";

  private final List<Measurement> measurements;

  private Runs(List<Measurement> measurements) {
    this.measurements = measurements;
  }

  /** The measured runs, without those of a phase before or beside them. */
  static Runs of(BenchmarkResult result) {
    return new Runs(result.measurements()).without(PHASE);
  }

  /** The runs of one phase: "latency", "tuning". */
  static Runs ofPhase(BenchmarkResult result, String phase) {
    return new Runs(result.measurements()).where(PHASE, phase);
  }

  Runs where(String coordinate, String value) {
    return only(run -> value.equals(run.trial().situation().get(coordinate)));
  }

  Runs having(String coordinate) {
    return only(run -> run.trial().situation().containsKey(coordinate));
  }

  Runs without(String coordinate) {
    return only(run -> !run.trial().situation().containsKey(coordinate));
  }

  /**
   * The same; those that do not have a coordinate, as in older results, have it with this value.
   */
  Runs withDefault(String coordinate, String value) {
    return new Runs(measurements.stream().map(run -> run.withDefault(coordinate, value)).toList());
  }

  Runs variant(String variant) {
    return only(run -> run.trial().variant().equals(variant));
  }

  /** The values of a coordinate, in their natural order, each once. */
  List<String> values(String coordinate) {
    return measurements.stream()
        .map(run -> run.trial().situation().get(coordinate))
        .filter(Objects::nonNull)
        .distinct()
        .sorted(CoordinateOrder.NATURAL)
        .toList();
  }

  /** The variants, in the order in which they were run first. */
  List<String> variants() {
    return measurements.stream().map(run -> run.trial().variant()).distinct().toList();
  }

  /** What the runs came to; empty if none of them tells. */
  Optional<Sample> sample(Metric metric) {
    double[] values =
        measurements.stream()
            .map(run -> run.value(metric))
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .toArray();
    return values.length == 0
        ? Optional.empty()
        : Optional.of(Sample.of(java.util.Arrays.stream(values)));
  }

  /** The sum over all runs; what a run does not tell counts as 0. */
  double total(Metric metric) {
    return measurements.stream().mapToDouble(run -> run.value(metric).orElse(0)).sum();
  }

  /** The median; empty if no run tells. */
  OptionalDouble median(Metric metric) {
    Optional<Sample> sample = sample(metric);
    return sample.isPresent() ? OptionalDouble.of(sample.get().median()) : OptionalDouble.empty();
  }

  /** The loads of the subtasks in the first run that has some; empty if none has. */
  List<Long> loads() {
    return measurements.stream()
        .map(Measurement::loads)
        .filter(loads -> !loads.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /** How even loads were over time in the first run that tells; empty if none does. */
  List<BalancePoint> balance() {
    return measurements.stream()
        .map(Measurement::balance)
        .filter(points -> !points.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /** Whether the results of all runs are the oracle's. */
  boolean exact() {
    return measurements.stream().allMatch(Measurement::exact);
  }

  boolean isEmpty() {
    return measurements.isEmpty();
  }

  int count() {
    return measurements.size();
  }

  private Runs only(Predicate<Measurement> condition) {
    return new Runs(measurements.stream().filter(condition).toList());
  }
}
