/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The selector of a PromQL expression: {@code name{label="value", label=~"pattern"}}.
 *
 * @param text as written in the expression
 */
public record PrometheusSelector(String text, String name, List<LabelMatcher> matchers) {

  private static final Pattern SELECTOR = Pattern.compile("(flink_\\w+)(?:\\{([^}]*)})?");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~|=)\"([^\"]*)\"");

  /** A missing label is treated as an empty one, as in Prometheus. */
  record LabelMatcher(String label, Pattern pattern) {

    boolean matches(MetricSeries series) {
      return pattern.matcher(series.labels().getOrDefault(label, "")).matches();
    }
  }

  /** All selectors of Flink's metrics in an expression. */
  static List<PrometheusSelector> in(String expression) {
    List<PrometheusSelector> selectors = new ArrayList<>();
    Matcher selector = SELECTOR.matcher(expression);
    while (selector.find()) {
      String labels = selector.group(2) == null ? "" : selector.group(2);
      selectors.add(
          new PrometheusSelector(
              selector.group(),
              selector.group(1),
              MATCHER
                  .matcher(labels)
                  .results()
                  .map(
                      matcher ->
                          new LabelMatcher(
                              matcher.group(1),
                              Pattern.compile(
                                  matcher.group(2).equals("=")
                                      ? Pattern.quote(matcher.group(3))
                                      : matcher.group(3))))
                  .toList()));
    }
    return selectors;
  }

  /** Whether the selector matches a series. */
  public boolean matches(MetricSeries series) {
    return series.name().equals(name)
        && matchers.stream().allMatch(matcher -> matcher.matches(series));
  }
}
