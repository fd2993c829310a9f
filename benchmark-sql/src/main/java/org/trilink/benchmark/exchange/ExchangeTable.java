package org.trilink.benchmark.exchange;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The runs as a table, each against the plain exchange. */
final class ExchangeTable {

  private static final String LINE = "%-14s %20s %14s %14s %22s %12s";

  private final ExchangeRun plain;
  private final List<ExchangeRun> runs;

  /**
   * @param runs all, first that in which every record goes through the exchange
   */
  ExchangeTable(List<ExchangeRun> runs) {
    this.plain = runs.get(0);
    this.runs = runs;
  }

  Stream<String> lines() {
    return Stream.concat(Stream.of(head()), runs.stream().map(this::line));
  }

  private static String head() {
    return String.format(
        LINE,
        "exchange",
        "bytes between TMs",
        "per reading",
        "of shuffle's",
        "rows right",
        "readings/s");
  }

  private String line(ExchangeRun run) {
    return String.format(
        Locale.ROOT,
        LINE,
        run.variant(),
        String.format(Locale.ROOT, "%,d", run.bytes()),
        String.format(Locale.ROOT, "%.3f", run.bytesPerReading()),
        String.format(Locale.ROOT, "%.2f %%", 100.0 * run.bytes() / plain.bytes()),
        String.format(Locale.ROOT, "%,d of %,d", run.rightRows(), run.expectedRows()),
        String.format(Locale.ROOT, "%,.0f", run.readings() / run.seconds()));
  }
}
