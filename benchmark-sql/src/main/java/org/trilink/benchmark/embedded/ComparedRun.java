/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.embedded;

import java.time.Instant;
import java.util.Optional;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;
import org.trilink.benchmark.run.MeasurementBuilder;

/**
 * A run as its process prints it, one line.
 *
 * @param outcome of the run
 * @param expected what stock Flink's result of the same query is
 */
public record ComparedRun(Outcome outcome, Digest expected) {

  private static final String MARK = "compared:";
  private static final int WORDS = 9;

  static boolean isIn(String line) {
    return line.startsWith(MARK);
  }

  /** Reads what {@link #toString} printed. */
  public static ComparedRun parse(String line) {
    String[] words = line.strip().split(" ", WORDS);
    return new ComparedRun(
        new Outcome(
            Double.parseDouble(words[1]),
            Double.parseDouble(words[2]),
            Double.parseDouble(words[3]),
            new Digest(Long.parseLong(words[4]), Long.parseLong(words[5])),
            Checkpoints.parse(words[8])),
        new Digest(Long.parseLong(words[6]), Long.parseLong(words[7])));
  }

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
   * The measurement of the run, which is right if its result is that of stock Flink.
   *
   * @param rows of the input
   */
  public Measurement measurement(Trial trial, Instant startedAt, long rows) {
    return values(rows).build(trial, startedAt);
  }

  /**
   * The measurement of the run, with what its checkpoints took; it is right if its result is that
   * of stock Flink.
   */
  public Measurement withCheckpoints(Trial trial, Instant startedAt, long rows) {
    MeasurementBuilder values = values(rows);
    outcome.checkpoints().putTo(values);
    return values.build(trial, startedAt);
  }

  private MeasurementBuilder values(long rows) {
    return new MeasurementBuilder()
        .put(Metric.RECORDS, rows)
        .throughput(rows, outcome.seconds(), outcome.cpuSeconds())
        .put(Metric.GARBAGE_COLLECTION_SECONDS, outcome.garbageSeconds())
        .comparison(expected.rows(), difference());
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return "%s %s %s %s %d %d %d %d %s"
        .formatted(
            MARK,
            outcome.seconds(),
            outcome.cpuSeconds(),
            outcome.garbageSeconds(),
            outcome.digest().rows(),
            outcome.digest().hash(),
            expected.rows(),
            expected.hash(),
            outcome.checkpoints());
  }
}
