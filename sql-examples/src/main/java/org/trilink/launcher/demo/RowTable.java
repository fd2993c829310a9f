/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** The first rows of a result as a table for reading. */
final class RowTable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String GAP = "  ";

  private final List<String> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();

  private final Set<String> times;

  private RowTable(Set<String> times) {
    this.times = times;
  }

  /**
   * Takes the first rows.
   *
   * @param lines JSON objects with equal fields
   * @param times the fields that are epoch milliseconds, which are shown as times in UTC
   */
  static RowTable ofFirst(int count, Iterable<byte[]> lines, Set<String> times) throws IOException {
    RowTable table = new RowTable(times);
    Iterator<byte[]> iterator = lines.iterator();
    while (table.rows.size() < count && iterator.hasNext()) {
      table.add(JSON.readTree(iterator.next()));
    }
    return table;
  }

  private void add(JsonNode row) {
    if (columns.isEmpty()) {
      row.fieldNames().forEachRemaining(columns::add);
    }
    rows.add(columns.stream().map(column -> cell(column, row.path(column))).toList());
  }

  /** Averages are shortened, as they have many digits. */
  private String cell(String column, JsonNode value) {
    if (times.contains(column) && value.isIntegralNumber()) {
      return Instant.ofEpochMilli(value.asLong()).toString();
    }
    return value.isDouble() ? "%.3f".formatted(value.asDouble()) : value.asText();
  }

  int size() {
    return rows.size();
  }

  /** A line of column names and a line a row, columns aligned to the right. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(line(columns));
    rows.forEach(row -> lines.add(line(row)));
    return lines;
  }

  private String line(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < columns.size(); column++) {
      String cell = cells.get(column);
      line.append(column == 0 ? "" : GAP)
          .append(" ".repeat(width(column) - cell.length()))
          .append(cell);
    }
    return line.toString();
  }

  private int width(int column) {
    return rows.stream()
        .mapToInt(row -> row.get(column).length())
        .reduce(columns.get(column).length(), Math::max);
  }
}
