/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** Exact results while faults happen. */
final class ChaosChapter implements Chapter {

  private static final String BACKEND = "backend";

  @Override
  public String benchmark() {
    return "chaos";
  }

  @Override
  public String title() {
    return "Faults";
  }

  @Override
  public String about() {
    return "Low voltage with sinks that write exactly once, while processes are killed and paused,"
        + " links are slow or cut, the disk is full, checkpoints are lost, the parallelism changes"
        + " and keys are moved. Recovery is the time from a fault to the first committed row that"
        + " was written after it. Stock Flink has its input in order, as it loses what comes late;"
        + " half of Trilink's keys are late. The paper has no such figure.";
  }

  @Override
  public Content content(BenchmarkResult result) {
    Content content = new Content();
    Runs runs = Runs.of(result);
    addFinding(content, "Trilink", runs, false);
    addFinding(content, "stock Flink", runs, true);
    content.table(table(runs));
    return content;
  }

  private static void addFinding(Content content, String engine, Runs runs, boolean stock) {
    List<Runs> ofEngine =
        runs.variants().stream()
            .filter(variant -> variant.startsWith(Variant.FLINK) == stock)
            .map(runs::variant)
            .toList();
    if (!ofEngine.isEmpty()) {
      content.finding(
          "%s faults under %s: %s of %s rows were right, %s missing, %s wrong and %s surplus."
              .formatted(
                  total(ofEngine, Metric.FAULTS),
                  engine,
                  total(ofEngine, Metric.ROWS_RIGHT),
                  total(ofEngine, Metric.ROWS_EXPECTED),
                  total(ofEngine, Metric.ROWS_MISSING),
                  total(ofEngine, Metric.ROWS_WRONG),
                  total(ofEngine, Metric.ROWS_SURPLUS)));
    }
  }

  private static String total(List<Runs> runs, Metric metric) {
    return Amount.exactCount(runs.stream().mapToDouble(each -> each.total(metric)).sum());
  }

  private static String total(Runs runs, Metric metric) {
    return total(List.of(runs), metric);
  }

  private static Table table(Runs runs) {
    List<Table.Row> rows = new ArrayList<>();
    for (String backend : runs.values(BACKEND)) {
      Runs there = runs.where(BACKEND, backend);
      for (String variant : there.variants()) {
        rows.add(row(backend, variant, there.variant(variant)));
      }
    }
    return new Table(
        "Results and recovery",
        2,
        List.of(
            BACKEND,
            "variant",
            "faults",
            "restores",
            "rows right",
            "missing",
            "wrong",
            "surplus",
            "recovery, median",
            "at most"),
        rows);
  }

  private static Table.Row row(String backend, String variant, Runs of) {
    return new Table.Row(
        List.of(
            Labels.backend(backend),
            variant,
            total(of, Metric.FAULTS),
            total(of, Metric.RESTORES),
            total(of, Metric.ROWS_RIGHT) + " of " + total(of, Metric.ROWS_EXPECTED),
            total(of, Metric.ROWS_MISSING),
            total(of, Metric.ROWS_WRONG),
            total(of, Metric.ROWS_SURPLUS),
            Amount.range(of.sample(Metric.RECOVERY_P50), Amount::millis),
            of.sample(Metric.RECOVERY_MAX).map(Sample::max).map(Amount::millis).orElse("")),
        !of.exact());
  }
}
