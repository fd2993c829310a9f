/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.BalanceChapter.WITH_HISTORY;
import static org.trilink.benchmark.report.Variant.FLINK;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.trilink.benchmark.result.Metric;

/**
 * The section on what an even load is worth where hash is as uneven as the paper's at its worst
 * (figure 16).
 */
final class UnevenHashSection {

  private UnevenHashSection() {}

  static void add(Runs runs, Content content) {
    // From the least even one to the most even one.
    List<Runs> strategies =
        runs.variants().stream()
            .filter(strategy -> strategy.rate().isPresent())
            .sorted(Comparator.comparingDouble(UnevenHashSection::degree))
            .toList();
    if (strategies.isEmpty()) {
      return;
    }
    content.finding(
        "Where Flink's hash comes to a balance degree of %s (paper: %s), least-count with history lets through %s records/s, %s (paper: more than %s times).",
        runs.variant(FLINK).words(Metric.BALANCE_DEGREE),
        Amount.ratio(Paper.BALANCE_HASH_WORST),
        runs.variant(WITH_HISTORY).words(Metric.RECORDS_PER_SECOND),
        Comparison.many(runs.variant(WITH_HISTORY), runs.variant(FLINK), "Flink's hash"),
        Comparison.times(Paper.LEAST_COUNT_OVER_HASH));
    if (strategies.size() > 1) {
      content.finding(
          "Records/s by strategy, with the balance degree in brackets: %s. They are %s."
              .formatted(
                  strategies.stream()
                      .map(UnevenHashSection::words)
                      .collect(Collectors.joining(", ")),
                  isOrdered(strategies)
                      ? "in the order of the balance degrees"
                      : "not in the order of the balance degrees"));
    }
    List<String> names = strategies.stream().map(of -> of.get(Runs.VARIANT)).toList();
    content.figure(
        "What balance is worth",
        "Of the paper's figure 16 the text gives one value: with keys and data skewed, least-count"
            + " with history is more than %s times as fast as hash."
                .formatted(Comparison.times(Paper.LEAST_COUNT_OVER_HASH)),
        Chart.bars("", "records/s", List.of(runs), any -> "all strategies")
            .variants(names, Metric.RECORDS_PER_SECOND)
            .panel("Measured, as figure 16"),
        Chart.bars("", BalanceChapter.DEGREE_AXIS, List.of(runs), any -> "all strategies")
            .variants(names, Metric.BALANCE_DEGREE)
            .max(1)
            .panel("Balance degree in these runs"));
    content.table(
        Table.of("Throughput by balance", strategies)
            .label("strategy", Labels::variant)
            .column("balance degree", of -> of.text(Metric.BALANCE_DEGREE))
            .column("records/s", of -> of.text(Metric.RECORDS_PER_SECOND))
            .column("of Flink", Comparison.of(FLINK, Comparison::multiple))
            .column("rows right", Completeness::rightRows)
            .column("runs", Labels::count));
  }

  private static double degree(Runs strategy) {
    return strategy.median(Metric.BALANCE_DEGREE).orElse(0);
  }

  private static double rate(Runs strategy) {
    return strategy.rate().orElseThrow().median();
  }

  /** "modulo 10.4 k (0.34)". */
  private static String words(Runs strategy) {
    return "%s %s (%s)"
        .formatted(
            Labels.variant(strategy), Amount.count(rate(strategy)), Amount.ratio(degree(strategy)));
  }

  /** Whether who is more even is faster, by the medians. */
  private static boolean isOrdered(List<Runs> strategies) {
    List<Runs> byRate =
        strategies.stream().sorted(Comparator.comparingDouble(UnevenHashSection::rate)).toList();
    return byRate.equals(strategies);
  }
}
