/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Labels.BACKEND;

import java.util.List;
import java.util.function.Function;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** Exact results while faults happen. */
final class ChaosChapter {

  static final Chapter CHAPTER =
      new Chapter(
          "chaos",
          "Faults",
          "Low voltage with sinks that write exactly once, while processes are killed and paused,"
              + " links are slow or cut, the disk is full, checkpoints are lost, the parallelism"
              + " changes and keys are moved. Recovery is the time from a fault to the first"
              + " committed row that was written after it. Stock Flink has its input in order, as it"
              + " loses what comes late; half of Trilink's keys are late. The paper has no such"
              + " figure.",
          ChaosChapter::add);

  private ChaosChapter() {}

  private static void add(BenchmarkResult result, Content content) {
    Runs runs = Runs.of(result);
    addFinding("Trilink", runs, false, content);
    addFinding("stock Flink", runs, true, content);
    content.table(
        Table.of("Results and recovery", Runs.by(runs.by(BACKEND), Runs.VARIANT))
            .label(BACKEND, Labels::backend)
            .label("variant", Labels.of(Runs.VARIANT))
            .column("faults", total(Metric.FAULTS))
            .column("restores", total(Metric.RESTORES))
            .column("rows right", of -> rows(List.of(of)))
            .column("missing", total(Metric.ROWS_MISSING))
            .column("wrong", total(Metric.ROWS_WRONG))
            .column("surplus", total(Metric.ROWS_SURPLUS))
            .column("recovery, median", of -> of.text(Metric.RECOVERY_P50))
            .column(
                "at most",
                of ->
                    of.sample(Metric.RECOVERY_MAX)
                        .map(Sample::max)
                        .map(Amount::millis)
                        .orElse("")));
  }

  private static void addFinding(String engine, Runs runs, boolean stock, Content content) {
    List<Runs> variants =
        runs.variants().stream()
            .filter(of -> of.get(Runs.VARIANT).startsWith(Variant.FLINK) == stock)
            .toList();
    if (!variants.isEmpty()) {
      content.finding(
          "%s faults under %s: %s rows were right, %s missing, %s wrong and %s surplus."
              .formatted(
                  total(Metric.FAULTS, variants),
                  engine,
                  rows(variants),
                  total(Metric.ROWS_MISSING, variants),
                  total(Metric.ROWS_WRONG, variants),
                  total(Metric.ROWS_SURPLUS, variants)));
    }
  }

  private static String rows(List<Runs> runs) {
    return total(Metric.ROWS_RIGHT, runs) + " of " + total(Metric.ROWS_EXPECTED, runs);
  }

  private static Function<Runs, String> total(Metric metric) {
    return of -> total(metric, List.of(of));
  }

  private static String total(Metric metric, List<Runs> runs) {
    return Amount.exactCount(runs.stream().mapToDouble(each -> each.total(metric)).sum());
  }
}
