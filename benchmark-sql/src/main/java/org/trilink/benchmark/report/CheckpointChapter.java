/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.trilink.benchmark.checkpoint.CheckpointBenchmark;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** What checkpoints cost, by their interval. */
final class CheckpointChapter implements Chapter {

  private static final String BACKEND = "backend";
  private static final String NEVER = "none";

  @Override
  public String benchmark() {
    return "checkpoints";
  }

  @Override
  public String title() {
    return "Checkpoints";
  }

  @Override
  public String about() {
    return "Windows of 100,000 keys in order, with two subtasks in one JVM, without checkpoints and at"
        + " several intervals. The cost is what an engine loses of its own rate without checkpoints,"
        + " and what CPU time it takes more. The paper has no such figure.";
  }

  @Override
  public Content content(BenchmarkResult result) {
    Content content = new Content();
    List<Row> rows = rows(Runs.of(result));
    for (Row row : rows) {
      row.words().ifPresent(content::finding);
    }
    content.table(
        new Table(
            "By interval",
            2,
            List.of(
                BACKEND,
                "a checkpoint every",
                "Flink, records/s",
                "of its rate without",
                "CPU a record",
                "Trilink, records/s",
                "of its rate without",
                "CPU a record",
                "of Flink",
                "runs"),
            rows.stream().map(Row::cells).toList()));
    return content;
  }

  private static List<Row> rows(Runs runs) {
    List<Row> rows = new ArrayList<>();
    for (String backend : runs.values(BACKEND)) {
      Runs there = runs.where(BACKEND, backend);
      Runs without = there.where(CheckpointBenchmark.INTERVAL, NEVER);
      List<String> intervals = there.values(CheckpointBenchmark.INTERVAL);
      Stream.concat(
              Stream.of(NEVER).filter(intervals::contains),
              intervals.stream().filter(interval -> !interval.equals(NEVER)))
          .map(
              interval ->
                  new Row(
                      backend,
                      interval,
                      there.where(CheckpointBenchmark.INTERVAL, interval),
                      without))
          .forEach(rows::add);
    }
    return rows;
  }

  /** An interval on a backend, of both engines, beside the runs without checkpoints. */
  private record Row(String backend, String interval, Runs runs, Runs without) {

    /** Nothing of what is without checkpoints or was not measured. */
    Optional<String> words() {
      OptionalDouble flink = lost(FLINK);
      OptionalDouble trilink = lost(TRILINK);
      return interval.equals(NEVER) || flink.isEmpty() || trilink.isEmpty()
          ? Optional.empty()
          : Optional.of(
              "A checkpoint every %s, %s: Trilink loses %s of its rate, Flink %s."
                  .formatted(
                      interval,
                      Labels.place(backend),
                      percent(trilink.getAsDouble()),
                      percent(flink.getAsDouble())));
    }

    /** The share of the rate; negative if it was faster, by chance. */
    private OptionalDouble lost(String engine) {
      OptionalDouble with = runs.variant(engine).median(Metric.RECORDS_PER_SECOND);
      OptionalDouble never = without.variant(engine).median(Metric.RECORDS_PER_SECOND);
      return with.isEmpty() || never.isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(1 - with.getAsDouble() / never.getAsDouble());
    }

    Table.Row cells() {
      Runs flink = runs.variant(FLINK);
      Runs trilink = runs.variant(TRILINK);
      return new Table.Row(
          List.of(
              Labels.backend(backend),
              interval,
              Amount.range(rate(flink), Amount::count),
              part(FLINK),
              Amount.range(flink.sample(Metric.CPU_PER_RECORD), Amount::micros),
              Amount.range(rate(trilink), Amount::count),
              part(TRILINK),
              Amount.range(trilink.sample(Metric.CPU_PER_RECORD), Amount::micros),
              Comparison.part(rate(trilink), rate(flink), Amount::ratio),
              flink.count() + " and " + trilink.count()),
          !runs.exact());
    }

    private String part(String engine) {
      return Comparison.part(
          rate(runs.variant(engine)), rate(without.variant(engine)), Amount::ratio);
    }

    private static Optional<Sample> rate(Runs runs) {
      return runs.sample(Metric.RECORDS_PER_SECOND);
    }

    private static String percent(double share) {
      return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
  }
}
