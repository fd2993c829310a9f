/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Computes the exact expected rows from the input, with no Flink involved: reads each line once,
 * keeps what the rows are made of, and compares row by row.
 *
 * <p>Not thread-safe.
 *
 * @param <T> what a line is read as
 */
public abstract class Oracle<T> {

  private long unreadable;

  /**
   * Rows that belong into a result.
   *
   * @param kind what one of them is called
   * @param parser reads a line; empty if it is no such row
   */
  public record Expected<K extends Comparable<K>, R extends ResultRow<K, R>>(
      Result result, String kind, Function<byte[], Optional<R>> parser, ExpectedRows<K, R> rows) {

    private ResultCheck<K, R> check(Function<Result, ? extends Iterable<byte[]>> written) {
      return new ResultCheck<>(kind, parser, rows).accept(written.apply(result));
    }

    private Iterator<byte[]> lines() {
      return rows.keys().sorted().map(key -> rows.find(key).orElseThrow().toJson()).iterator();
    }
  }

  /** Reads a line as the script does; empty for a line that it drops. */
  protected abstract Optional<T> parse(byte[] line);

  /** Takes what was read in the next line. */
  protected abstract void add(T read);

  /** The rows that belong into each of {@link Query#results()}, in that order. */
  protected abstract List<Expected<?, ?>> expected();

  /**
   * How many readings the rows of the first result have to count; empty if the rows do not show
   * that.
   */
  protected OptionalLong readings() {
    return OptionalLong.empty();
  }

  /**
   * Takes one input line. Lines of different keys may come in any order. A line that the script
   * drops ({@code json.ignore-parse-errors}, no event time) is dropped and counted.
   *
   * @param line one JSON line, UTF-8, without line end
   */
  public final void accept(byte[] line) {
    parse(line).ifPresentOrElse(this::add, () -> unreadable++);
  }

  /** How many of the lines so far belong to no row, because they cannot be read. */
  public final long unreadable() {
    return unreadable;
  }

  /**
   * Compares result rows with the expected ones. Rows may come in any order; computed doubles may
   * differ by 1e-9 of their size, because the order of additions is the engine's own.
   *
   * @param rows the rows of each of {@link Query#results()} as JSON lines
   */
  public final Verdict verify(Function<Result, ? extends Iterable<byte[]>> rows) {
    List<RowComparison> comparisons = new ArrayList<>();
    List<Long> covered = new ArrayList<>();
    List<String> differences = new ArrayList<>();
    for (Expected<?, ?> each : expected()) {
      ResultCheck<?, ?> check = each.check(rows);
      comparisons.add(check.finish());
      covered.add(check.readingsCovered());
      differences.addAll(check.differences());
    }
    return new Verdict(
        comparisons,
        readings().stream()
            .mapToObj(readings -> new Verdict.Coverage(readings, covered.get(0)))
            .findFirst(),
        differences);
  }

  /**
   * The expected rows of {@link Query#mainResult()} as JSON lines in the form that the script
   * writes, in a fixed order.
   */
  public final Iterator<byte[]> expectedRows() {
    List<Expected<?, ?>> expected = expected();
    return expected.get(expected.size() - 1).lines();
  }
}
