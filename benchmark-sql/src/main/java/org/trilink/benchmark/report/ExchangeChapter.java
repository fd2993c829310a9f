/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Variant.FLINK;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** What goes from node to node (table 4), and what that costs on slow links (figure 17). */
final class ExchangeChapter implements Chapter {

  private static final String NODES = "nodes";
  private static final String LINK_RATE = "link-rate";
  private static final String SHUFFLE = "shuffle";
  private static final List<String> STRATEGIES =
      List.of("local-merge", "global-merge", "ahead-keyby");
  private static final List<String> VARIANTS =
      List.of(FLINK, SHUFFLE, "local-merge", "global-merge", "ahead-keyby");

  @Override
  public String benchmark() {
    return "exchange";
  }

  @Override
  public String title() {
    return "Exchange between nodes";
  }

  @Override
  public String about() {
    return "Low voltage with each exchange strategy over links of limited rate, the paper's figure"
        + " 17, and what share of the records a plain exchange sends to other nodes, its table 4.";
  }

  @Override
  public Content content(BenchmarkResult result) {
    Content content = new Content();
    Runs all = Runs.of(result);
    addRates(all.having(LINK_RATE), content);
    addCrossing(all.without(LINK_RATE).having(NODES), content);
    return content;
  }

  private static void addRates(Runs runs, Content content) {
    if (runs.isEmpty()) {
      return;
    }
    List<String> rates = runs.values(LINK_RATE);
    List<Variant> variants = Labels.variants(VARIANTS, runs);
    addFinding(runs, rates, content);
    Chart throughput = new Chart("rate of each node's link", labels(rates), "records/s");
    for (Variant variant : variants) {
      throughput.bars(
          variant, Points.of(rates, rate -> runs.where(LINK_RATE, rate).variant(variant.name())));
    }
    content.figure(
        new Figure(
            "Throughput by rate of the links",
            "Of the paper's figure 17 the text says that the strategies are at least %s times as fast."
                .formatted(Paper.EXCHANGE_SPEED_UP),
            variants,
            List.of(
                throughput.panel("Measured"), paperSpeedUps().panel(Paper.NAME + ", at least"))));
    addBytes(runs, rates, variants, content);
    content.table(table(runs, rates, variants));
  }

  private static List<String> labels(List<String> rates) {
    return rates.stream().map(ExchangeChapter::label).toList();
  }

  private static String label(String rate) {
    return rate.equals("none")
        ? "no limit"
        : rate.replace("kbit", " kbit/s").replace("mbit", " Mbit/s").replace("gbit", " Gbit/s");
  }

  private static Chart paperSpeedUps() {
    Chart chart = new Chart("limited network", List.of("of KeyBy's throughput"), "times");
    chart.bars(Variant.of(SHUFFLE), List.of(Point.of(1)));
    STRATEGIES.forEach(
        strategy -> chart.bars(Variant.of(strategy), List.of(Point.of(Paper.EXCHANGE_SPEED_UP))));
    return chart;
  }

  /** Per record, as inputs may differ in size. */
  private static void addBytes(
      Runs runs, List<String> rates, List<Variant> variants, Content content) {
    Chart bytes = new Chart("", List.of(""), "bytes per record");
    Chart paper = new Chart("", List.of(""), "% of the plain exchange");
    for (Variant variant : variants) {
      Optional<Double> perRecord = bytesPerRecord(runs.variant(variant.name()));
      bytes.bars(variant, List.of(perRecord.flatMap(Point::of)));
    }
    paper.bars(Variant.of(SHUFFLE), List.of(Point.of(100)));
    STRATEGIES.forEach(
        strategy ->
            paper.bars(Variant.of(strategy), List.of(Point.of(100 * Paper.BYTES.get(strategy)))));
    if (!bytes.isEmpty()) {
      content.figure(
          new Figure(
              "Bytes between nodes",
              "",
              variants,
              List.of(
                  bytes.panel("Measured, at " + label(rates.get(rates.size() - 1))),
                  paper.panel(Paper.NAME))));
    }
  }

  private static Optional<Double> bytesPerRecord(Runs runs) {
    OptionalDouble bytes = runs.median(Metric.BYTES_BETWEEN_TASK_MANAGERS);
    OptionalDouble records = runs.median(Metric.RECORDS);
    return bytes.isEmpty() || records.isEmpty() || records.getAsDouble() == 0
        ? Optional.empty()
        : Optional.of(bytes.getAsDouble() / records.getAsDouble());
  }

