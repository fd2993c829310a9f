/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table of a report.
 *
 * @param caption above it
 */
record Table(String caption, List<Column> columns, List<Row> rows) implements Block {

  /**
   * @param label whether it is of words and not numbers
   */
  record Column(String name, boolean label) {}

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
}
