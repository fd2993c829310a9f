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

  private final Runs runs;

  Completeness(Runs runs) {
    this.runs = runs;
  }

  /** Whether a run lost or had wrong rows. */
  boolean incomplete() {
    return !runs.exact();
  }

  /** "812 of 1,000 (81.2 %)". */
  String rightRows() {
    Optional<Sample> right = runs.sample(Metric.ROWS_RIGHT);
    Optional<Sample> expected = runs.sample(Metric.ROWS_EXPECTED);
    if (right.isEmpty() || expected.isEmpty()) {
      return Amount.NONE;
    }
    String rows =
        Amount.exactCount(right.get().min()) + " of " + Amount.exactCount(expected.get().max());
    return right.get().min() == expected.get().max() ? rows : rows + " (" + rightShare() + ")";
  }

  /** "81.2 %". */
  String rightShare() {
    Optional<Sample> right = runs.sample(Metric.ROWS_RIGHT);
    Optional<Sample> expected = runs.sample(Metric.ROWS_EXPECTED);
    return right.isEmpty() || expected.isEmpty() || expected.get().max() == 0
        ? Amount.NONE
        : Amount.share(right.get().min() / expected.get().max());
  }

  /** "1,234 (1.2 %)". */
  String lostRecords() {
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
  String clause() {
    if (!incomplete()) {
      return "";
    }
    return rightShare().equals(Amount.NONE)
        ? ", whose result is not the oracle's"
        : ", which has " + rightShare() + " of the rows right";
  }
}
