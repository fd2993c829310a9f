/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts what became of the queries that were drawn. */
final class Tally {

  /** How the rows of a query that ran with Trilink compare with those of stock Flink. */
  enum Outcome {
    EQUAL,
    /** Stock Flink itself does not give the same rows each time. */
    NOT_DETERMINED,
    DIFFERENT
  }

  /** How the rows that stock Flink gives compare with those that the test file states. */
  enum Stated {
    THE_SAME("as the file states"),
    /** Other reasons, such as no row of an aggregate over no rows, as it is on a stream. */
    OTHER("not as the file states"),
    /** The file states a hash of the rows in their order. */
    AN_ORDER("not compared with the file, which states an order");

    private final String text;

    Stated(String text) {
      this.text = text;
    }
  }

  private final Map<String, Integer> skippedFiles = new TreeMap<>();
  private final Map<String, Integer> skipped = new TreeMap<>();
  private final Map<Stated, Integer> stated = new EnumMap<>(Stated.class);
  private final Map<Mode, Map<Outcome, Integer>> outcomes = new EnumMap<>(Mode.class);
  private final Map<Mode, Map<String, Integer>> nodes = new EnumMap<>(Mode.class);
  private final List<String> statedOtherwise = new ArrayList<>();
  private final List<String> differences = new ArrayList<>();
  private int files;
  private int drawn;
  private int asStock;
  private int compared;

  void file() {
    files++;
  }

  /** A file whose statements cannot all be executed; its later queries were not drawn. */
  void fileSkipped(String reason) {
    skippedFiles.merge(reason, 1, Integer::sum);
  }

  void drawn() {
    drawn++;
  }

  /** A query that stock Flink cannot run. */
  void skipped(String reason) {
    skipped.merge(reason, 1, Integer::sum);
  }

  /** A query in whose plan Trilink has nothing in any mode. */
  void plannedAsStock() {
    asStock++;
  }

  /**
   * A query that is run with Trilink.
   *
   * @param query its file and text
   */
  void compared(Stated file, String query) {
    compared++;
    stated.merge(file, 1, Integer::sum);
    if (file == Stated.OTHER) {
      statedOtherwise.add(query);
    }
  }

  void ran(Mode mode, Set<String> kinds, Outcome outcome) {
    outcomes
        .computeIfAbsent(mode, any -> new EnumMap<>(Outcome.class))
        .merge(outcome, 1, Integer::sum);
    Map<String, Integer> ofMode = nodes.computeIfAbsent(mode, any -> new TreeMap<>());
    kinds.forEach(kind -> ofMode.merge(kind, 1, Integer::sum));
  }

  /** Something that must not be, with all that is needed to run it by hand. */
  void difference(String text) {
    differences.add(text);
  }

  int comparedQueries() {
    return compared;
  }

  int drawnQueries() {
    return drawn;
  }

  /** Returns the queries of which stock Flink gives other rows than their file states. */
  List<String> statedOtherwise() {
    return List.copyOf(statedOtherwise);
  }

  List<String> differences() {
    return List.copyOf(differences);
  }

  /**
   * Returns whether nothing differs and enough was compared.
   *
   * @param least how many queries must have been run with Trilink
   */
  boolean passes(int least) {
    return differences.isEmpty() && compared >= least;
  }

  /** Returns all counts, those of each mode in a table. */
  String text() {
    List<String> lines = new ArrayList<>();
    lines.add("%,d queries of %,d files".formatted(drawn, files));
    lines.add("%,8d  skipped:".formatted(sum(skipped)));
    skipped.forEach((reason, count) -> lines.add("%,16d  %s".formatted(count, reason)));
    lines.add("%,8d  planned only: Trilink has nothing in their plans".formatted(asStock));
    lines.add("%,8d  run with Trilink; the rows of stock Flink are".formatted(compared));
    stated.forEach((file, count) -> lines.add("%,16d  %s".formatted(count, file.text)));
    if (!skippedFiles.isEmpty()) {
      lines.add(
          "%,8d  files left early: HSQLDB or Flink lacks what they use"
              .formatted(sum(skippedFiles)));
      skippedFiles.forEach((reason, count) -> lines.add("%,16d  %s".formatted(count, reason)));
    }
    lines.add("");
    lines.add(
        "%-12s %8s %8s %16s %10s   %s"
            .formatted("mode", "run", "equal", "not determined", "different", "queries with"));
    outcomes.forEach((mode, counts) -> lines.add(row(mode, counts)));
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private String row(Mode mode, Map<Outcome, Integer> counts) {
    List<String> kinds = new ArrayList<>();
    nodes.get(mode).forEach((kind, count) -> kinds.add("%s %,d".formatted(kind, count)));
    return "%-12s %,8d %,8d %,16d %,10d   %s"
        .formatted(
            mode,
            sum(counts),
            counts.getOrDefault(Outcome.EQUAL, 0),
            counts.getOrDefault(Outcome.NOT_DETERMINED, 0),
            counts.getOrDefault(Outcome.DIFFERENT, 0),
            String.join(", ", kinds));
  }

  private static int sum(Map<?, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }
}