  private static Table table(Runs runs, List<String> rates, List<Variant> variants) {
    List<Table.Row> rows = new ArrayList<>();
    for (String rate : rates) {
      Runs there = runs.where(LINK_RATE, rate);
      for (Variant variant : variants) {
        Runs of = there.variant(variant.name());
        if (of.isEmpty()) {
          continue;
        }
        Completeness completeness = new Completeness(of);
        rows.add(
            new Table.Row(
                List.of(
                    label(rate),
                    variant.label(),
                    Amount.range(of.sample(Metric.RECORDS_PER_SECOND), Amount::count),
                    times(of, there.variant(SHUFFLE)),
                    Amount.range(of.sample(Metric.BYTES_BETWEEN_TASK_MANAGERS), Amount::bytes),
                    share(of, there.variant(SHUFFLE)),
                    completeness.rightRows(),
                    completeness.lostRecords(),
                    String.valueOf(of.count())),
                completeness.incomplete()));
      }
    }
    return new Table(
        "By rate of the links",
        2,
        List.of(
            "links",
            "variant",
            "records/s",
            "of the plain exchange",
            "bytes between nodes",
            "of the plain exchange",
            "rows right",
            "records lost",
            "runs"),
        rows);
  }

  private static String times(Runs runs, Runs plain) {
    OptionalDouble of = runs.median(Metric.RECORDS_PER_SECOND);
    OptionalDouble to = plain.median(Metric.RECORDS_PER_SECOND);
    return of.isEmpty() || to.isEmpty()
        ? Amount.NONE
        : Comparison.times(of.getAsDouble() / to.getAsDouble()) + "×";
  }

  private static String share(Runs runs, Runs plain) {
    Optional<Double> of = bytesPerRecord(runs);
    Optional<Double> to = bytesPerRecord(plain);
    return of.isEmpty() || to.isEmpty() || to.get() == 0
        ? Amount.NONE
        : Amount.share(of.get() / to.get());
  }

  /** At 50 Mbit/s if it was measured, else at the first rate. */
  private static void addFinding(Runs runs, List<String> rates, Content content) {
    String rate = rates.contains("50mbit") ? "50mbit" : rates.get(0);
    Runs there = runs.where(LINK_RATE, rate);
    Optional<Sample> plain = there.variant(SHUFFLE).sample(Metric.RECORDS_PER_SECOND);
    if (plain.isEmpty()) {
      return;
    }
    List<String> strategies = new ArrayList<>();
    double least = Double.POSITIVE_INFINITY;
    for (String name : STRATEGIES) {
      Runs strategy = there.variant(name);
      Optional<Sample> rateOf = strategy.sample(Metric.RECORDS_PER_SECOND);
      if (rateOf.isEmpty()) {
        continue;
      }
      if (strategy.exact() && there.variant(SHUFFLE).exact()) {
        least = Math.min(least, rateOf.get().median() / plain.get().median());
      }
      strategies.add(
          "%s %s%s, sending %s of its bytes"
              .formatted(
                  name,
                  Comparison.many(rateOf, plain, "the plain exchange"),
                  new Completeness(strategy).clause(),
                  share(strategy, there.variant(SHUFFLE))));
    }
    if (strategies.isEmpty()) {
      return;
    }
    content.finding(
        "Records/s with links of %s: %s (paper: at least %s times, %s, 0 and 0 of the bytes)."
            .formatted(
                label(rate),
                String.join("; ", strategies),
                Paper.EXCHANGE_SPEED_UP,
                Amount.share(Paper.BYTES.get("local-merge"))));
    if (Double.isFinite(least)) {
      content.headline(
          Comparison.multiple(least),
          "the plain exchange's records/s, same rows, by the slowest strategy: links of "
              + label(rate));
    }
  }

  private static void addCrossing(Runs runs, Content content) {
    List<Table.Row> rows = new ArrayList<>();
    for (String nodes : runs.values(NODES)) {
      Runs of = runs.where(NODES, nodes).variant(SHUFFLE);
      Double paper = Paper.CROSSING.get(nodes);
      rows.add(
          Table.Row.of(
              nodes,
              Amount.range(of.sample(Metric.BYTES_BETWEEN_TASK_MANAGERS), Amount::bytes),
              Amount.range(of.sample(Metric.BYTES_WITHIN_TASK_MANAGERS), Amount::bytes),
              crossing(of),
              paper == null ? Amount.NONE : Amount.share(paper)));
    }
    content.table(
        new Table(
            "What a plain exchange sends to other nodes",
            1,
            List.of(NODES, "between nodes", "within nodes", "share between", "paper, table 4"),
            rows));
  }

  /** The bytes that go to other nodes, of all that go through the exchange. */
  private static String crossing(Runs runs) {
    OptionalDouble between = runs.median(Metric.BYTES_BETWEEN_TASK_MANAGERS);
    OptionalDouble within = runs.median(Metric.BYTES_WITHIN_TASK_MANAGERS);
    return between.isEmpty() || within.isEmpty()
        ? Amount.NONE
        : Amount.share(between.getAsDouble() / (between.getAsDouble() + within.getAsDouble()));
  }
}
