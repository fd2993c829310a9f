/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Labels.WORKLOAD;
import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.LOCAL_MERGE;
import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.List;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;

/**
 * The chapter on what must not get worse: latency, checkpoints and a job's start at steady rates.
 */
final class LatencyChapter {

  static final Chapter CHAPTER =
      new Chapter(
          "latency",
          "Latency and start",
          "Low voltage in order at steady rates. Latency is from the record that completes a window"
              + " to the window's row. A cold start is from a job's submission to its first row, on"
              + " a warm cluster with input at hand. The paper has no such figure.",
          LatencyChapter::add);

  private static final String RATE = "rate";

  /** The coordinate that only the runs of first rows have. */
  private static final String PART = "part";

  private static final List<String> VARIANTS = List.of(FLINK, TRILINK, LOCAL_MERGE);

  private LatencyChapter() {}

  private static void add(BenchmarkResult result, Content content) {
    List<Runs> rates = Runs.of(result).without(PART).by(RATE);
    for (Runs there : rates) {
      String at = "At %s records/s ".formatted(Labels.number(RATE).apply(there));
      content.list(
          at + "99 % of the rows are there within ",
          Comparison.each(there, VARIANTS, Metric.LATENCY_P99));
      addFirstRow(at, there, content);
    }
    content.figure(
        "Latency and cold start",
        "",
        chart(rates, Metric.LATENCY_P99).panel("Latency, 99th percentile"),
        chart(rates, Metric.COLD_START_MILLIS).panel("Cold start"));
    content.table(
        Table.of("Latency, checkpoints and cold start", Runs.variants(rates, VARIANTS))
            .label("records/s", Labels.number(RATE))
            .label("variant", Labels::variant)
            .column("latency p50", of -> of.text(Metric.LATENCY_P50))
            .column("p99", of -> of.text(Metric.LATENCY_P99))
            .column("max", of -> of.text(Metric.LATENCY_MAX))
            .column("cold start", of -> of.text(Metric.COLD_START_MILLIS))
            .column("checkpoint", of -> of.text(Metric.CHECKPOINT_BYTES))
            .column("takes", of -> of.text(Metric.CHECKPOINT_MILLIS))
            .column("rows right", Completeness::rightRows)
            .column("runs", Labels::count));
    List<Runs> workloads = Labels.byWorkload(Runs.of(result).having(PART));
    workloads.forEach(there -> addFirstRow(Labels.workload(there) + ": ", there, content));
    content.table(
        Table.of("From a job's submission to its first row", Runs.variants(workloads, VARIANTS))
            .label(WORKLOAD, Labels::workload)
            .label("variant", Labels::variant)
            .column("first row", of -> of.text(Metric.COLD_START_MILLIS))
            .column(
                "of Flink",
                of ->
                    Comparison.part(
                        of.sample(Metric.COLD_START_MILLIS),
                        of.variant(FLINK).sample(Metric.COLD_START_MILLIS),
                        Comparison::multiple))
            .column("rows right", Completeness::rightRows)
            .column("runs", Labels::count));
  }

  private static void addFirstRow(String begin, Runs there, Content content) {
    content.list(
        begin + "the first row is there after ",
        Comparison.each(there, VARIANTS, Metric.COLD_START_MILLIS));
  }

  private static Chart chart(List<Runs> rates, Metric metric) {
    return Chart.bars("records/s", metric.unit(), rates, Labels.number(RATE))
        .variants(VARIANTS, metric);
  }
}
