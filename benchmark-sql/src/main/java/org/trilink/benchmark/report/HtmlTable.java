/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table in the page. What a cell has in brackets stands below its figure: rows stay narrow. */
final class HtmlTable {

  private static final Pattern WITH_BRACKETS = Pattern.compile("(.+) [\\[(](.+)[\\])]");

  /** "146 ms – 250 ms": one unit is enough. */
  private static final Pattern UNIT_TWICE = Pattern.compile("(.+) (\\S+) – (.+) \\2");

  private final Table<?> table;

  HtmlTable(Table<?> table) {
    this.table = table;
  }

  /** Folded, as all that a chart shows is in it. */
  String text() {
    String head =
        IntStream.range(0, table.columns().size())
            .mapToObj(
                i -> "<th scope=\"col\"%s>%s</th>".formatted(kind(i), text(table.columns().get(i))))
            .collect(Collectors.joining());
    return """
    <details class="figures"><summary>%s</summary>
    <div class="scroll" tabindex="0"><table>
    <thead><tr>%s</tr></thead>
    <tbody>
    %s</tbody>
    </table></div></details>
    """
        .formatted(
            text("In figures: " + table.caption()),
            head,
            table.rows().stream().map(this::row).collect(Collectors.joining()));
  }

  private String row(Table.Row row) {
    return "<tr%s>%s</tr>\n"
        .formatted(
            row.incomplete() ? " class=\"incomplete\"" : "",
            IntStream.range(0, row.cells().size())
                .mapToObj(i -> "<td%s>%s</td>".formatted(kind(i), cell(row.cells().get(i))))
                .collect(Collectors.joining()));
  }

  private static String cell(String cell) {
    Matcher brackets = WITH_BRACKETS.matcher(cell);
    return brackets.matches()
        ? text(brackets.group(1))
            + "<small>"
            + text(UNIT_TWICE.matcher(brackets.group(2)).replaceFirst("$1 – $3 $2"))
            + "</small>"
        : text(cell);
  }

  private String kind(int column) {
    return column < table.labels() ? " class=\"label\"" : "";
  }

  private static String text(String text) {
    return Html.text(text);
  }
}
