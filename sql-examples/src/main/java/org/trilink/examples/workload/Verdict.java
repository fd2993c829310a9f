/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

import java.util.List;
import java.util.Optional;

/**
 * A run's result, compared row by row with the oracle's.
 *
 * @param results one comparison for each of {@link Query#results()}, in that order
 * @param coverage how much of the input the result counts; empty if the rows do not show it
 * @param differences the first few differences, one line each
 */
public record Verdict(
    List<RowComparison> results, Optional<Coverage> coverage, List<String> differences) {

  /**
   * How much of the input a result counts.
   *
   * @param expected input readings that belong to a row
   * @param covered how many of them the result's rows count
   */
  public record Coverage(long expected, long covered) {

    /** How many readings are in no row. */
    public long lost() {
      return expected - covered;
    }
  }

  public Verdict {
    results = List.copyOf(results);
    differences = List.copyOf(differences);
  }

  /** The comparison of the rows that a user looks for, those of {@link Query#mainResult()}. */
  public RowComparison mainResult() {
    return results.get(results.size() - 1);
  }

  /** Whether every row of every kind is right, and there is no other row. */
  public boolean exact() {
    return results.stream().allMatch(RowComparison::exact);
  }
}
