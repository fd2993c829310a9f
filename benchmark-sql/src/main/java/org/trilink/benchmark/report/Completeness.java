/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.Optional;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** Whether the results of some runs are all there; of the worst of them. */
final class Completeness {

  private Completeness() {}

  /** "812 of 1,000 (81.2 %)". */
  static String rightRows(Runs runs) {
    Optional<Sample> right = runs.sample(Metric.ROWS_RIGHT);
    Optional<Sample> expected = runs.sample(Metric.ROWS_EXPECTED);
    if (right.isEmpty() || expected.isEmpty()) {
      return Amount.NONE;
    }
    String rows =
        Amount.exactCount(right.get().min()) + " of " + Amount.exactCount(expected.get().max());
    return right.get().min() == expected.get().max() ? rows : rows + " (" + rightShare(runs) + ")";
  }

  /** "81.2 %". */
  static String rightShare(Runs runs) {
    Optional<Sample> right = runs.sample(Metric.ROWS_RIGHT);
    Optional<Sample> expected = runs.sample(Metric.ROWS_EXPECTED);
    return right.isEmpty() || expected.isEmpty() || expected.get().max() == 0
        ? Amount.NONE
        : Amount.share(right.get().min() / expected.get().max());
  }

  /** "1,234 (1.2 %)". */
  static String lostRecords(Runs runs) {
    Optional<Sample> lost = runs.sample(Metric.RECORDS_LOST);
    if (lost.isEmpty()) {
      return Amount.NONE;
    }
    double records = runs.sample(Metric.RECORDS).map(Sample::median).orElse(0.0);
    String count = Amount.exactCount(lost.get().max());
    return lost.get().max() == 0 || records == 0
        ? count
        : count + " (" + Amount.share(lost.get().max() / records) + ")";
  }

  /** ", which has 81.2 % of the rows right"; empty if all are. */
  static String clause(Runs runs) {
    if (runs.exact()) {
      return "";
    }
    return rightShare(runs).equals(Amount.NONE)
        ? ", whose result is not the oracle's"
        : ", which has " + rightShare(runs) + " of the rows right";
  }
}
