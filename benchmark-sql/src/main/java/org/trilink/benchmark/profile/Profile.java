/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How the time of a job's threads spreads over the steps.
 *
 * @param shares of 1, by step; a step that was not seen is missing
 * @param gcPauses of the time that the job ran, of 1: all threads stood still for so long
 */
record Profile(Map<Step, Double> shares, double gcPauses) {

  private static final String GC = "GC";
  private static final String SEPARATOR = ", ";

  Profile {
    EnumMap<Step, Double> ordered = new EnumMap<>(Step.class);
    ordered.putAll(shares);
    shares = Collections.unmodifiableMap(ordered);
  }

  double share(Step step) {
    return shares.getOrDefault(step, 0.0);
  }

  /** As one line, for a result's settings: {@code KAFKA_FETCH 0.2100, ..., GC 0.0130}. */
  String text() {
    return shares.entrySet().stream()
            .map(share -> entry(share.getKey().name(), share.getValue()))
            .collect(Collectors.joining(SEPARATOR))
        + SEPARATOR
        + entry(GC, gcPauses);
  }

  private static String entry(String name, double share) {
    return String.format(Locale.ROOT, "%s %.4f", name, share);
  }

  /** Parses a profile in the form of {@link #text()}. */
  static Profile parse(String text) {
    Map<String, Double> entries =
        Arrays.stream(text.split(SEPARATOR))
            .map(entry -> entry.split(" "))
            .collect(Collectors.toMap(entry -> entry[0], entry -> Double.valueOf(entry[1])));
    EnumMap<Step, Double> shares = new EnumMap<>(Step.class);
    for (Step step : Step.values()) {
      if (entries.containsKey(step.name())) {
        shares.put(step, entries.get(step.name()));
      }
    }
    return new Profile(shares, entries.get(GC));
  }
}
