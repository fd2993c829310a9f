/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Variant.BARE_CONSUMER;
import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.HAND_WRITTEN;
import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** How near to a hand-written program the engines come on one workload. */
final class RecordPathSection {

  /** The coordinate of runs that are not of figure 14. */
  static final String PART = "part";

  /** Its value for these runs. */
  static final String NAME = "record path";

  private static final String DISORDER = "disorder";
  private static final String BACKEND = "backend";
  private static final List<String> VARIANTS = List.of(FLINK, TRILINK, HAND_WRITTEN, BARE_CONSUMER);
  private static final List<String> PROGRAMS = List.of(HAND_WRITTEN, BARE_CONSUMER);

  /** What has bars: the bare consumer's rate, many times theirs, would leave them flat. */
  private static final List<String> DRAWN = List.of(FLINK, TRILINK, HAND_WRITTEN);

  /** What all variants are compared in; programs, which have no backend, are in each of them. */
  private record Situation(String disorder, String backend) {

    Runs of(String variant, Runs runs) {
      Runs there = runs.where(DISORDER, disorder).variant(variant);
      return PROGRAMS.contains(variant) ? there : there.where(BACKEND, backend);
    }

    String order() {
      double late = Double.parseDouble(disorder);
      return late == 0 ? "in order" : Amount.share(late) + " late";
    }

    /** Within a sentence. */
    String place() {
      return backend.equals("heap") ? "on the heap" : "in " + Labels.backend(backend);
    }

    String label() {
      return order() + "\n" + Labels.backend(backend);
    }
  }

  private final String title;
  private final Runs runs;
  private final List<Situation> situations = new ArrayList<>();
  private final List<Variant> variants;

  /**
   * @param title the workload's
   * @param runs its runs
   */
  RecordPathSection(String title, Runs runs) {
    this.title = title;
    this.runs = runs;
    for (String disorder : runs.values(DISORDER)) {
      for (String backend : runs.where(DISORDER, disorder).values(BACKEND)) {
        situations.add(new Situation(disorder, backend));
      }
    }
    this.variants = Labels.variants(VARIANTS, runs);
  }

  void addTo(Content content) {
    situations.forEach(situation -> addFinding(situation, content));
    List<Variant> drawn =
        variants.stream().filter(variant -> DRAWN.contains(variant.name())).toList();
    Chart chart = new Chart("", situations.stream().map(Situation::label).toList(), "records/s");
    for (Variant variant : drawn) {
      List<Optional<Point>> points =
          situations.stream()
              .flatMap(
                  each -> Points.of(List.of(""), any -> each.of(variant.name(), runs)).stream())
              .toList();
      chart.bars(variant, points);
    }
    if (!chart.isEmpty()) {
      content.figure(
          new Figure(
              title + ": the record path", ceiling(), drawn, List.of(chart.panel("Measured"))));
    }
    content.table(table());
  }

  /** The situations in which the results of both engines are right. */
  List<EqualResults.Gain> gains() {
    List<EqualResults.Gain> gains = new ArrayList<>();
    for (Situation situation : situations) {
      Runs flink = situation.of(FLINK, runs);
      Runs trilink = situation.of(TRILINK, runs);
      Optional<Sample> flinks = flink.sample(Metric.RECORDS_PER_SECOND);
      Optional<Sample> trilinks = trilink.sample(Metric.RECORDS_PER_SECOND);
      if (flink.exact() && trilink.exact() && flinks.isPresent() && trilinks.isPresent()) {
        gains.add(
            new EqualResults.Gain(
                title,
                Labels.shortWorkload(title)
                    + (situation.backend().equals("heap")
                        ? ""
                        : "\n" + Labels.backend(situation.backend())),
                situation.order() + ", " + situation.place(),
                flinks.get(),
                trilinks.get()));
      }
    }
    return gains;
  }

  private String ceiling() {
    List<String> rates = new ArrayList<>();
    for (String disorder : runs.values(DISORDER)) {
      Situation any = new Situation(disorder, "");
      rate(any, BARE_CONSUMER)
          .ifPresent(rate -> rates.add(Amount.count(rate.median()) + " " + any.order()));
    }
    return rates.isEmpty()
        ? ""
        : "The ceiling, above the chart, is a bare Kafka consumer; in records/s: %s."
            .formatted(Labels.list(rates));
  }

  private Table table() {
    List<Table.Row> rows = new ArrayList<>();
    for (Situation situation : situations) {
      for (Variant variant : variants) {
        Runs of = situation.of(variant.name(), runs);
        if (!of.isEmpty()) {
          rows.add(row(situation, variant, of));
        }
      }
    }
    return new Table(
        title + ": the record path",
        3,
        List.of(
            "input",
            BACKEND,
            "variant",
            "records/s",
            "of the hand-written program",
            "of the bare consumer",
            "of Flink",
            "CPU a record",
            "rows right",
            "records lost",
            "runs"),
        rows);
  }

  private Table.Row row(Situation situation, Variant variant, Runs of) {
    Optional<Sample> rate = of.sample(Metric.RECORDS_PER_SECOND);
    Completeness completeness = new Completeness(of);
    return new Table.Row(
        List.of(
            situation.order(),
            Labels.backend(situation.backend()),
            variant.label(),
            Amount.range(rate, Amount::count),
            Comparison.part(rate, rate(situation, HAND_WRITTEN), Amount::share),
            Comparison.part(rate, rate(situation, BARE_CONSUMER), Amount::share),
            Comparison.part(rate, rate(situation, FLINK), Comparison::multiple),
            Amount.range(of.sample(Metric.CPU_PER_RECORD), Amount::micros),
            completeness.rightRows(),
            completeness.lostRecords(),
            String.valueOf(of.count())),
        completeness.incomplete());
  }

  private Optional<Sample> rate(Situation situation, String variant) {
    return situation.of(variant, runs).sample(Metric.RECORDS_PER_SECOND);
  }

  private void addFinding(Situation situation, Content content) {
    Runs trilink = situation.of(TRILINK, runs);
    Runs flink = situation.of(FLINK, runs);
    Optional<Sample> rate = rate(situation, TRILINK);
    Optional<Sample> byHand = rate(situation, HAND_WRITTEN);
    Optional<Sample> flinks = rate(situation, FLINK);
    if (rate.isEmpty() || byHand.isEmpty() || flinks.isEmpty()) {
      return;
    }
    String share = Comparison.part(rate, byHand, Amount::share);
    content.finding(
        "%s, %s, %s: Trilink reads %s records/s%s, %s of what the hand-written program reads and %s%s.%s"
            .formatted(
                title,
                situation.order(),
                situation.place(),
                Amount.count(rate.get().median()),
                new Completeness(trilink).clause(),
                share,
                Comparison.many(rate, flinks, "Flink"),
                new Completeness(flink).clause(),
                cpu(situation)));
  }

  private String cpu(Situation situation) {
    Optional<Sample> trilink = cpu(situation, TRILINK);
    Optional<Sample> flink = cpu(situation, FLINK);
    Optional<Sample> byHand = cpu(situation, HAND_WRITTEN);
    return trilink.isEmpty() || flink.isEmpty() || byHand.isEmpty()
        ? ""
        : " A record takes %s of CPU time, %s in Flink and %s in the program."
            .formatted(
                Amount.micros(trilink.get().median()),
                Amount.micros(flink.get().median()),
                Amount.micros(byHand.get().median()));
  }

  private Optional<Sample> cpu(Situation situation, String variant) {
    return situation.of(variant, runs).sample(Metric.CPU_PER_RECORD);
  }
}
