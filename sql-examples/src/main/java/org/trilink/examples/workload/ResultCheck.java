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

  /** Takes all rows of the topic. */
  public ResultCheck<K, R> accept(Iterable<byte[]> lines) {
    lines.forEach(this::accept);
    return this;
  }

  private void accept(byte[] line) {
    Optional<R> row = parser.apply(line);
    Optional<R> expected = row.map(R::key).flatMap(expectedRows::find);
    if (expected.isEmpty()) {
      unexpected++;
      report("unexpected", new String(line, StandardCharsets.UTF_8));
    } else if (!seen.add(expected.get().key())) {
      duplicate++;
      report("duplicate", text(row.get()));
    } else {
      compare(row.get(), expected.get());
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
