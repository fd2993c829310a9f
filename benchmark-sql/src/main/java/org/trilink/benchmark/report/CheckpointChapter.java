/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.checkpoint.CheckpointBenchmark.INTERVAL;
import static org.trilink.benchmark.report.Labels.BACKEND;
import static org.trilink.benchmark.report.Labels.OPERATOR;
import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;

/**
 * The chapter on what checkpoints cost, and for how long they stop an operator, by their interval.
 */
final class CheckpointChapter {

  static final Chapter CHAPTER =
      new Chapter(
          "checkpoints",
          "Checkpoints",
          "One operator at a time over input in order, with two subtasks in one JVM, without"
              + " checkpoints and at several intervals. The cost is what an engine loses of its own"
              + " rate without checkpoints, and what CPU time it takes more. A pause is for how long"
              + " a subtask processes no record while its part of a checkpoint is taken. The paper"
              + " has no such figures.",
          CheckpointChapter::add);

  private static final String NEVER = "none";

  /** The interval that sentences are about. */
  private static final String USUAL = "5 s";

  private CheckpointChapter() {}

  private static void add(BenchmarkResult result, Content content) {
    List<Runs> places =
        Runs.of(result).by(OPERATOR, BACKEND).stream()
            .flatMap(
                there ->
                    there.by(INTERVAL).stream().sorted(Comparator.comparing(at -> !isNever(at))))
            .toList();
    places.forEach(place -> addFinding(place, content));
    content.table(
        labelled("By interval", places)
            .column("Flink, records/s", in(FLINK, of -> of.text(Metric.RECORDS_PER_SECOND)))
            .column("of its rate without", in(FLINK, CheckpointChapter::part))
            .column("CPU a record", in(FLINK, of -> of.text(Metric.CPU_PER_RECORD)))
            .column("Trilink, records/s", in(TRILINK, of -> of.text(Metric.RECORDS_PER_SECOND)))
            .column("of its rate without", in(TRILINK, CheckpointChapter::part))
            .column("CPU a record", in(TRILINK, of -> of.text(Metric.CPU_PER_RECORD)))
            .column(
                "of Flink",
                at ->
                    Comparison.part(
                        at.variant(TRILINK).rate(), at.variant(FLINK).rate(), Amount::ratio))
            .column(
                "runs", at -> at.variant(FLINK).count() + " and " + at.variant(TRILINK).count()));
    content.table(
        labelled("Pauses", places.stream().filter(place -> !isNever(place)).toList())
            .column("Flink, checkpoints", in(FLINK, of -> of.text(Metric.CHECKPOINTS)))
            .column("size", in(FLINK, of -> of.text(Metric.CHECKPOINT_BYTES)))
            .column("pause, median", in(FLINK, of -> of.text(Metric.CHECKPOINT_PAUSE_P50)))
            .column("longest", in(FLINK, of -> of.text(Metric.CHECKPOINT_PAUSE_MAX)))
            .column("Trilink, checkpoints", in(TRILINK, of -> of.text(Metric.CHECKPOINTS)))
            .column("size", in(TRILINK, of -> of.text(Metric.CHECKPOINT_BYTES)))
            .column("pause, median", in(TRILINK, of -> of.text(Metric.CHECKPOINT_PAUSE_P50)))
            .column("longest", in(TRILINK, of -> of.text(Metric.CHECKPOINT_PAUSE_MAX))));
  }

  private static Table<Runs> labelled(String caption, List<Runs> places) {
    return Table.of(caption, places)
        .label(OPERATOR, Labels.of(OPERATOR))
        .label(BACKEND, Labels::backend)
        .label("a checkpoint every", Labels.of(INTERVAL));
  }

  private static Function<Runs, String> in(String engine, Function<Runs, String> cell) {
    return place -> cell.apply(place.variant(engine));
  }

  private static boolean isNever(Runs place) {
    return place.get(INTERVAL).equals(NEVER);
  }

  private static String part(Runs engine) {
    return Comparison.part(engine.rate(), engine.where(INTERVAL, NEVER).rate(), Amount::ratio);
  }

  /**
   * Adds a finding on the usual interval only, if both engines have been measured with checkpoints
   * and without.
   */
  private static void addFinding(Runs place, Content content) {
    if (place.get(INTERVAL).equals(USUAL)) {
      content.finding(
          "%s %s, a checkpoint every %s: Trilink loses %s of its rate, Flink %s; the longest pause of Trilink is %s, Flink's %s.",
          place.get(OPERATOR),
          Labels.place(place),
          USUAL,
          lost(place.variant(TRILINK)),
          lost(place.variant(FLINK)),
          place.variant(TRILINK).text(Metric.CHECKPOINT_PAUSE_MAX),
          place.variant(FLINK).text(Metric.CHECKPOINT_PAUSE_MAX));
    }
  }

  /** The share of the rate; negative if it was faster, by chance. */
  private static Optional<String> lost(Runs engine) {
    return Pair.of(engine.where(INTERVAL, NEVER), engine)
        .map(pair -> String.format(Locale.ROOT, "%.1f %%", 100 * (1 - pair.ratio())));
  }
}
