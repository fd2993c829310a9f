/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.trilink.benchmark.result.Sample;

/** Collects what a chart shows, and makes the option of it that ECharts draws. */
final class Chart {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String MUTED = "--muted";
  private static final String RULE = "--rule";
  private static final String TEXT = "--text";

  /** What a colour gets behind it to shine through. */
  private static final String PALE = "+38";

  /** Pixels above a bar for the line of its runs. */
  private static final int RANGE_ABOVE = 16;

  private enum Kind {
    BAR,
    LINE
  }

  /**
   * One point.
   *
   * @param incomplete whether rows were lost or wrong in it
   */
  record Point(Sample sample, boolean incomplete) {

    /** A single figure, as the paper gives them. */
    static Optional<Point> of(double value) {
      return Optional.of(new Point(new Sample(value, value, value, 1), false));
    }
  }

  private record Series(Variant variant, Kind kind, List<Optional<Point>> points) {}

  private final String xName;
  private final List<String> categories;
  private final String yName;
  private final List<Series> series = new ArrayList<>();
  private boolean logarithmic;
  private boolean withValues;
  private Double yMax;

  /**
   * @param xName below the x axis
   * @param categories along it
   * @param yName of the y axis, its unit; "records/s" becomes "million records/s" where it fits
   */
  Chart(String xName, List<String> categories, String yName) {
    this.xName = xName;
    this.categories = List.copyOf(categories);
    this.yName = yName;
  }

  Chart bars(Variant variant, List<Optional<Point>> points) {
    series.add(new Series(variant, Kind.BAR, points));
    return this;
  }

  Chart line(Variant variant, List<Optional<Point>> points) {
    series.add(new Series(variant, Kind.LINE, points));
    return this;
  }

  /** Writes each bar's value above it, from bottom to top: bars may be narrow. */
  Chart withValues() {
    withValues = true;
    return this;
  }

  Chart logarithmic() {
    logarithmic = true;
    return this;
  }

  Chart yMax(double max) {
    yMax = max;
    return this;
  }

  boolean isEmpty() {
    return points().findAny().isEmpty();
  }

  Panel panel(String title) {
    return new Panel(title, option());
  }

  private ObjectNode option() {
    Scale scale = scale();
    ObjectNode option = JSON.objectNode();
    option.put("animation", false);
    option.putObject("textStyle").put("color", TEXT);
    option
        .putObject("grid")
        .put("left", 4)
        .put("right", 12)
        .put("top", 34)
        .put("bottom", xName.isEmpty() ? 6 : 30)
        .put("containLabel", true);
    ObjectNode tooltip = option.putObject("tooltip");
    tooltip
        .put("trigger", "axis")
        .put("confine", true)
        .put("backgroundColor", "--surface")
        .put("borderColor", RULE);
    tooltip.putObject("textStyle").put("color", TEXT).put("fontSize", 12);
    tooltip.putObject("axisPointer").put("type", "shadow");
    option.set("xAxis", xAxis());
    option.set("yAxis", yAxis(scale));
    ArrayNode all = option.putArray("series");
    series.forEach(one -> all.add(series(one, scale)));
    return option;
  }

  /** Of a logarithmic axis the least value is to be at 1 or above, where bars begin. */
  private Scale scale() {
    DoubleStream values = points().mapToDouble(point -> point.sample().median());
    return logarithmic
        ? Scale.of(values.filter(value -> value > 0).min().orElse(0), yName)
        : Scale.of(values.max().orElse(0), yName);
  }

  private ObjectNode xAxis() {
    ObjectNode axis = JSON.objectNode();
    axis.put("type", "category").put("name", xName);
    axis.put("nameLocation", "middle").put("nameGap", nameGap());
    axis.putObject("nameTextStyle").put("color", MUTED);
    axis.putObject("axisLine").putObject("lineStyle").put("color", RULE);
    axis.putObject("axisTick").put("show", false);
    axis.putObject("axisLabel")
        .put("color", TEXT)
        .put("interval", 0)
        .put("hideOverlap", true)
        .put("lineHeight", 15);
    ArrayNode data = axis.putArray("data");
    categories.forEach(data::add);
    return axis;
  }

  /** Labels of two lines need more room. */
  private int nameGap() {
    return categories.stream().anyMatch(category -> category.contains("\n")) ? 42 : 28;
  }

