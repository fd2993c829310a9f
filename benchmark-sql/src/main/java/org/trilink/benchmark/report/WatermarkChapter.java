/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.LOCAL_MERGE;
import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** What disorder between keys costs (table 10), and what a delay costs (figure 6). */
final class WatermarkChapter implements Chapter {

  private static final String DISORDER = "disorder";
  private static final String DELAY = "delay";
  private static final String LATENCY = "latency";

  /** The setting that says how fast event time goes by in runs whose latency is measured. */
  private static final String PACE = "event time of paced runs";

  /** As the paper's Flink, it corrects results for late records, and has every row right. */
  private static final String LATE_FIRING = "flink, late firing";

  private static final String SMALL_DELAY = "flink, small delay";

  /** Those that have every row right first. */
  private static final List<String> VARIANTS =
      List.of(
          LATE_FIRING,
          "flink, delay = skew",
          FLINK,
          TRILINK,
          "trilink, any order",
          LOCAL_MERGE,
          SMALL_DELAY);

  private static final String DISORDER_AXIS = "records out of order";
  private static final String DELAY_AXIS = "watermark delay, of the skew";

  @Override
  public String benchmark() {
    return "watermark";
  }

  @Override
  public String title() {
    return "Watermarks under disorder";
  }

  @Override
  public String about() {
    return "Low voltage with some of its records behind the others, the paper's table 10 and figure"
        + " 6. Flink runs as users would set it: a small delay, a delay as large as the skew, or a"
        + " small delay with late firing. Latency is from the record that completes a window to the"
        + " window's row.";
  }

  @Override
  public Content content(BenchmarkResult result) {
    Content content = new Content();
    Runs disorder = Runs.of(result).having(DISORDER).without(DELAY);
    Runs paced = Runs.ofPhase(result, LATENCY);
    if (!disorder.isEmpty()) {
      addDisorder(disorder, paced, content);
      addGains(disorder, content);
      addLatencyHeadline(
          middle(disorder), paced, result.settings().getOrDefault(PACE, ""), content);
      addRowsHeadline(disorder, content);
    }
    addDelay(Runs.of(result).having(DELAY), content);
    return content;
  }

  private static void addDisorder(Runs runs, Runs paced, Content content) {
    List<String> disorders = runs.values(DISORDER);
    List<Variant> variants = Labels.variants(VARIANTS, runs);
    addFinding(runs, paced, content);
    content.figure(
        new Figure(
            "Throughput by disorder",
            "The paper does not say how Flink was set; its Flink corrects results for late"
                + " records.",
            variants,
            List.of(
                chart(runs, disorders, variants, Metric.RECORDS_PER_SECOND, "records/s")
                    .panel("Measured"),
                paperChart().panel(Paper.NAME + ", table 10"))));
    List<Panel> costs = new ArrayList<>();
    addPanel("Right rows", rightRows(runs, disorders, variants), costs);
    addPanel(
        "Latency, 99th percentile",
        chart(paced, disorders, variants, Metric.LATENCY_P99, "ms").logarithmic(),
        costs);
    if (!costs.isEmpty()) {
      content.figure(new Figure("What it costs", "", variants, costs));
    }
    content.table(table(runs, paced, disorders, variants));
    content.table(paperTable());
  }

  private static void addPanel(String title, Chart chart, List<Panel> panels) {
    if (!chart.isEmpty()) {
      panels.add(chart.panel(title));
    }
  }

  private static Chart chart(
      Runs runs, List<String> disorders, List<Variant> variants, Metric metric, String unit) {
    Chart chart = new Chart(DISORDER_AXIS, percents(disorders), unit);
    for (Variant variant : variants) {
      chart.bars(
          variant,
          Points.of(
              disorders, value -> runs.where(DISORDER, value).variant(variant.name()), metric));
    }
    return chart;
  }

  private static Chart rightRows(Runs runs, List<String> disorders, List<Variant> variants) {
    Chart chart = new Chart(DISORDER_AXIS, percents(disorders), "% of rows");
    for (Variant variant : variants) {
      chart.bars(
          variant,
          Points.percents(
              disorders,
              value -> runs.where(DISORDER, value).variant(variant.name()),
              Metric.ROWS_RIGHT,
              Metric.ROWS_EXPECTED));
    }
    return chart.yMax(100);
  }

  private static Chart paperChart() {
    return new Chart(DISORDER_AXIS, percents(Paper.DISORDERS), "records/s")
        .bars(Variant.of(LATE_FIRING), points(Paper.WATERMARK_FLINK))
        .bars(Variant.of(TRILINK), points(Paper.WATERMARK_TRILINK));
  }

  private static List<Optional<Point>> points(List<Double> values) {
    return values.stream().map(Point::of).toList();
  }

  private static List<String> percents(List<String> shares) {
    return shares.stream().map(share -> Amount.share(Double.parseDouble(share))).toList();
  }

