/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** Collects what a chart shows. */
final class Chart {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** All of it, as JSON what {@code report.js} makes an option of ECharts of. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Data(
      String type,
      String x,
      String y,
      List<String> categories,
      boolean logarithmic,
      Double max,
      List<Series> series) {}

  /**
   * One point.
   *
   * @param value the median of its runs
   * @param min the least run
   * @param max the greatest run
   * @param incomplete whether rows were lost or wrong in it
   * @param label to be written at it; null for none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Point(double value, double min, double max, boolean incomplete, String label) {

    static Point of(Sample sample, boolean incomplete) {
      return new Point(sample.median(), sample.min(), sample.max(), incomplete, null);
    }

    /** A single figure. */
    static Point of(double value) {
      return new Point(value, value, value, false, null);
    }

    Point labelled(String text) {
      return new Point(value, min, max, incomplete, text);
    }
  }

  /**
   * @param points one for each category, null for none
   */
  record Series(Variant variant, List<Point> points) {}

  private final String type;
  private final String x;
  private final String y;
  private final List<String> categories;
  private final List<Runs> places;
  private final List<Series> series = new ArrayList<>();
  private boolean logarithmic;
  private Double max;

  private Chart(String type, String x, String y, List<String> categories, List<Runs> places) {
    this.type = type;
    this.x = x;
    this.y = y;
    this.categories = categories;
    this.places = places;
  }

  /**
   * @param x below the x axis
   * @param y of the y axis, its unit; "records/s" becomes "million records/s" where it fits
   * @param categories along the x axis
   */
  static Chart bars(String x, String y, List<String> categories) {
    return new Chart("bar", x, y, categories, List.of());
  }

  /**
   * Bars of runs.
   *
   * @param x below the x axis
   * @param y of the y axis, its unit
   * @param places one for each category
   * @param category the name of a place
   */
  static Chart bars(String x, String y, List<Runs> places, Function<Runs, String> category) {
    return new Chart("bar", x, y, places.stream().map(category).toList(), places);
  }

  /** As bars. */
  static Chart lines(String x, String y, List<String> categories) {
    return new Chart("line", x, y, categories, List.of());
  }

  /** As bars. */
  static Chart lines(String x, String y, List<Runs> places, Function<Runs, String> category) {
    return new Chart("line", x, y, places.stream().map(category).toList(), places);
  }

  /** A series of the places' for each variant: the known ones in their order, then all others. */
  Chart variants(List<String> known, Metric metric) {
    return variants(known, runs -> runs.sample(metric));
  }

  Chart variants(List<String> known, Function<Runs, Optional<Sample>> value) {
    for (Variant variant : Variant.of(places, known)) {
      series(variant, place -> place.variant(variant.name()), value);
    }
    return this;
  }

  /**
   * A series of the places'.
   *
   * @param variant how it looks
   * @param runs its runs of a place
   * @param value what is shown of them
   */
  Chart series(Variant variant, UnaryOperator<Runs> runs, Function<Runs, Optional<Sample>> value) {
    return series(
        variant,
        places.stream()
            .map(runs)
            .map(of -> value.apply(of).map(sample -> Point.of(sample, !of.exact())).orElse(null))
            .toList());
  }

  /** A series with a point, or null, for each category; left out if it has none. */
  Chart series(Variant variant, List<Point> points) {
    if (points.stream().anyMatch(Objects::nonNull)) {
      series.add(new Series(variant, points));
    }
    return this;
  }

  Chart logarithmic() {
    logarithmic = true;
    return this;
  }

  Chart max(double value) {
    max = value;
    return this;
  }

  Block.Panel panel(String title) {
    return new Block.Panel(title, this);
  }

  /** As JSON, in an attribute between apostrophes. */
  String attribute() {
    Data data = new Data(type, x, y, categories, logarithmic, max, series);
    try {
      return JSON.writeValueAsString(data).replace("&", "&amp;").replace("'", "&#39;");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  boolean isEmpty() {
    return series.isEmpty();
  }

  List<Variant> legend() {
    return series.stream().map(Series::variant).toList();
  }
}
