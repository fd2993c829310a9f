/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Compares the rows of one result topic with those expected in it.
 *
 * @param <K> what there is at most one row for
 * @param <R> a row
 */
public final class ResultCheck<K extends Comparable<K>, R extends ResultRow<K, R>> {

  private static final int MAX_DIFFERENCES = 5;
  private static final int READ_AT_A_TIME = 20_000;

  private final String kind;
  private final Function<byte[], Optional<R>> parser;
  private final ExpectedRows<K, R> expectedRows;
  private final Set<K> seen = new HashSet<>();
  private final List<String> differences = new ArrayList<>();

  private long matching;
  private long wrong;
  private long unexpected;
  private long duplicate;
  private long readingsCovered;

  /**
   * @param kind what a row is called in a difference
   * @param parser reads a line; empty if it is no such row
   */
  public ResultCheck(
      String kind, Function<byte[], Optional<R>> parser, ExpectedRows<K, R> expectedRows) {
    this.kind = kind;
    this.parser = parser;
    this.expectedRows = expectedRows;
  }

  /** A row, and what is expected for its key. */
  private record Pair<R>(Optional<R> row, Optional<R> expected) {}

  /** Takes all rows of the topic. Some are read at a time, on all processors. */
  public ResultCheck<K, R> accept(Iterable<byte[]> lines) {
    List<byte[]> some = new ArrayList<>();
    for (byte[] line : lines) {
      some.add(line);
      if (some.size() == READ_AT_A_TIME) {
        acceptAll(some);
        some.clear();
      }
    }
    acceptAll(some);
    return this;
  }

  private void acceptAll(List<byte[]> lines) {
    List<Pair<R>> pairs = lines.parallelStream().map(this::pair).toList();
    for (int i = 0; i < pairs.size(); i++) {
      accept(lines.get(i), pairs.get(i));
    }
  }

  private Pair<R> pair(byte[] line) {
    Optional<R> row = parser.apply(line);
    return new Pair<>(row, row.map(R::key).flatMap(expectedRows::find));
  }

  private void accept(byte[] line, Pair<R> pair) {
    if (pair.expected().isEmpty()) {
      unexpected++;
      report("unexpected", new String(line, StandardCharsets.UTF_8));
      return;
    }
    R row = pair.row().orElseThrow();
    R expected = pair.expected().get();
    if (!seen.add(expected.key())) {
      duplicate++;
      report("duplicate", text(row));
    } else {
      compare(row, expected);
    }
  }

  private void compare(R row, R expected) {
    readingsCovered += Math.min(row.readings(), expected.readings());
    if (row.matches(expected)) {
      matching++;
    } else {
      wrong++;
      report("wrong", text(row) + ", expected " + text(expected));
    }
  }

  /** The comparison of all rows taken so far. */
  public RowComparison finish() {
    List<K> missing = expectedRows.keys().filter(key -> !seen.contains(key)).sorted().toList();
    missing.stream()
        .limit(MAX_DIFFERENCES)
        .forEach(key -> report("missing", text(expectedRows.find(key).orElseThrow())));
    long expected = seen.size() + (long) missing.size();
    return new RowComparison(
        kind + "s", expected, matching, missing.size(), wrong, unexpected, duplicate);
  }

  /** How many readings of the expected rows the rows count; no row counts beyond its own. */
  public long readingsCovered() {
    return readingsCovered;
  }

  /** The first few differences, one line each. */
  public List<String> differences() {
    return differences;
  }

  private void report(String what, String row) {
    if (differences.size() < MAX_DIFFERENCES) {
      differences.add("%s %s: %s".formatted(what, kind, row));
    }
  }

  private String text(R row) {
    return new String(row.toJson(), StandardCharsets.UTF_8);
  }
}