  private static Table paperTable() {
    List<Table.Row> rows = new ArrayList<>();
    for (int i = 0; i < Paper.DISORDERS.size(); i++) {
      rows.add(
          Table.Row.of(
              Amount.share(Double.parseDouble(Paper.DISORDERS.get(i))),
              Amount.count(Paper.WATERMARK_FLINK.get(i)),
              Amount.count(Paper.WATERMARK_TRILINK.get(i))));
    }
    return new Table(
        "The paper's table 10, records/s", 1, List.of(DISORDER, "Flink", "Trilink"), rows);
  }

  private static Table table(
      Runs runs, Runs paced, List<String> disorders, List<Variant> variants) {
    List<Table.Row> rows = new ArrayList<>();
    for (String disorder : disorders) {
      for (Variant variant : variants) {
        Runs of = runs.where(DISORDER, disorder).variant(variant.name());
        Runs latency = paced.where(DISORDER, disorder).variant(variant.name());
        if (of.isEmpty()) {
          continue;
        }
        Completeness completeness = new Completeness(of);
        rows.add(
            new Table.Row(
                List.of(
                    Amount.share(Double.parseDouble(disorder)),
                    variant.label(),
                    Amount.range(of.sample(Metric.RECORDS_PER_SECOND), Amount::count),
                    completeness.rightRows(),
                    completeness.lostRecords(),
                    Amount.range(latency.sample(Metric.LATENCY_P50), Amount::millis),
                    Amount.range(latency.sample(Metric.LATENCY_P99), Amount::millis),
                    Amount.range(latency.sample(Metric.LATENCY_MAX), Amount::millis),
                    String.valueOf(of.count())),
                completeness.incomplete()));
      }
    }
    return new Table(
        "Throughput, completeness and latency",
        2,
        List.of(
            DISORDER,
            "variant",
            "records/s",
            "rows right",
            "records lost",
            "latency p50",
            "p99",
            "max",
            "runs"),
        rows);
  }

  /** By late firing, with which stock Flink loses no records either. */
  private static void addGains(Runs all, Content content) {
    for (String disorder : all.values(DISORDER)) {
      Runs flink = all.where(DISORDER, disorder).variant(LATE_FIRING);
      Runs trilink = all.where(DISORDER, disorder).variant(TRILINK);
      Optional<Sample> flinks = flink.sample(Metric.RECORDS_PER_SECOND);
      Optional<Sample> trilinks = trilink.sample(Metric.RECORDS_PER_SECOND);
      if (flinks.isPresent() && trilinks.isPresent() && flink.exact() && trilink.exact()) {
        content.gain(
            new EqualResults.Gain(
                Labels.order(disorder),
                Labels.order(disorder),
                "out of order, low voltage, stock Flink with late firing",
                flinks.get(),
                trilinks.get()));
      }
    }
  }

  /** Of the middle share of disorder, beside those with every row right first. */
  private static void addFinding(Runs all, Runs paced, Content content) {
    String disorder = middle(all);
    Runs runs = all.where(DISORDER, disorder);
    Runs trilink = runs.variant(TRILINK);
    Optional<Sample> trilinks = trilink.sample(Metric.RECORDS_PER_SECOND);
    if (trilinks.isEmpty()) {
      return;
    }
    List<String> equal = new ArrayList<>();
    List<String> lossy = new ArrayList<>();
    for (Variant variant : Labels.variants(VARIANTS, runs)) {
      Runs other = runs.variant(variant.name());
      Optional<Sample> rate = other.sample(Metric.RECORDS_PER_SECOND);
      if (variant.name().equals(TRILINK) || rate.isEmpty()) {
        continue;
      }
      (other.exact() ? equal : lossy)
          .add(Comparison.many(trilinks, rate, inText(variant)) + new Completeness(other).clause());
    }
    content.finding(
        "With %s of the records out of order Trilink reads %s records/s%s%s."
            .formatted(
                Amount.share(Double.parseDouble(disorder)),
                Amount.count(trilinks.get().median()),
                new Completeness(trilink).clause(),
                equal.isEmpty()
                    ? ""
                    : "; of those with every row right: " + String.join("; ", equal)));
    if (!lossy.isEmpty()) {
      content.finding("Beside those that lose rows: " + String.join("; ", lossy) + ".");
    }
    addLatencyFinding(paced.where(DISORDER, disorder), content);
  }

  private static String middle(Runs runs) {
    List<String> disorders = runs.values(DISORDER);
    return disorders.get(disorders.size() / 2);
  }

  private static void addRowsHeadline(Runs all, Content content) {
    String disorder = middle(all);
    Runs runs = all.where(DISORDER, disorder);
    Runs small = runs.variant(SMALL_DELAY);
    if (!small.isEmpty() && !runs.variant(TRILINK).isEmpty()) {
      content.headline(
          new Completeness(runs.variant(TRILINK)).rightShare(),
          "of the rows right with %s of the records out of order; Flink with a small delay: %s"
              .formatted(
                  Amount.share(Double.parseDouble(disorder)),
                  new Completeness(small).rightShare()));
    }
  }

