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
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;

/** What many keys cost, on the heap and in RocksDB. */
final class StateChapter implements Chapter {

  private static final String DISORDER = "disorder";

  /** What results have that do not tell: there was no other input. */
  private static final String OLD_DISORDER = "0.5";

  private static final String BACKEND = "backend";
  private static final String KEYS = "keys";
  private static final List<String> VARIANTS = List.of(FLINK, TRILINK, LOCAL_MERGE);

  @Override
  public String benchmark() {
    return "state";
  }

  @Override
  public String title() {
    return "State";
  }

  @Override
  public String about() {
    return "Low voltage with a thousand to ten million keys on both of Flink's state backends: in"
        + " order, where both engines have every row right, and with half of the keys late. The"
        + " paper has no such figure.";
  }

  @Override
  public Content content(BenchmarkResult result) {
    Content content = new Content();
    Runs runs = Runs.of(result).withDefault(DISORDER, OLD_DISORDER);
    List<Variant> variants = Labels.variants(VARIANTS, runs);
    for (String disorder : runs.values(DISORDER)) {
      Runs there = runs.where(DISORDER, disorder);
      there
          .values(BACKEND)
          .forEach(
              backend -> addFindings(disorder, backend, there.where(BACKEND, backend), content));
      String order = Labels.order(disorder);
      addFigure("Throughput, " + order, Metric.RECORDS_PER_SECOND, there, variants, content);
      addFigure(
          "Size of a checkpoint, " + order, Metric.CHECKPOINT_BYTES, there, variants, content);
    }
    addHeadline(runs, content);
    content.table(table(runs, variants));
    return content;
  }

  private static void addFigure(
      String title, Metric metric, Runs runs, List<Variant> variants, Content content) {
    List<String> keys = runs.values(KEYS);
    List<String> labels = keys.stream().map(StateChapter::number).toList();
    List<Panel> panels = new ArrayList<>();
    for (String backend : runs.values(BACKEND)) {
      Chart chart = new Chart(KEYS, labels, metric.unit());
      if (metric == Metric.CHECKPOINT_BYTES) {
        chart.logarithmic();
      }
      for (Variant variant : variants) {
        Runs of = runs.where(BACKEND, backend).variant(variant.name());
        chart.bars(variant, Points.of(keys, count -> of.where(KEYS, count), metric));
      }
      if (!chart.isEmpty()) {
        panels.add(chart.panel(Labels.backend(backend)));
      }
    }
    if (!panels.isEmpty()) {
      content.figure(new Figure(title, "", variants, panels));
    }
  }

  private static Table table(Runs runs, List<Variant> variants) {
    List<Table.Row> rows = new ArrayList<>();
    for (Situation situation : Situation.all(runs)) {
      for (Variant variant : variants) {
        Runs of = situation.of(runs).variant(variant.name());
        if (!of.isEmpty()) {
          rows.add(row(situation, variant, of));
        }
      }
    }
    return new Table(
        "Throughput and checkpoints",
        4,
        List.of(
            "input",
            BACKEND,
            KEYS,
            "variant",
            "records/s",
            "checkpoint",
            "takes",
            "rows right",
            "records lost",
            "runs"),
        rows);
  }

  private static Table.Row row(Situation situation, Variant variant, Runs of) {
    Completeness completeness = new Completeness(of);
    return new Table.Row(
        List.of(
            Labels.order(situation.disorder()),
            Labels.backend(situation.backend()),
            number(situation.keys()),
            variant.label(),
            Amount.range(of.sample(Metric.RECORDS_PER_SECOND), Amount::count),
            Amount.range(of.sample(Metric.CHECKPOINT_BYTES), Amount::bytes),
            Amount.range(of.sample(Metric.CHECKPOINT_MILLIS), Amount::millis),
            completeness.rightRows(),
            completeness.lostRecords(),
            String.valueOf(of.count())),
        completeness.incomplete());
  }

  private static String number(String keys) {
    return Amount.exactCount(Double.parseDouble(keys));
  }

  /** Where Trilink is slower than Flink most, with the same rows; nothing if it never is. */
  private static void addHeadline(Runs runs, Content content) {
    double least = 1;
    String place = "";
    for (Situation situation : Situation.all(runs)) {
      EnginePair there = new EnginePair(situation.of(runs));
      if (there.isComplete() && there.hasEqualRows() && there.ratio() < least) {
        least = there.ratio();
        place = situation.words();
      }
    }
    if (Comparison.isLess(least)) {
      content.headline(
          Comparison.multiple(least),
          "Flink's records/s, same rows, where Trilink is slowest: " + place);
    }
  }

  /** The ratios, and checkpoints at the most keys that both ran with. */
  private static void addFindings(String disorder, String backend, Runs runs, Content content) {
    List<String> equal = new ArrayList<>();
    List<String> lossy = new ArrayList<>();
    String checkpoints = "";
    for (String keys : runs.values(KEYS)) {
      EnginePair there = new EnginePair(runs.where(KEYS, keys));
      if (there.isComplete()) {
        (there.hasEqualRows() ? equal : lossy).add(there.words(number(keys)));
        checkpoints = there.checkpoints(number(keys));
      }
    }
    String where = "Input %s, %s: ".formatted(Labels.order(disorder), Labels.place(backend));
    if (!equal.isEmpty()) {
      content.finding(
          where
              + "with the same rows, every one right, Trilink's records/s over Flink's are "
              + Labels.list(equal)
              + "."
              + checkpoints);
    }
    if (!lossy.isEmpty()) {
      content.finding(
          where
              + "with other rows than Flink's, Trilink's records/s over Flink's are "
              + Labels.list(lossy)
              + "."
              + (equal.isEmpty() ? checkpoints : ""));
    }
  }

  /** What all variants are compared in. */
  private record Situation(String disorder, String backend, String keys) {

    /** In order first. */
    static List<Situation> all(Runs runs) {
      List<Situation> all = new ArrayList<>();
      for (String disorder : runs.values(DISORDER)) {
        for (String backend : runs.values(BACKEND)) {
          for (String keys : runs.values(KEYS)) {
            all.add(new Situation(disorder, backend, keys));
          }
        }
      }
      return all;
    }

    Runs of(Runs runs) {
      return runs.where(DISORDER, disorder).where(BACKEND, backend).where(KEYS, keys);
    }

    String words() {
      return "%s keys, %s, %s"
          .formatted(number(keys), Labels.order(disorder), Labels.place(backend));
    }
  }
}
