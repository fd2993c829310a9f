/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Labels.BACKEND;
import static org.trilink.benchmark.report.Labels.KEYS;
import static org.trilink.benchmark.report.Labels.OPERATOR;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/**
 * The chapter on what each keyed operator costs by itself, where both engines' results are equal.
 */
final class OperatorsChapter {

  static final Chapter CHAPTER =
      new Chapter(
          "operators",
          "Keyed operators",
          "Each keyed operator by itself, in the smallest query that has it, over input in order,"
              + " on the heap and in RocksDB, with a thousand to a million keys. Trilink is told that a"
              + " key's records are in order; as any order it is not, so that Flink's watermark is"
              + " the floor. The paper has no such figures.",
          OperatorsChapter::add);

  private static final List<String> COLOURS = List.of("--way-1", "--trilink", "--way-2");
  private static final String OTHER_COLOUR = "--other";

  private OperatorsChapter() {}

  private static void add(BenchmarkResult result, Content content) {
    Runs runs = Runs.of(result);
    List<Pair> pairs =
        runs.by(OPERATOR, BACKEND, KEYS).stream().flatMap(at -> Pair.of(at).stream()).toList();
    Pair.extremes("Each keyed operator by itself, input in order", pairs, OperatorsChapter::name)
        .ifPresent(content::finding);
    Pair.extremes(
            "The same where the order of a key's records is not known",
            pairs.stream().flatMap(pair -> anyOrder(pair).stream()).toList(),
            OperatorsChapter::name)
        .ifPresent(content::finding);
    runs.by(BACKEND).forEach(backend -> addFigure(backend, content));
    content.table(
        new Table<>("Each keyed operator by itself", pairs, OperatorsChapter::differs)
            .label(OPERATOR, pair -> pair.base().get(OPERATOR))
            .label(BACKEND, pair -> Labels.backend(pair.base()))
            .column(KEYS, pair -> Labels.keys(pair.base()))
            .column("rows", pair -> median(pair.base(), Metric.RECORDS))
            .column("time, Flink", pair -> median(pair.base(), Metric.SECONDS))
            .column("Trilink", pair -> median(pair.trilink(), Metric.SECONDS))
            .column("records/s, Flink", pair -> pair.base().text(Metric.RECORDS_PER_SECOND))
            .column("Trilink", pair -> pair.trilink().text(Metric.RECORDS_PER_SECOND))
            .column("of Flink [any order]", OperatorsChapter::multiples)
            .column("CPU a record, Flink", pair -> pair.base().text(Metric.CPU_PER_RECORD))
            .column("Trilink", pair -> pair.trilink().text(Metric.CPU_PER_RECORD))
            .column("rows equal", pair -> Completeness.rightRows(pair.trilink()))
            .column("runs", Pair::count));
  }

  /** Beside Trilink with Flink's watermark as the floor; empty if the order does not matter. */
  private static Optional<Pair> anyOrder(Pair pair) {
    return Pair.of(pair.base(), pair.base().variant(Variant.ANY_ORDER));
  }

  /** "1.36× [0.93×]". */
  private static String multiples(Pair pair) {
    return pair.multiple() + anyOrder(pair).map(other -> " [" + other.multiple() + "]").orElse("");
  }

  private static boolean differs(Pair pair) {
    return !pair.exact() || anyOrder(pair).filter(other -> !other.exact()).isPresent();
  }

  /** Without the range, which the rate has, so that the table is not too wide. */
  private static String median(Runs runs, Metric metric) {
    return runs.words(metric).orElse(Amount.NONE);
  }

  /** "OVER RANGE on the heap with 1,000 keys". */
  private static String name(Pair pair) {
    Runs at = pair.base();
    return "%s %s with %s keys".formatted(at.get(OPERATOR), Labels.place(at), Labels.keys(at));
  }

  private static void addFigure(Runs backend, Content content) {
    Chart chart = Chart.bars("", "times Flink's", backend.by(OPERATOR), OperatorsChapter::label);
    List<Runs> keys = backend.by(KEYS);
    for (int i = 0; i < keys.size(); i++) {
      String number = keys.get(i).get(KEYS);
      String colour = i < COLOURS.size() ? COLOURS.get(i) : OTHER_COLOUR;
      chart.series(
          new Variant(number, Labels.keys(keys.get(i)) + " keys", colour),
          place -> place.where(KEYS, number),
          there -> Pair.of(there).map(pair -> Sample.of(DoubleStream.of(pair.ratio()))));
    }
    content.figure(
        "Operators: Trilink's records/s as multiples of Flink's, " + Labels.backend(backend),
        "One operator at a time, with two subtasks in one JVM, over records that the job's source"
            + " generates; from the first record to the last row.",
        chart.panel("Measured"));
  }

  /** On lines of about a word, as there are many along the axis. */
  private static String label(Runs place) {
    return place
        .get(OPERATOR)
        .replace(" ", "\n")
        .replace("GROUP\nBY", "GROUP BY")
        .replace("MATCH_", "MATCH_\n");
  }
}
