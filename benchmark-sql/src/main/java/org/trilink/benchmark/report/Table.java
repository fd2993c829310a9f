/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.List;

/**
 * A table of a report.
 *
 * @param caption above it
 * @param labels how many columns, from the left, are words and not numbers
 * @param columns their names
 * @param rows the cells, as many as there are columns
 */
record Table(String caption, int labels, List<String> columns, List<Row> rows) implements Block {

  Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    int width = columns.size();
    if (rows.stream().anyMatch(row -> row.cells().size() != width)) {
      throw new IllegalArgumentException("a row of '" + caption + "' has other columns");
    }
  }

  /**
   * @param incomplete whether to mark it: a run lost or had wrong rows
   */
  record Row(List<String> cells, boolean incomplete) {

    Row {
      cells = List.copyOf(cells);
    }

    static Row of(String... cells) {
      return new Row(List.of(cells), false);
    }
  }
}
