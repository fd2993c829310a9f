/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.trilink.benchmark.result.BalancePoint;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/**
 * A query on a benchmark's runs: all of some runs that are at one place, which is given by the
 * values of some coordinates. Their variant is one, too.
 */
final class Runs {

  static final String VARIANT = "variant";

  /** The coordinate of runs that are not measured for their throughput. */
  private static final String PHASE = "phase";

  private final List<Measurement> all;
  private final Map<String, String> place;
  private final List<Measurement> measurements;

  private Runs(List<Measurement> all, Map<String, String> place) {
    this.all = all;
    this.place = place;
    measurements =
        all.stream()
            .filter(
                run ->
                    place.entrySet().stream()
                        .allMatch(at -> at.getValue().equals(value(run, at.getKey()))))
            .toList();
  }

  static Runs of(List<Measurement> measurements) {
    return new Runs(measurements, Map.of());
  }

  /** The measured runs, without those of a phase before or beside them. */
  static Runs of(BenchmarkResult result) {
    return of(result.measurements()).without(PHASE);
  }

  /** The runs of one phase: "latency", "tuning". */
  static Runs ofPhase(BenchmarkResult result, String phase) {
    return of(result.measurements()).where(PHASE, phase);
  }

  /** At this value of a coordinate, instead of the one that it has in the place, if it has one. */
  Runs where(String coordinate, String value) {
    Map<String, String> other = new HashMap<>(place);
    other.put(coordinate, value);
    return new Runs(all, other);
  }

  Runs variant(String variant) {
    return where(VARIANT, variant);
  }

  /** At the place, whatever their variant. */
  Runs anyVariant() {
    Map<String, String> other = new HashMap<>(place);
    other.remove(VARIANT);
    return new Runs(all, other);
  }

  /** At the place of others. */
  Runs like(Runs others) {
    Map<String, String> other = new HashMap<>(place);
    other.putAll(others.place);
    return new Runs(all, other);
  }

  Runs having(String coordinate) {
    return only(run -> value(run, coordinate) != null);
  }

  Runs without(String coordinate) {
    return only(run -> value(run, coordinate) == null);
  }

  /**
   * Returns these runs; those that do not have a coordinate, as in older results, have it with this
   * value.
   */
  Runs withDefault(String coordinate, String value) {
    return new Runs(all.stream().map(run -> run.withDefault(coordinate, value)).toList(), place);
  }

  /** Returns these runs; those that do not have a coordinate are at each of the others' values. */
  Runs everywhere(String coordinate) {
    List<String> values = values(coordinate);
    return new Runs(
        measurements.stream()
            .flatMap(
                run ->
                    value(run, coordinate) != null
                        ? Stream.of(run)
                        : values.stream().map(value -> run.withDefault(coordinate, value)))
            .toList(),
        place);
  }

  /** One for each place by these coordinates, ordered by the first, then by the next. */
  List<Runs> by(String... coordinates) {
    List<Runs> places = List.of(this);
    for (String coordinate : coordinates) {
      places =
          parts(places, at -> at.values(coordinate).stream().map(v -> at.where(coordinate, v)));
    }
    return places;
  }

  /** One for each variant, in the order in which they were run first. */
  List<Runs> variants() {
    return by(VARIANT);
  }

  /** One for each variant: the known ones in their order, then all others. */
  List<Runs> variants(List<String> known) {
    return values(VARIANT).stream()
        .sorted(CoordinateOrder.first(known))
        .map(this::variant)
        .toList();
  }

  /** One for each variant of each place. */
  static List<Runs> variants(List<Runs> places, List<String> known) {
    return parts(places, there -> there.variants(known).stream());
  }

  private static List<Runs> parts(List<Runs> places, Function<Runs, Stream<Runs>> of) {
    return places.stream().flatMap(of).toList();
  }

  /** The place's value of a coordinate by which the runs were narrowed. */
  String get(String coordinate) {
    return Objects.requireNonNull(place.get(coordinate), coordinate);
  }

  /** Whether the runs were narrowed by a coordinate. */
  boolean has(String coordinate) {
    return place.containsKey(coordinate);
  }

