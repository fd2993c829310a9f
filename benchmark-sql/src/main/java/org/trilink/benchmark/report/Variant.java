/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.List;
import java.util.Map;

/**
 * A variant as it looks everywhere in the report.
 *
 * @param name in the results
 * @param label for people
 * @param colour of the page's, as a CSS custom property
 */
record Variant(String name, String label, String colour) {

  static final String FLINK = "flink";
  static final String TRILINK = "trilink";
  static final String ANY_ORDER = "trilink, any order";
  static final String LOCAL_MERGE = "trilink, local-merge";
  static final String BARE_CONSUMER = "bare consumer";
  static final String HAND_WRITTEN = "hand-written";

  private static final String OTHER = "--other";

  private static final Map<String, String> COLOURS =
      Map.ofEntries(
          Map.entry(FLINK, "--flink"),
          Map.entry("flink, small delay", "--flink"),
          Map.entry("flink, delay = skew", "--flink-2"),
          Map.entry("flink, late firing", "--flink-3"),
          Map.entry("hash", "--flink-2"),
          Map.entry("shuffle", "--flink-2"),
          Map.entry(TRILINK, "--trilink"),
          Map.entry(LOCAL_MERGE, "--way-2"),
          Map.entry(ANY_ORDER, "--way-1"),
          Map.entry("modulo", "--way-1"),
          Map.entry("least-key", "--way-2"),
          Map.entry("least-count", "--way-3"),
          Map.entry("least-count with history", "--trilink"),
          Map.entry("flink, savepoint and restart", "--flink-3"),
          Map.entry("auto", "--way-3"),
          Map.entry("auto, threshold 0.4", "--way-2"),
          Map.entry("auto, period 20 s", "--way-1"),
          Map.entry("auto, count 100 M", "--ceiling"),
          Map.entry("local-merge", "--way-2"),
          Map.entry("global-merge", "--way-3"),
          Map.entry("ahead-keyby", "--trilink"),
          Map.entry(HAND_WRITTEN, "--way-2"),
          Map.entry("trilink, ahead-keyby", "--way-3"),
          Map.entry("flink 1.20", "--flink-2"),
          Map.entry("flink 1.20, delay = skew", "--flink-2"),
          Map.entry("GeoFlink style", "--flink-3"),
          Map.entry("Kafka Streams processor in memory", "--way-1"),
          Map.entry("Kafka Streams DSL in memory", "--other"),
          Map.entry(BARE_CONSUMER, "--ceiling"));

  private static final Map<String, String> LABELS =
      Map.of(
          BARE_CONSUMER,
          "bare Kafka consumer",
          HAND_WRITTEN,
          "hand-written program",
          "shuffle",
          "Trilink, plain exchange");

  static Variant of(String name) {
    return new Variant(name, label(name), COLOURS.getOrDefault(name, OTHER));
  }

  /** The variants of some runs at these places: the known ones in their order, then all others. */
  static List<Variant> of(List<Runs> places, List<String> known) {
    return places.stream()
        .flatMap(place -> place.values(Runs.VARIANT).stream())
        .distinct()
        .sorted(CoordinateOrder.first(known))
        .map(Variant::of)
        .toList();
  }

  /** The variant of runs at a place. */
  static Variant of(Runs runs) {
    return of(runs.get(Runs.VARIANT));
  }

  /** Within a sentence: "Flink with a small delay". */
  String inText() {
    return label
        .replace("Flink, small", "Flink with a small")
        .replace("Flink, ", "Flink with ")
        .replace("Trilink, ", "Trilink with ");
  }

  private static String label(String name) {
    if (LABELS.containsKey(name)) {
      return LABELS.get(name);
    }
    return name.startsWith(FLINK) || name.startsWith(TRILINK)
        ? Character.toUpperCase(name.charAt(0)) + name.substring(1)
        : name;
  }
}
