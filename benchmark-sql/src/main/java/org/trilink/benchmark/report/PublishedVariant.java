/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.trilink.benchmark.system.Resources;

/**
 * A variant as it looks everywhere in the report.
 *
 * @param name in the results
 * @param label for people
 * @param colour of the page's, as a CSS custom property
 */
record PublishedVariant(String name, String label, String colour) {

  static final String FLINK = "flink";
  static final String TRILINK = "trilink";
  static final String ANY_ORDER = "trilink, any order";
  static final String OTHER = "--other";

  private static final Map<String, Object> LOOKS =
      Resources.yaml(PublishedVariant.class, "variants.yaml");

  static PublishedVariant of(String name) {
    return new PublishedVariant(name, label(name), look("colours", name).orElse(OTHER));
  }

  /** The variants of some runs at these places: the known ones in their order, then all others. */
  static List<String> names(List<Runs> places, List<String> known) {
    return places.stream()
        .flatMap(place -> place.values(Runs.VARIANT).stream())
        .distinct()
        .sorted(CoordinateOrder.first(known))
        .toList();
  }

  /** The variant of runs at a place. */
  static PublishedVariant of(Runs runs) {
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
    return look("labels", name)
        .orElseGet(
            () ->
                name.startsWith(FLINK) || name.startsWith(TRILINK)
                    ? Character.toUpperCase(name.charAt(0)) + name.substring(1)
                    : name);
  }

  private static Optional<String> look(String what, String name) {
    return Optional.ofNullable((String) ((Map<?, ?>) LOOKS.get(what)).get(name));
  }
}
