/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Objects;
import javax.annotation.Nullable;
import org.trilink.benchmark.result.Sample;

/**
 * The content of a chart; {@code report.js} makes an option of ECharts of it.
 *
 * @param type "bar" or "line"
 * @param x below the x axis
 * @param y of the y axis, its unit; "records/s" becomes "million records/s" where it fits
 * @param categories along the x axis
 * @param max of the y axis; null for what the values need
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Chart(
    String type,
    String x,
    String y,
    List<String> categories,
    boolean logarithmic,
    @Nullable Double max,
    List<Series> series) {

  private static final ObjectMapper JSON = new ObjectMapper();

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
  record Point(double value, double min, double max, boolean incomplete, @Nullable String label) {

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
  record Series(PublishedVariant variant, List<Point> points) {

    boolean hasPoints() {
      return points.stream().anyMatch(Objects::nonNull);
    }
  }

  /** As JSON, in an attribute between apostrophes. */
  String attribute() {
    try {
      return JSON.writeValueAsString(this).replace("&", "&amp;").replace("'", "&#39;");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  List<PublishedVariant> legend() {
    return series.stream().map(Series::variant).toList();
  }
}
