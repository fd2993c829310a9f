/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Labels.BACKEND;
import static org.trilink.benchmark.report.Labels.DISORDER;
import static org.trilink.benchmark.report.Labels.KEYS;
import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.LOCAL_MERGE;
import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.trilink.benchmark.report.Block.Panel;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;

/** The chapter on what many keys cost, on the heap and in RocksDB. */
final class StateChapter {

  static final Chapter CHAPTER =
      new Chapter(
          "state",
          "State",
          "Low voltage with a thousand to ten million keys on both of Flink's state backends: in"
              + " order, where both engines have every row right, and with half of the keys late."
              + " The paper has no such figure.",
          StateChapter::add);

  /** The disorder of results that do not tell theirs: there was no other input. */
  private static final String OLD_DISORDER = "0.5";

  private static final List<String> VARIANTS = List.of(FLINK, TRILINK, LOCAL_MERGE);

  private StateChapter() {}

  private static void add(BenchmarkResult result, Content content) {
    Runs runs = Runs.of(result).withDefault(DISORDER, OLD_DISORDER);
    for (Runs input : runs.by(DISORDER)) {
      List<Runs> backends = input.by(BACKEND);
      backends.forEach(backend -> addFindings(backend, content));
      content.figure(
          "Throughput, " + Labels.order(input),
          "",
          backends.stream()
              .map(backend -> chart(backend, Metric.RECORDS_PER_SECOND))
              .toArray(Panel[]::new));
      content.figure(
          "Size of a checkpoint, " + Labels.order(input),
          "",
          backends.stream()
              .map(backend -> chart(backend, Metric.CHECKPOINT_BYTES))
              .toArray(Panel[]::new));
    }
    List<Runs> places = runs.by(DISORDER, BACKEND, KEYS);
    addHeadline(places, content);
    content.table(
        Table.of("Throughput and checkpoints", Runs.variants(places, VARIANTS))
            .label("input", Labels::order)
            .label(BACKEND, Labels::backend)
            .label(KEYS, Labels::keys)
            .label("variant", Labels::variant)
            .column("records/s", of -> of.text(Metric.RECORDS_PER_SECOND))
            .column("checkpoint", of -> of.text(Metric.CHECKPOINT_BYTES))
            .column("takes", of -> of.text(Metric.CHECKPOINT_MILLIS))
            .column("rows right", Completeness::rightRows)
            .column("records lost", Completeness::lostRecords)
            .column("runs", Labels::count));
  }

  private static Panel chart(Runs backend, Metric metric) {
    Chart chart =
        Chart.bars(KEYS, metric.unit(), backend.by(KEYS), Labels::keys).variants(VARIANTS, metric);
    return (metric == Metric.CHECKPOINT_BYTES ? chart.logarithmic() : chart)
        .panel(Labels.backend(backend));
  }

  /** Where Trilink is slower than Flink most, with the same rows; nothing if it never is. */
  private static void addHeadline(List<Runs> places, Content content) {
    places.stream()
        .flatMap(place -> Pair.of(place).stream())
        .filter(pair -> pair.exact() && Comparison.isLess(pair.ratio()))
        .min(Comparator.comparingDouble(Pair::ratio))
        .ifPresent(
            pair ->
                content.headline(
                    Comparison.multiple(pair.ratio()),
                    "Flink's records/s, same rows, where Trilink is slowest: %s keys, %s, %s"
                        .formatted(
                            Labels.keys(pair.base()),
                            Labels.order(pair.base()),
                            Labels.place(pair.base()))));
  }

  /** The ratios, and checkpoints at the most keys that both ran with. */
  private static void addFindings(Runs backend, Content content) {
    List<Pair> pairs = backend.by(KEYS).stream().flatMap(at -> Pair.of(at).stream()).toList();
    if (pairs.isEmpty()) {
      return;
    }
    String checkpoints = checkpoints(pairs.get(pairs.size() - 1));
    String where = "Input %s, %s: ".formatted(Labels.order(backend), Labels.place(backend));
    List<String> equal = pairs.stream().filter(Pair::exact).map(StateChapter::words).toList();
    List<String> lossy =
        pairs.stream().filter(pair -> !pair.exact()).map(StateChapter::words).toList();
    if (!equal.isEmpty()) {
      content.finding(
          "%swith the same rows, every one right, Trilink's records/s over Flink's are %s.%s"
              .formatted(where, Labels.list(equal), checkpoints));
    }
    if (!lossy.isEmpty()) {
      content.finding(
          "%swith other rows than Flink's, Trilink's records/s over Flink's are %s.%s"
              .formatted(where, Labels.list(lossy), equal.isEmpty() ? checkpoints : ""));
    }
  }

  /** "1.2× with 1,000 keys (the runs' ranges overlap)". */
  private static String words(Pair pair) {
    List<String> notes = new ArrayList<>();
    if (pair.overlap()) {
      notes.add("the runs' ranges overlap");
    }
    for (Runs of : List.of(pair.base(), pair.trilink())) {
      if (!of.exact()) {
        notes.add(
            "%s has %s of the rows right"
                .formatted(Labels.variant(of), Completeness.rightShare(of)));
      }
    }
    return "%s with %s keys%s"
        .formatted(
            Comparison.multiple(pair.ratio()),
            Labels.keys(pair.base()),
            notes.isEmpty() ? "" : " (" + String.join("; ", notes) + ")");
  }

  private static String checkpoints(Pair pair) {
    return Content.sentence(
            " With %s keys a checkpoint has %s, Flink's %s.",
            Labels.keys(pair.base()),
            pair.trilink().words(Metric.CHECKPOINT_BYTES),
            pair.base().words(Metric.CHECKPOINT_BYTES))
        .orElse("");
  }
}
