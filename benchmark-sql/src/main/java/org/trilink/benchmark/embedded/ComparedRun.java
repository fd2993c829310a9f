/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.util.Optional;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.run.MeasurementBuilder;

/**
 * A run as its process prints it.
 *
 * @param outcome of the run
 * @param expected what stock Flink's result of the same query is
 */
public record ComparedRun(Outcome outcome, Digest expected) {

  /** Describes how the result differs from stock Flink's; empty if they are equal. */
  public Optional<String> difference() {
    Digest digest = outcome.digest();
    return digest.equals(expected)
        ? Optional.empty()
        : Optional.of(
            "%,d rows with the sum of hashes %016x; stock Flink has %,d rows with %016x"
                .formatted(digest.rows(), digest.hash(), expected.rows(), expected.hash()));
  }

  /**
   * The values that a measurement of the run has; it is right if its result is that of stock Flink.
   *
   * @param rows of the input
   */
  public MeasurementBuilder values(long rows) {
    return new MeasurementBuilder()
        .put(Metric.RECORDS, rows)
        .throughput(rows, outcome.seconds(), outcome.cpuSeconds())
        .put(Metric.GARBAGE_COLLECTION_SECONDS, outcome.garbageSeconds())
        .comparison(expected.rows(), difference());
  }
}
