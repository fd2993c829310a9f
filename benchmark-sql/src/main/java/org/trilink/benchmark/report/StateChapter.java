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
import java.util.Optional;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** What many keys cost, on the heap and in RocksDB. */
final class StateChapter implements Chapter {

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
    return "Low voltage with a thousand to ten million keys on both of Flink's state backends. The"
        + " paper has no such figure.";
  }

  @Override
  public Content content(BenchmarkResult result) {
    Content content = new Content();
    Runs runs = Runs.of(result);
    List<String> keys = runs.values(KEYS);
    List<String> backends = runs.values(BACKEND);
    List<Variant> variants = Labels.variants(VARIANTS, runs);
    backends.forEach(backend -> addFinding(backend, runs.where(BACKEND, backend), keys, content));
    addHeadline(runs, backends, keys, content);
    addFigure("Throughput", Metric.RECORDS_PER_SECOND, runs, backends, keys, variants, content);
    addFigure(
        "Size of a checkpoint", Metric.CHECKPOINT_BYTES, runs, backends, keys, variants, content);
    content.table(table(runs, backends, keys, variants));
    return content;
  }

  private static void addFigure(
      String title,
      Metric metric,
      Runs runs,
      List<String> backends,
      List<String> keys,
      List<Variant> variants,
      Content content) {
    List<String> labels =
        keys.stream().map(count -> Amount.exactCount(Double.parseDouble(count))).toList();
    List<Panel> panels = new ArrayList<>();
    for (String backend : backends) {
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

  private static Table table(
      Runs runs, List<String> backends, List<String> keys, List<Variant> variants) {
    List<Table.Row> rows = new ArrayList<>();
    for (String backend : backends) {
      for (String count : keys) {
        for (Variant variant : variants) {
          Runs of = runs.where(BACKEND, backend).where(KEYS, count).variant(variant.name());
          if (of.isEmpty()) {
            continue;
          }
          Completeness completeness = new Completeness(of);
          rows.add(
              new Table.Row(
                  List.of(
                      Labels.backend(backend),
                      Amount.exactCount(Double.parseDouble(count)),
                      variant.label(),
                      Amount.range(of.sample(Metric.RECORDS_PER_SECOND), Amount::count),
                      Amount.range(of.sample(Metric.CHECKPOINT_BYTES), Amount::bytes),
                      Amount.range(of.sample(Metric.CHECKPOINT_MILLIS), Amount::millis),
                      completeness.rightRows(),
                      completeness.lostRecords(),
                      String.valueOf(of.count())),
                  completeness.incomplete()));
        }
      }
    }
    return new Table(
        "Throughput and checkpoints",
        3,
        List.of(
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

  /** Where Trilink is slower than Flink most, with the same rows; nothing if it never is. */
  private static void addHeadline(
      Runs runs, List<String> backends, List<String> keys, Content content) {
    double least = 1;
    String place = "";
    for (String backend : backends) {
      for (String count : keys) {
        Runs there = runs.where(BACKEND, backend).where(KEYS, count);
        Runs flink = there.variant(FLINK);
        Runs trilink = there.variant(TRILINK);
        Optional<Sample> flinks = flink.sample(Metric.RECORDS_PER_SECOND);
        Optional<Sample> trilinks = trilink.sample(Metric.RECORDS_PER_SECOND);
        if (flinks.isPresent() && trilinks.isPresent() && flink.exact() && trilink.exact()) {
          double ratio = trilinks.get().median() / flinks.get().median();
          if (ratio < least) {
            least = ratio;
            place =
                "%s keys, %s".formatted(Amount.exactCount(Double.parseDouble(count)), in(backend));
          }
        }
      }
    }
    if (Comparison.isLess(least)) {
      content.headline(
          Comparison.multiple(least),
          "Flink's records/s, same rows, where Trilink is slowest: " + place);
    }
  }

  private static String in(String backend) {
    return backend.equals("heap") ? "on the heap" : "in " + Labels.backend(backend);
  }

  /** At the most keys that both ran with. */
  private static void addFinding(String backend, Runs runs, List<String> keys, Content content) {
    for (int i = keys.size() - 1; i >= 0; i--) {
      Runs there = runs.where(KEYS, keys.get(i));
      Optional<Sample> flink = there.variant(FLINK).sample(Metric.RECORDS_PER_SECOND);
      Optional<Sample> trilink = there.variant(TRILINK).sample(Metric.RECORDS_PER_SECOND);
      if (flink.isEmpty() || trilink.isEmpty()) {
        continue;
      }
      content.finding(
          "%s, %s keys: Trilink reads %s records/s%s, %s%s.%s"
              .formatted(
                  Labels.backend(backend),
                  Amount.exactCount(Double.parseDouble(keys.get(i))),
                  Amount.count(trilink.get().median()),
                  new Completeness(there.variant(TRILINK)).clause(),
                  Comparison.many(trilink, flink, "Flink"),
                  new Completeness(there.variant(FLINK)).clause(),
                  checkpoints(there)));
      return;
    }
  }

  private static String checkpoints(Runs runs) {
    Optional<Sample> flink = runs.variant(FLINK).sample(Metric.CHECKPOINT_BYTES);
    Optional<Sample> trilink = runs.variant(TRILINK).sample(Metric.CHECKPOINT_BYTES);
    return flink.isEmpty() || trilink.isEmpty()
        ? ""
        : " A checkpoint has %s, Flink's %s."
            .formatted(Amount.bytes(trilink.get().median()), Amount.bytes(flink.get().median()));
  }
}
