/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.metrics;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A time series in Prometheus: the name of a metric and its labels. */
public record MetricSeries(String name, Map<String, String> labels) {

  private static final Pattern LINE = Pattern.compile("(\\w+)(?:\\{(.*)})? \\S+");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** Parses a line of Prometheus' text format; empty for a comment. */
  static Optional<MetricSeries> parse(String line) {
    Matcher matcher = LINE.matcher(line);
    if (line.startsWith("#") || !matcher.matches()) {
      return Optional.empty();
    }
    Map<String, String> labels = new HashMap<>();
    if (matcher.group(2) != null) {
      Matcher label = LABEL.matcher(matcher.group(2));
      while (label.find()) {
        labels.put(label.group(1), label.group(2));
      }
    }
    return Optional.of(new MetricSeries(matcher.group(1), labels));
  }
}
