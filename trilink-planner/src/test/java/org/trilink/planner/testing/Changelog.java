/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.util.ArrayList;
import java.util.List;

/** Computes the final rows of a stream of changes. */
public final class Changelog {

  private Changelog() {}

  /**
   * All rows that were inserted and not retracted.
   *
   * @param changes rows as text, e.g. {@code -U[a, 1]}, in any order
   */
  public static List<String> materialize(List<String> changes) {
    List<String> rows = new ArrayList<>();
    List<String> retractions = new ArrayList<>();
    for (String change : changes) {
      List<String> list = change.startsWith("+") ? rows : retractions;
      list.add(change.substring(2));
    }
    for (String row : retractions) {
      if (!rows.remove(row)) {
        throw new IllegalStateException("Taken back, but never inserted: " + row);
      }
    }
    return rows;
  }
}
