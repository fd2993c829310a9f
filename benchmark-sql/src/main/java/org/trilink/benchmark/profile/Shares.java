/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Shares of 1 by their names, as they are to be read: of steps or of methods.
 *
 * @param of names have no comma
 */
record Shares(Map<String, Double> of) {

  private static final String SEPARATOR = ", ";

  /** As one line, for a result's settings: {@code JSON decoding 0.2100, all else 0.0130}. */
  String text() {
    return of.entrySet().stream()
        .map(share -> String.format(Locale.ROOT, "%s %.4f", share.getKey(), share.getValue()))
        .collect(Collectors.joining(SEPARATOR));
  }

  /** Parses shares in the form of {@link #text()}. */
  static Shares parse(String text) {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (String entry : text.split(SEPARATOR, -1)) {
      int space = entry.lastIndexOf(' ');
      shares.put(entry.substring(0, space), Double.valueOf(entry.substring(space + 1)));
    }
    return new Shares(shares);
  }

  /**
   * Several beside each other, as lines of Markdown; what is not there in any of them is left out.
   *
   * @param what the names are of
   * @param columns by their titles
   * @param order of the names; those that are not in it come last
   */
  static List<String> table(String what, Map<String, Shares> columns, Collection<String> order) {
    Set<String> names = new LinkedHashSet<>(order);
    columns.values().forEach(column -> names.addAll(column.of.keySet()));
    List<String> lines = new ArrayList<>();
    lines.add(line(what, columns.keySet().stream()));
    lines.add(line("---", columns.keySet().stream().map(column -> "---:")));
    names.stream()
        .filter(name -> columns.values().stream().anyMatch(column -> column.share(name) > 0))
        .map(name -> line(name, columns.values().stream().map(column -> column.percent(name))))
        .forEach(lines::add);
    return lines;
  }

  /** The share of a name; 0 if it is not there. */
  double share(String name) {
    return of.getOrDefault(name, 0.0);
  }

  private String percent(String name) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share(name));
  }

  private static String line(String first, Stream<String> cells) {
    return cells.collect(Collectors.joining(" | ", "| " + first + " | ", " |"));
  }
}