  /** Beside stock Flink as it has to be set to have every row right. */
  private static void addLatencyHeadline(String disorder, Runs all, String speed, Content content) {
    Runs paced = all.where(DISORDER, disorder);
    Optional<Sample> trilink = latency(paced.variant(TRILINK));
    List<String> flinks = new ArrayList<>();
    for (Variant variant : Labels.variants(VARIANTS, paced)) {
      if (variant.name().startsWith(FLINK)) {
        latency(paced.variant(variant.name()))
            .ifPresent(
                latency ->
                    flinks.add(
                        Amount.millis(latency.median())
                            + variant.label().substring("Flink".length())));
      }
    }
    if (trilink.isPresent() && !flinks.isEmpty()) {
      content.headline(
          Amount.millis(trilink.get().median()),
          "until 99 %% of the rows are there, all right, with %s of the records out of order; Flink"
                  .formatted(Amount.share(Double.parseDouble(disorder)))
              + " with all right: "
              + String.join("; ", flinks)
              + (speed.isEmpty() ? "" : " (event time " + speed + ")"));
    }
  }

  /** Empty unless all rows were right. */
  private static Optional<Sample> latency(Runs paced) {
    return paced.exact() ? paced.sample(Metric.LATENCY_P99) : Optional.empty();
  }

  private static void addLatencyFinding(Runs paced, Content content) {
    List<String> latencies = new ArrayList<>();
    for (Variant variant : Labels.variants(VARIANTS, paced)) {
      paced
          .variant(variant.name())
          .sample(Metric.LATENCY_P99)
          .ifPresent(
              latency -> latencies.add(Amount.millis(latency.median()) + " by " + inText(variant)));
    }
    if (!latencies.isEmpty()) {
      content.finding(
          "Of a paced run, 99 % of the rows are there within "
              + String.join("; ", latencies)
              + ".");
    }
  }

  private static void addDelay(Runs runs, Content content) {
    List<String> delays = runs.variant(FLINK).values(DELAY);
    if (delays.isEmpty()) {
      return;
    }
    List<Variant> variants = Labels.variants(VARIANTS, runs);
    addDelayFinding(runs.variant(FLINK), delays, content);
    Chart lost = new Chart(DELAY_AXIS, delays, "% of records lost");
    Chart throughput = new Chart(DELAY_AXIS, delays, "records/s");
    for (Variant variant : variants) {
      lost.bars(
          variant,
          Points.percents(
              delays, delay -> at(delay, variant, runs), Metric.RECORDS_LOST, Metric.RECORDS));
      throughput.line(variant, Points.of(delays, delay -> at(delay, variant, runs)));
    }
    content.figure(
        new Figure(
            "The price of a watermark delay",
            "Of the paper's figure 6 the text gives no values: with a delay as large as the skew"
                + " no record is out of order, but throughput falls sharply.",
            variants,
            List.of(lost.panel("Records lost"), throughput.panel("Throughput"))));
    content.table(delayTable(runs, variants));
  }

  /** Trilink has no such delay: its one situation stands for all. */
  private static Runs at(String delay, Variant variant, Runs runs) {
    Runs of = runs.variant(variant.name());
    return variant.name().equals(TRILINK) ? of : of.where(DELAY, delay);
  }

  private static Table delayTable(Runs runs, List<Variant> variants) {
    List<Table.Row> rows = new ArrayList<>();
    for (Variant variant : variants) {
      for (String delay : runs.variant(variant.name()).values(DELAY)) {
        Runs of = runs.variant(variant.name()).where(DELAY, delay);
        Completeness completeness = new Completeness(of);
        rows.add(
            new Table.Row(
                List.of(
                    delay,
                    variant.label(),
                    Amount.range(of.sample(Metric.RECORDS_PER_SECOND), Amount::count),
                    completeness.rightRows(),
                    completeness.lostRecords(),
                    String.valueOf(of.count())),
                completeness.incomplete()));
      }
    }
    return new Table(
        "By watermark delay, of the skew",
        2,
        List.of(DELAY, "variant", "records/s", "rows right", "records lost", "runs"),
        rows);
  }

  private static void addDelayFinding(Runs flink, List<String> delays, Content content) {
    Runs least = flink.where(DELAY, delays.get(0));
    Runs most = flink.where(DELAY, delays.get(delays.size() - 1));
    Optional<Sample> from = least.sample(Metric.RECORDS_PER_SECOND);
    Optional<Sample> to = most.sample(Metric.RECORDS_PER_SECOND);
    if (delays.size() < 2 || from.isEmpty() || to.isEmpty()) {
      return;
    }
    content.finding(
        "Of the records Flink loses %s with %s, and %s with %s; records/s are then %s."
            .formatted(
                new Completeness(least).lostRecords(),
                delay(delays.get(0)),
                new Completeness(most).lostRecords(),
                delay(delays.get(delays.size() - 1)),
                Comparison.many(to, from, "before")));
  }

  private static String delay(String share) {
    return switch (share) {
      case "0" -> "no delay";
      case "1" -> "a delay as large as the skew";
      default -> "a delay of " + share + " of the skew";
    };
  }

  private static String inText(Variant variant) {
    return variant
        .label()
        .replace("Flink, small", "Flink with a small")
        .replace("Flink, ", "Flink with ")
        .replace("Trilink, ", "Trilink with ");
  }
}