  private ObjectNode yAxis(Scale scale) {
    ObjectNode axis = JSON.objectNode();
    axis.put("type", logarithmic ? "log" : "value").put("name", scale.unit());
    axis.put("nameGap", 14);
    axis.putObject("nameTextStyle").put("color", MUTED).put("align", "left").put("padding", 0);
    axis.putObject("axisLabel").put("color", MUTED);
    axis.putObject("splitLine").putObject("lineStyle").put("color", RULE);
    axis.put("splitNumber", 4);
    if (withValues) {
      axis.putArray("boundaryGap").add(0).add("30%");
    }
    if (logarithmic) {
      axis.put("min", logarithmicMin(scale));
    }
    if (yMax != null) {
      axis.put("max", yMax).put("interval", yMax / 4);
    }
    return axis;
  }

  /** A power of ten clearly below the least bar, which would have no height on the axis itself. */
  private double logarithmicMin(Scale scale) {
    double least =
        points().mapToDouble(point -> scale.apply(point.sample().median())).min().orElse(1);
    double power = Math.pow(10, Math.floor(Math.log10(Math.max(1, least))));
    return Math.max(1, least < 2 * power ? power / 10 : power);
  }

  private ObjectNode series(Series one, Scale scale) {
    ObjectNode node = JSON.objectNode();
    String colour = one.variant().colour();
    node.put("name", one.variant().label()).put("color", colour);
    switch (one.kind()) {
      case BAR ->
          node.put("type", "bar").put("barMaxWidth", withValues ? 64 : 36).put("barGap", "12%");
      case LINE -> {
        node.put("type", "line").put("symbol", "circle").put("symbolSize", 7);
        node.put("showAllSymbol", true);
        node.putObject("lineStyle").put("width", 2);
      }
    }
    ArrayNode data = node.putArray("data");
    ArrayNode ranges = JSON.arrayNode();
    for (int i = 0; i < one.points().size(); i++) {
      Optional<Point> point = one.points().get(i).filter(this::canBeDrawn);
      if (point.isEmpty()) {
        data.addNull();
        continue;
      }
      data.add(datum(point.get(), one, scale));
      if (point.get().sample().min() < point.get().sample().max()) {
        ranges.add(range(i, point.get().sample(), scale));
      }
    }
    if (!ranges.isEmpty()) {
      node.set("markLine", rangeLines(ranges));
    }
    return node;
  }

  private ObjectNode datum(Point point, Series one, Scale scale) {
    ObjectNode datum = JSON.objectNode();
    datum.put("value", scale.apply(point.sample().median()));
    if (withValues) {
      datum
          .putObject("label")
          .put("show", true)
          .put("position", "top")
          .put("distance", RANGE_ABOVE)
          .put("rotate", 90)
          .put("align", "left")
          .put("verticalAlign", "middle")
          .put("color", TEXT)
          .put("fontSize", 11)
          .put("formatter", Amount.count(point.sample().median()));
    }
    if (point.incomplete()) {
      String colour = one.variant().colour();
      datum
          .putObject("itemStyle")
          .put("color", one.kind() == Kind.BAR ? colour + PALE : "--surface")
          .put("borderColor", colour)
          .put("borderWidth", 1.5)
          .put("borderType", one.kind() == Kind.BAR ? "dashed" : "solid");
    }
    return datum;
  }

  /** From the least to the greatest run. */
  private static ArrayNode range(int category, Sample sample, Scale scale) {
    ArrayNode ends = JSON.arrayNode();
    ends.addObject().putArray("coord").add(category).add(scale.apply(sample.min()));
    ends.addObject().putArray("coord").add(category).add(scale.apply(sample.max()));
    return ends;
  }

  private static ObjectNode rangeLines(ArrayNode ranges) {
    ObjectNode lines = JSON.objectNode();
    lines.put("silent", true).put("symbol", "none").put("animation", false);
    lines.putObject("label").put("show", false);
    lines
        .putObject("lineStyle")
        .put("color", TEXT)
        .put("width", 1.5)
        .put("type", "solid")
        .put("opacity", 0.75);
    lines.set("data", ranges);
    return lines;
  }

  private boolean canBeDrawn(Point point) {
    return !logarithmic || point.sample().min() > 0;
  }

  private Stream<Point> points() {
    return series.stream().map(Series::points).flatMap(List::stream).flatMap(Optional::stream);
  }
}