  /** The place's value of a coordinate as a number. */
  double number(String coordinate) {
    return Double.parseDouble(get(coordinate));
  }

  /** The values of a coordinate in their natural order, each once; variants as they were run. */
  List<String> values(String coordinate) {
    Stream<String> values =
        measurements.stream()
            .map(run -> value(run, coordinate))
            .filter(Objects::nonNull)
            .distinct();
    return coordinate.equals(VARIANT)
        ? values.toList()
        : values.sorted(CoordinateOrder.NATURAL).toList();
  }

  private static String value(Measurement run, String coordinate) {
    return coordinate.equals(VARIANT)
        ? run.trial().variant()
        : run.trial().situation().get(coordinate);
  }

  /** The sample of a metric over the runs; empty if none of them tells. */
  Optional<Sample> sample(Metric metric) {
    return Sample.of(measurements, metric);
  }

  /** Records a second. */
  Optional<Sample> rate() {
    return sample(Metric.RECORDS_PER_SECOND);
  }

  /** The median, for people: "1.93 M"; empty if no run tells. */
  Optional<String> words(Metric metric) {
    return sample(metric).map(of -> Amount.of(metric).apply(of.median()));
  }

  /** "1.93 M records/s", and whether rows are missing; empty if no run tells. */
  Optional<String> reads() {
    return words(Metric.RECORDS_PER_SECOND)
        .map(rate -> rate + " records/s" + Completeness.clause(this));
  }

  /** The sample of a metric over the runs, for people: "1.93 M [1.91 M – 1.96 M]". */
  String text(Metric metric) {
    return Amount.range(sample(metric), Amount.of(metric));
  }

  /** One metric as percents of the median of another. */
  Optional<Sample> percent(Metric part, Metric whole) {
    return scaled(part, 100, whole);
  }

  /** One metric for each of the median of another. */
  Optional<Sample> each(Metric part, Metric whole) {
    return scaled(part, 1, whole);
  }

  private Optional<Sample> scaled(Metric part, double factor, Metric whole) {
    double of = factor / median(whole).orElse(0);
    return sample(part)
        .filter(any -> Double.isFinite(of))
        .map(it -> new Sample(it.min() * of, it.median() * of, it.max() * of, it.runs()));
  }

  /** The sum over all runs; what a run does not tell counts as 0. */
  double total(Metric metric) {
    return measurements.stream().mapToDouble(run -> run.value(metric).orElse(0)).sum();
  }

  /** Flink and Trilink at this place; empty if the rate of one of them was not measured. */
  Optional<Pair> pair() {
    return Pair.of(this);
  }

  /** These runs beside others; empty if the rate of one of them was not measured. */
  Optional<Pair> over(@Nullable Runs base) {
    return base == null ? Optional.empty() : Pair.of(base, this);
  }

  /** The ratio of the medians of a metric; empty if one of them is missing or the whole is 0. */
  OptionalDouble ratio(Runs whole, Metric metric) {
    Optional<Sample> of = whole.sample(metric);
    return of.isEmpty() || sample(metric).isEmpty()
        ? OptionalDouble.empty()
        : Comparison.part(sample(metric).get(), of.get());
  }

  /** One metric as a share of itself and another; empty if one of them is missing. */
  OptionalDouble partOfBoth(Metric part, Metric rest) {
    OptionalDouble one = median(part);
    OptionalDouble other = median(rest);
    return one.isEmpty() || other.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(one.getAsDouble() / (one.getAsDouble() + other.getAsDouble()));
  }

  /** The median; empty if no run tells. */
  OptionalDouble median(Metric metric) {
    return sample(metric).stream().mapToDouble(Sample::median).findFirst();
  }

  /** How many records each subtask had, in the first run that tells. */
  List<Long> loads() {
    return listOf(Measurement::loads);
  }

  /** How even loads were over time, in the first run that tells. */
  List<BalancePoint> balance() {
    return listOf(Measurement::balance);
  }

  /** The list of the first run that has something in it; empty if none has. */
  private <T> List<T> listOf(Function<Measurement, List<T>> list) {
    return measurements.stream()
        .map(list)
        .filter(some -> !some.isEmpty())
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
    return new Runs(all.stream().filter(condition).toList(), place);
  }
}
