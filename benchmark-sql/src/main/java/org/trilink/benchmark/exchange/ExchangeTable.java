/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.exchange;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/**
 * The runs for people: medians, each against the plain exchange on links of the same rate; and what
 * part of the bytes of a plain exchange goes to another node.
 */
final class ExchangeTable {

  /** The coordinate that runs have whose links matter. */
  static final String LINK_RATE = "link-rate";

  private static final String NODES = "nodes";
  private static final String PLAIN = ExchangeVariant.SHUFFLE.toString();

  private final Map<String, Map<String, List<Measurement>>> byRate = new LinkedHashMap<>();
  private final List<Measurement> crossing = new ArrayList<>();

  ExchangeTable(List<Measurement> runs) {
    for (Measurement run : runs) {
      String rate = run.trial().situation().get(LINK_RATE);
      if (rate == null) {
        crossing.add(run);
      } else {
        byRate
            .computeIfAbsent(rate, unused -> new LinkedHashMap<>())
            .computeIfAbsent(run.trial().variant(), unused -> new ArrayList<>())
            .add(run);
      }
    }
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        line(
            "links",
            "exchange",
            "readings/s",
            "range",
            "of plain's",
            "CPU us/reading",
            "bytes/reading",
            "of plain's",
            "rows right"));
    byRate.forEach((rate, variants) -> addRate(lines, rate, variants));
    for (Measurement run : crossing) {
      double between = run.value(Metric.BYTES_BETWEEN_TASK_MANAGERS).orElseThrow();
      double all = between + run.value(Metric.BYTES_WITHIN_TASK_MANAGERS).orElseThrow();
      lines.add(
          String.format(
              Locale.ROOT,
              "a plain exchange, nodes %s: %.1f %% of %,.0f bytes go to another node",
              run.trial().situation().get(NODES),
              all == 0 ? 0 : 100 * between / all,
              all));
    }
    return lines;
  }

  private static void addRate(
      List<String> lines, String rate, Map<String, List<Measurement>> variants) {
    List<Measurement> plain = variants.getOrDefault(PLAIN, List.of());
    variants.forEach(
        (variant, runs) -> {
          Sample speed = sample(runs, Metric.RECORDS_PER_SECOND);
          lines.add(
              line(
                  rate,
                  variant,
                  count(speed.median()),
                  count(speed.min()) + " - " + count(speed.max()),
                  plain.isEmpty()
                      ? ""
                      : String.format(
                          Locale.ROOT,
                          "%.2fx",
                          speed.median() / sample(plain, Metric.RECORDS_PER_SECOND).median()),
                  String.format(Locale.ROOT, "%.3f", sample(runs, Metric.CPU_PER_RECORD).median()),
                  String.format(Locale.ROOT, "%.3f", bytesPerReading(runs)),
                  plain.isEmpty()
                      ? ""
                      : String.format(
                          Locale.ROOT,
                          "%.2f %%",
                          100 * bytesPerReading(runs) / bytesPerReading(plain)),
                  rowsRight(runs)));
        });
  }

  private static String line(Object... cells) {
    return String.format("%-8s  %-12s  %11s  %21s  %10s  %14s  %13s  %12s  %19s", cells)
        .stripTrailing();
  }

  private static double bytesPerReading(List<Measurement> runs) {
    return sample(runs, Metric.BYTES_BETWEEN_TASK_MANAGERS).median()
        / sample(runs, Metric.RECORDS).median();
  }

  private static Sample sample(List<Measurement> runs, Metric metric) {
    return Sample.of(runs.stream().mapToDouble(run -> run.value(metric).orElseThrow()));
  }

  /** How many rows of the worst run are right, out of those that are expected. */
  private static String rowsRight(List<Measurement> runs) {
    return count(sample(runs, Metric.ROWS_RIGHT).min())
        + " of "
        + count(sample(runs, Metric.ROWS_EXPECTED).max());
  }

  private static String count(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}
