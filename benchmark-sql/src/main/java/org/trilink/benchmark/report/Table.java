/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A table of a report: what its rows are of, and what each column says of it.
 *
 * @param <T> what a row is of
 */
final class Table<T> implements Block {

  /**
   * @param label whether it is of words and not numbers
   */
  record Column<T>(String name, boolean label, Function<T, String> cell) {}

  /**
   * @param incomplete whether to mark it: a run lost or had wrong rows
   */
  record Row(List<Cell> cells, boolean incomplete) {}

  /**
   * @param label whether it is of words and not a number
   * @param marked whether its row is marked here
   */
  record Cell(String text, boolean label, boolean marked) {

    private static final Pattern WITH_BRACKETS = Pattern.compile("(.+) [\\[(](.+)[\\])]");

    /** "146 ms – 250 ms": one unit is enough. */
    private static final Pattern UNIT_TWICE = Pattern.compile("(.+) (\\S+) – (.+) \\2");

    /** The text before brackets; all of it if there are none. */
    String figure() {
      Matcher brackets = WITH_BRACKETS.matcher(text);
      return brackets.matches() ? brackets.group(1) : text;
    }

    /** The text in brackets, which may stand below the figure: rows stay narrow. Empty for none. */
    String detail() {
      Matcher brackets = WITH_BRACKETS.matcher(text);
      return brackets.matches()
          ? UNIT_TWICE.matcher(brackets.group(2)).replaceFirst("$1 – $3 $2")
          : "";
    }
  }

  private final String caption;
  private final List<T> items;
  private final Predicate<T> incomplete;
  private final List<Column<T>> columns = new ArrayList<>();

  /**
   * @param caption above it
   * @param items one for each row
   * @param incomplete which rows to mark
   */
  Table(String caption, List<T> items, Predicate<T> incomplete) {
    this.caption = caption;
    this.items = List.copyOf(items);
    this.incomplete = incomplete;
  }

  /** A row for each place; marked if a result there is not the oracle's. */
  static Table<Runs> of(String caption, List<Runs> places) {
    return new Table<>(caption, places, place -> !place.exact());
  }

  /** A column of words; they come before all others. */
  Table<T> label(String name, Function<T, String> cell) {
    columns.add(new Column<>(name, true, cell));
    return this;
  }

  /** A column of numbers. */
  Table<T> column(String name, Function<T, String> cell) {
    columns.add(new Column<>(name, false, cell));
    return this;
  }

  boolean isEmpty() {
    return items.isEmpty();
  }

  String caption() {
    return caption;
  }

  List<Column<T>> columns() {
    return columns;
  }

  List<Row> rows() {
    return items.stream().map(this::row).toList();
  }

  /** Marked at the last of its words. */
  private Row row(T item) {
    boolean marked = incomplete.test(item);
    long labels = columns.stream().filter(Column::label).count();
    return new Row(
        IntStream.range(0, columns.size())
            .mapToObj(i -> cell(item, columns.get(i), marked && i == labels - 1))
            .toList(),
        marked);
  }

  private Cell cell(T item, Column<T> column, boolean marked) {
    return new Cell(column.cell().apply(item), column.label(), marked);
  }
}
