/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;
import org.trilink.examples.workload.Query;

/** How long after their event time rows were written. */
public final class Latencies {

  private final long[] sortedMs;

  private Latencies(long[] sortedMs) {
    this.sortedMs = sortedMs;
  }

  /** The latencies of the rows that have one; empty if none has. */
  static Optional<Latencies> of(Iterable<byte[]> rows, Query query) {
    Latencies latencies = ofMillis(query.rowTimes().latenciesMs(rows));
    return latencies.isEmpty() ? Optional.empty() : Optional.of(latencies);
  }

  /** Creates latencies from values in milliseconds. */
  public static Latencies ofMillis(LongStream latencies) {
    return new Latencies(latencies.sorted().toArray());
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return sortedMs.length == 0;
  }

  /**
   * The least latency that this share of the rows, in percent, does not exceed; there must be some.
   */
  public long percentileMs(double percent) {
    int rank = (int) Math.ceil(percent / 100 * sortedMs.length);
    return sortedMs[Math.max(rank, 1) - 1];
  }

  /** One line. */
  String summary() {
    return String.format(
        Locale.ROOT,
        "latency, from a window's end until its row was written last, in ms:"
            + " 50 %% %,d, 75 %% %,d, 95 %% %,d, 99 %% %,d, max %,d",
        percentileMs(50),
        percentileMs(75),
        percentileMs(95),
        percentileMs(99),
        percentileMs(100));
  }
}
