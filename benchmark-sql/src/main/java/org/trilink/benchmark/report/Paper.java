/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.system.Resources;

/**
 * The results that the paper reports, which are in {@code paper.yaml}: its figures and tables as
 * runs with the coordinates of ours, and single numbers.
 */
final class Paper {

  private static final Map<String, Object> FILE = Resources.yaml(Paper.class, "paper.yaml");

  private Paper() {}

  /** All of them by the names that they have in chapters. */
  static Map<String, Object> figures() {
    Map<String, Object> figures = new HashMap<>(map("numbers"));
    map("figures").forEach((name, runs) -> figures.put(name, runs((List<?>) runs)));
    return figures;
  }

  /** Table 3: the bounds of the load classes, percent of all records; above one, up to the next. */
  static List<Double> loadBounds() {
    return ((List<?>) map("numbers").get("paperLoadBounds"))
        .stream().map(Double.class::cast).toList();
  }

  private static Runs runs(List<?> figure) {
    List<Measurement> measurements = new ArrayList<>();
    for (Object entry : figure) {
      Map<String, String> place = new TreeMap<>();
      Map<Metric, Double> values = new HashMap<>();
      Resources.mapping(entry)
          .forEach(
              (name, value) -> {
                if (value instanceof Number number) {
                  values.put(Metric.valueOf(name), number.doubleValue());
                } else {
                  place.put(name, (String) value);
                }
              });
      Trial trial = new Trial(place.remove(Runs.VARIANT), place, 0);
      measurements.add(new Measurement(trial, "", true, values, List.of(), List.of(), List.of()));
    }
    return Runs.of(measurements);
  }

  private static Map<String, Object> map(String name) {
    return Resources.mapping(FILE.get(name));
  }
}
