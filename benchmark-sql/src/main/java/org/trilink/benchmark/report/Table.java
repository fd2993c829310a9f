/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A table of a report: what its rows are of, and what each column says of it.
 *
 * @param <T> what a row is of
 */
final class Table<T> implements Block {

  /**
   * @param incomplete whether to mark it: a run lost or had wrong rows
   */
  record Row(List<String> cells, boolean incomplete) {}

  private record Column<T>(String name, Function<T, String> cell) {}

  private final String caption;
  private final List<T> items;
  private final Predicate<T> incomplete;
  private final List<Column<T>> columns = new ArrayList<>();
  private int labels;

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
    labels++;
    return column(name, cell);
  }

  /** A column of numbers. */
  Table<T> column(String name, Function<T, String> cell) {
    columns.add(new Column<>(name, cell));
    return this;
  }

  String caption() {
    return caption;
  }

  /** How many columns, from the left, are words and not numbers. */
  int labels() {
    return labels;
  }

  List<String> columns() {
    return columns.stream().map(Column::name).toList();
  }

  List<Row> rows() {
    return items.stream()
        .map(
            item ->
                new Row(
                    columns.stream().map(column -> column.cell().apply(item)).toList(),
                    incomplete.test(item)))
        .toList();
  }
}
