/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the name that a misspelt one was probably meant to be. */
public final class CloseName {

  private CloseName() {}

  /**
   * The name that ends in {@code .written}, if exactly one does; else the one with the fewest
   * edits, if they are at most two and fewer than half of the letters.
   */
  public static Optional<String> find(String written, List<String> names) {
    String wanted = written.toLowerCase(Locale.ROOT);
    List<String> endingSo =
        names.stream().filter(name -> name.endsWith("." + wanted)).collect(Collectors.toList());
    if (endingSo.size() == 1) {
      return Optional.of(endingSo.get(0));
    }
    int mostEdits = Math.min(2, (wanted.length() - 1) / 2);
    return names.stream()
        .filter(name -> edits(wanted, name) <= mostEdits)
        .min(Comparator.comparingInt(name -> edits(wanted, name)));
  }

  /** Levenshtein distance: insertions, deletions and replacements of one letter. */
  private static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      row[column] = column;
    }
    for (int line = 1; line <= from.length(); line++) {
      int diagonal = row[0];
      row[0] = line;
      for (int column = 1; column <= to.length(); column++) {
        int replaced = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
        diagonal = row[column];
        row[column] = Math.min(replaced, 1 + Math.min(row[column], row[column - 1]));
      }
    }
    return row[to.length()];
  }
}
