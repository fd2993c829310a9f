/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.LOCAL_MERGE;
import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** What must not get worse: latency, checkpoints and a job's start at steady rates. */
final class LatencyChapter implements Chapter {

  private static final String RATE = "rate";
  private static final String WORKLOAD = "workload";

  /** The coordinate that only the runs of first rows have. */
  private static final String PART = "part";

  private static final List<String> VARIANTS = List.of(FLINK, TRILINK, LOCAL_MERGE);

  @Override
  public String benchmark() {
    return "latency";
  }

  @Override
  public String title() {
    return "Latency and start";
  }

  @Override
  public String about() {
    return "Low voltage in order at steady rates. Latency is from the record that completes a window"
        + " to the window's row. A cold start is from a job's submission to its first row, on a warm"
        + " cluster with input at hand. The paper has no such figure.";
  }

  @Override
  public Content content(BenchmarkResult result) {
    Content content = new Content();
    Runs all = Runs.of(result);
    Runs runs = all.without(PART);
    List<String> rates = runs.values(RATE);
    List<Variant> variants = Labels.variants(VARIANTS, runs);
    for (String rate : rates) {
      Runs there = runs.where(RATE, rate);
      addFinding(
          "At %s records/s 99 %% of the rows are there within ".formatted(label(rate)),
          Metric.LATENCY_P99,
          there,
          content);
      addFinding(
          "At %s records/s the first row is there after ".formatted(label(rate)),
          Metric.COLD_START_MILLIS,
          there,
          content);
    }
    List<Panel> panels = new ArrayList<>();
    addPanel("Latency, 99th percentile", Metric.LATENCY_P99, runs, rates, variants, panels);
    addPanel("Cold start", Metric.COLD_START_MILLIS, runs, rates, variants, panels);
    if (!panels.isEmpty()) {
      content.figure(new Figure("Latency and cold start", "", variants, panels));
    }
    content.table(table(runs, rates, variants));
    addFirstRows(all.having(PART), content);
    return content;
  }

  private static void addFirstRows(Runs runs, Content content) {
    List<String> workloads =
        runs.values(WORKLOAD).stream().sorted(Comparator.comparingInt(Labels::rank)).toList();
    List<Table.Row> rows = new ArrayList<>();
    for (String workload : workloads) {
      Runs there = runs.where(WORKLOAD, workload);
      String title = Labels.workload(workload);
      addFinding(
          title + ": the first row is there after ", Metric.COLD_START_MILLIS, there, content);
      Optional<Sample> flink = there.variant(FLINK).sample(Metric.COLD_START_MILLIS);
      for (Variant variant : Labels.variants(VARIANTS, there)) {
        rows.add(firstRow(title, variant, there.variant(variant.name()), flink));
      }
    }
    if (!rows.isEmpty()) {
      content.table(
          new Table(
              "From a job's submission to its first row",
              2,
              List.of(WORKLOAD, "variant", "first row", "of Flink", "rows right", "runs"),
              rows));
    }
  }

  private static Table.Row firstRow(
      String workload, Variant variant, Runs of, Optional<Sample> flink) {
    Completeness completeness = new Completeness(of);
    return new Table.Row(
        List.of(
            workload,
            variant.label(),
            range(of, Metric.COLD_START_MILLIS, Amount::millis),
            Comparison.part(of.sample(Metric.COLD_START_MILLIS), flink, Comparison::multiple),
            completeness.rightRows(),
            String.valueOf(of.count())),
        completeness.incomplete());
  }

  private static String label(String rate) {
    return Amount.exactCount(Double.parseDouble(rate));
  }

  private static void addFinding(String begin, Metric metric, Runs runs, Content content) {
    List<String> amounts = new ArrayList<>();
    for (Variant variant : Labels.variants(VARIANTS, runs)) {
      runs.variant(variant.name())
          .sample(metric)
          .ifPresent(
              sample -> amounts.add(Amount.millis(sample.median()) + " by " + inText(variant)));
    }
    if (!amounts.isEmpty()) {
      content.finding(begin + String.join("; ", amounts) + ".");
    }
  }

  private static String inText(Variant variant) {
    return variant.label().replace("Trilink, ", "Trilink with ");
  }

  private static void addPanel(
      String title,
      Metric metric,
      Runs runs,
      List<String> rates,
      List<Variant> variants,
      List<Panel> panels) {
    Chart chart =
        new Chart("records/s", rates.stream().map(LatencyChapter::label).toList(), metric.unit());
    for (Variant variant : variants) {
      Runs of = runs.variant(variant.name());
      chart.bars(variant, Points.of(rates, rate -> of.where(RATE, rate), metric));
    }
    if (!chart.isEmpty()) {
      panels.add(chart.panel(title));
    }
  }

  private static Table table(Runs runs, List<String> rates, List<Variant> variants) {
    List<Table.Row> rows = new ArrayList<>();
    for (String rate : rates) {
      for (Variant variant : variants) {
        Runs of = runs.where(RATE, rate).variant(variant.name());
        if (!of.isEmpty()) {
          rows.add(row(rate, variant, of));
        }
      }
    }
    return new Table(
        "Latency, checkpoints and cold start",
        2,
        List.of(
            "records/s",
            "variant",
            "latency p50",
            "p99",
            "max",
            "cold start",
            "checkpoint",
            "takes",
            "rows right",
            "runs"),
        rows);
  }

  private static Table.Row row(String rate, Variant variant, Runs of) {
    Completeness completeness = new Completeness(of);
    return new Table.Row(
        List.of(
            label(rate),
            variant.label(),
            range(of, Metric.LATENCY_P50, Amount::millis),
            range(of, Metric.LATENCY_P99, Amount::millis),
            range(of, Metric.LATENCY_MAX, Amount::millis),
            range(of, Metric.COLD_START_MILLIS, Amount::millis),
            range(of, Metric.CHECKPOINT_BYTES, Amount::bytes),
            range(of, Metric.CHECKPOINT_MILLIS, Amount::millis),
            completeness.rightRows(),
            String.valueOf(of.count())),
        completeness.incomplete());
  }

  private static String range(Runs runs, Metric metric, DoubleFunction<String> text) {
    return Amount.range(runs.sample(metric), text);
  }
}
