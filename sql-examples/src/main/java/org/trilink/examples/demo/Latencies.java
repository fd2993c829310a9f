package org.trilink.examples.demo;

import java.util.Locale;
import java.util.Optional;
import org.trilink.examples.workload.Query;

/** How long after the ends of their windows rows were written. */
final class Latencies {

  private final long[] sortedMs;

  private Latencies(long[] sortedMs) {
    this.sortedMs = sortedMs;
  }

  /** Those of the rows that tell; empty if none does. */
  static Optional<Latencies> of(Iterable<byte[]> rows, Query query) {
    long[] sortedMs = query.latenciesMs(rows).sorted().toArray();
    return sortedMs.length == 0 ? Optional.empty() : Optional.of(new Latencies(sortedMs));
  }

  /** The least latency that this share of the rows, in percent, does not exceed. */
  long percentileMs(double percent) {
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
