/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Variant.FLINK;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** What an even load is worth where hash is as uneven as the paper's at its worst (figure 16). */
final class UnevenHashSection {

  private static final String WITH_HISTORY = "least-count with history";

  /** A strategy, and what its runs came to. */
  private record Strategy(Variant variant, Runs runs) {

    Optional<Sample> rate() {
      return runs.sample(Metric.RECORDS_PER_SECOND);
    }

    double medianRate() {
      return rate().orElseThrow().median();
    }

    double degree() {
      return runs.median(Metric.BALANCE_DEGREE).orElse(0);
    }

    /** "modulo 10.4 k (0.34)". */
    String words() {
      return "%s %s (%s)"
          .formatted(variant.label(), Amount.count(medianRate()), Amount.ratio(degree()));
    }
  }

  /** From the least even one to the most even one. */
  private final List<Strategy> strategies;

  UnevenHashSection(Runs runs) {
    strategies =
        runs.variants().stream()
            .map(name -> new Strategy(Variant.of(name), runs.variant(name)))
            .filter(strategy -> strategy.rate().isPresent())
            .sorted(Comparator.comparingDouble(Strategy::degree))
            .toList();
  }

  void addTo(Content content) {
    if (strategies.isEmpty()) {
      return;
    }
    addFindings(content);
    content.figure(
        new Figure(
            "What balance is worth",
            "Of the paper's figure 16 the text gives one value: with keys and data skewed,"
                + " least-count with history is more than %s times as fast as hash."
                    .formatted(Comparison.times(Paper.LEAST_COUNT_OVER_HASH)),
            strategies.stream().map(Strategy::variant).toList(),
            List.of(
                chart(Metric.RECORDS_PER_SECOND, "records/s").panel("Measured, as figure 16"),
                chart(Metric.BALANCE_DEGREE, "least / greatest load")
                    .yMax(1)
                    .panel("Balance degree in these runs"))));
    content.table(table());
  }

  private void addFindings(Content content) {
    Optional<Strategy> hash = byName(FLINK);
    Optional<Strategy> history = byName(WITH_HISTORY);
    if (hash.isPresent() && history.isPresent()) {
      content.finding(
          "Where Flink's hash comes to a balance degree of %s (paper: %s), least-count with history"
                  .formatted(
                      Amount.ratio(hash.get().degree()), Amount.ratio(Paper.BALANCE_HASH_WORST))
              + " lets through %s records/s, %s (paper: more than %s times)."
                  .formatted(
                      Amount.count(history.get().medianRate()),
                      Comparison.many(history.get().rate(), hash.get().rate(), "Flink's hash"),
                      Comparison.times(Paper.LEAST_COUNT_OVER_HASH)));
    }
    if (strategies.size() > 1) {
      content.finding(
          "Records/s by strategy, with the balance degree in brackets: %s. They are %s."
              .formatted(
                  String.join(", ", strategies.stream().map(Strategy::words).toList()),
                  isOrdered()
                      ? "in the order of the balance degrees"
                      : "not in the order of the balance degrees"));
    }
  }

  private Optional<Strategy> byName(String name) {
    return strategies.stream()
        .filter(strategy -> strategy.variant().name().equals(name))
        .findFirst();
  }

  /** Whether who is more even is faster, by the medians. */
  private boolean isOrdered() {
    for (int i = 1; i < strategies.size(); i++) {
      if (strategies.get(i).medianRate() < strategies.get(i - 1).medianRate()) {
        return false;
      }
    }
    return true;
  }

  private Chart chart(Metric metric, String unit) {
    Chart chart = new Chart("", List.of("all strategies"), unit);
    for (Strategy strategy : strategies) {
      chart.bars(strategy.variant(), Points.of(List.of(""), any -> strategy.runs(), metric));
    }
    return chart;
  }

  private Table table() {
    Optional<Sample> hash = byName(FLINK).flatMap(Strategy::rate);
    List<Table.Row> rows = new ArrayList<>();
    for (Strategy strategy : strategies) {
      Completeness completeness = new Completeness(strategy.runs());
      rows.add(
          new Table.Row(
              List.of(
                  strategy.variant().label(),
                  Amount.range(strategy.runs().sample(Metric.BALANCE_DEGREE), Amount::ratio),
                  Amount.range(strategy.rate(), Amount::count),
                  Comparison.part(strategy.rate(), hash, Comparison::multiple),
                  completeness.rightRows(),
                  String.valueOf(strategy.runs().count())),
              completeness.incomplete()));
    }
    return new Table(
        "Throughput by balance",
        1,
        List.of("strategy", "balance degree", "records/s", "of Flink", "rows right", "runs"),
        rows);
  }
}
