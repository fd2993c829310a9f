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

/** What checkpoints cost, and for how long they stop an operator, by their interval. */
final class CheckpointChapter implements Chapter {

  private static final String BACKEND = "backend";
  private static final String NEVER = "none";

  /** The interval that sentences are about. */
  private static final String USUAL = "5 s";

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
    return "One operator at a time over input in order, with two subtasks in one JVM, without checkpoints"
        + " and at several intervals. The cost is what an engine loses of its own rate without"
        + " checkpoints, and what CPU time it takes more. A pause is for how long a subtask processes"
        + " no record while its part of a checkpoint is taken. The paper has no such figures.";
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
            3,
            List.of(
                CheckpointBenchmark.OPERATOR,
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
            rows.stream().map(Row::rates).toList()));
    content.table(
        new Table(
            "Pauses",
            3,
            List.of(
                CheckpointBenchmark.OPERATOR,
                BACKEND,
                "a checkpoint every",
                "Flink, checkpoints",
                "size",
                "pause, median",
                "longest",
                "Trilink, checkpoints",
                "size",
                "pause, median",
                "longest"),
            rows.stream().filter(Row::hasCheckpoints).map(Row::pauses).toList()));
    return content;
  }

  private static List<Row> rows(Runs runs) {
    List<Row> rows = new ArrayList<>();
    for (String operator : runs.values(CheckpointBenchmark.OPERATOR)) {
      for (String backend : runs.values(BACKEND)) {
        Runs there = runs.where(CheckpointBenchmark.OPERATOR, operator).where(BACKEND, backend);
        List<String> intervals = there.values(CheckpointBenchmark.INTERVAL);
        Stream.concat(
                Stream.of(NEVER).filter(intervals::contains),
                intervals.stream().filter(interval -> !interval.equals(NEVER)))
            .map(interval -> new Row(operator, backend, interval, there))
            .forEach(rows::add);
      }
    }
    return rows;
  }

  /**
   * An interval of an operator on a backend, of both engines.
   *
   * @param all runs of the operator on the backend
   */
  private record Row(String operator, String backend, String interval, Runs all) {

    /** Of the usual interval only, if both engines have been measured with and without. */
    Optional<String> words() {
      OptionalDouble flink = lost(FLINK);
      OptionalDouble trilink = lost(TRILINK);
      return !interval.equals(USUAL) || flink.isEmpty() || trilink.isEmpty()
          ? Optional.empty()
          : Optional.of(
              "%s %s, a checkpoint every %s: Trilink loses %s of its rate, Flink %s; the longest pause of Trilink is %s, Flink's %s."
                  .formatted(
                      operator,
                      Labels.place(backend),
                      interval,
                      percent(trilink.getAsDouble()),
                      percent(flink.getAsDouble()),
                      millis(runs(TRILINK), Metric.CHECKPOINT_PAUSE_MAX),
                      millis(runs(FLINK), Metric.CHECKPOINT_PAUSE_MAX)));
    }

    /** The share of the rate; negative if it was faster, by chance. */
    private OptionalDouble lost(String engine) {
      OptionalDouble with = runs(engine).median(Metric.RECORDS_PER_SECOND);
      OptionalDouble never = without(engine).median(Metric.RECORDS_PER_SECOND);
      return with.isEmpty() || never.isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(1 - with.getAsDouble() / never.getAsDouble());
    }

    Table.Row rates() {
      Runs flink = runs(FLINK);
      Runs trilink = runs(TRILINK);
      return row(
          Stream.of(
              Amount.range(rate(flink), Amount::count),
              part(FLINK),
              Amount.range(flink.sample(Metric.CPU_PER_RECORD), Amount::micros),
              Amount.range(rate(trilink), Amount::count),
              part(TRILINK),
              Amount.range(trilink.sample(Metric.CPU_PER_RECORD), Amount::micros),
              Comparison.part(rate(trilink), rate(flink), Amount::ratio),
              flink.count() + " and " + trilink.count()));
    }

    boolean hasCheckpoints() {
      return !interval.equals(NEVER);
    }

    Table.Row pauses() {
      return row(
          Stream.of(runs(FLINK), runs(TRILINK))
              .flatMap(
                  of ->
                      Stream.of(
                          Amount.range(of.sample(Metric.CHECKPOINTS), Amount::count),
                          Amount.range(of.sample(Metric.CHECKPOINT_BYTES), Amount::bytes),
                          millis(of, Metric.CHECKPOINT_PAUSE_P50),
                          millis(of, Metric.CHECKPOINT_PAUSE_MAX))));
    }

    private Table.Row row(Stream<String> values) {
      return new Table.Row(
          Stream.concat(Stream.of(operator, Labels.backend(backend), interval), values).toList(),
          !all.where(CheckpointBenchmark.INTERVAL, interval).exact());
    }

    private Runs runs(String engine) {
      return all.where(CheckpointBenchmark.INTERVAL, interval).variant(engine);
    }

    private Runs without(String engine) {
      return all.where(CheckpointBenchmark.INTERVAL, NEVER).variant(engine);
    }

    private String part(String engine) {
      return Comparison.part(rate(runs(engine)), rate(without(engine)), Amount::ratio);
    }

    private static Optional<Sample> rate(Runs runs) {
      return runs.sample(Metric.RECORDS_PER_SECOND);
    }

    private static String millis(Runs runs, Metric metric) {
      return Amount.range(runs.sample(metric), Amount::millis);
    }

    private static String percent(double share) {
      return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
  }
}
