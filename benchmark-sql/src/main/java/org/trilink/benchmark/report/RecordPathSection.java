/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Labels.BACKEND;
import static org.trilink.benchmark.report.Labels.DISORDER;
import static org.trilink.benchmark.report.Variant.BARE_CONSUMER;
import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.HAND_WRITTEN;
import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.List;
import java.util.stream.Stream;
import org.trilink.benchmark.result.Metric;

/** How near to a hand-written program the engines come on one workload. */
final class RecordPathSection {

  private static final List<String> VARIANTS = List.of(FLINK, TRILINK, HAND_WRITTEN, BARE_CONSUMER);

  private RecordPathSection() {}

  static void add(Runs workload, Content content) {
    String title = Labels.workload(workload);
    // Programs, which have no backend, are compared with the engines on each of them.
    List<Runs> places =
        workload.by(DISORDER).stream()
            .flatMap(input -> input.everywhere(BACKEND).by(BACKEND).stream())
            .toList();
    places.forEach(place -> addFinding(title, place, content));
    Chart chart =
        Chart.bars(
            "", "records/s", places, place -> Labels.order(place) + "\n" + Labels.backend(place));
    // Without the bare consumer: its rate, many times theirs, would leave their bars flat.
    for (String variant : List.of(FLINK, TRILINK, HAND_WRITTEN)) {
      chart.series(Variant.of(variant), place -> place.variant(variant), Runs::rate);
    }
    content.figure(title + ": the record path", ceiling(workload), chart.panel("Measured"));
    content.table(
        Table.of(title + ": the record path", Runs.variants(places, VARIANTS))
            .label("input", Labels::order)
            .label(BACKEND, Labels::backend)
            .label("variant", Labels::variant)
            .column("records/s", of -> of.text(Metric.RECORDS_PER_SECOND))
            .column(
                "of the hand-written program",
                of -> Comparison.part(of.rate(), of.variant(HAND_WRITTEN).rate(), Amount::share))
            .column(
                "of the bare consumer",
                of -> Comparison.part(of.rate(), of.variant(BARE_CONSUMER).rate(), Amount::share))
            .column("of Flink", Comparison::ofFlink)
            .column("CPU a record", of -> of.text(Metric.CPU_PER_RECORD))
            .column("rows right", Completeness::rightRows)
            .column("records lost", Completeness::lostRecords)
            .column("runs", Labels::count));
    places.forEach(place -> addGain(title, place, content));
  }

  private static void addGain(String title, Runs place, Content content) {
    String backend = Labels.isHeap(place) ? "" : "\n" + Labels.backend(place);
    content.gain(
        Pair.of(place),
        title,
        Labels.shortWorkload(title) + backend,
        Labels.order(place) + ", " + Labels.place(place));
  }

  private static String ceiling(Runs workload) {
    List<String> rates =
        workload.by(DISORDER).stream()
            .flatMap(
                input ->
                    input.variant(BARE_CONSUMER).rate().stream()
                        .map(rate -> Amount.count(rate.median()) + " " + Labels.order(input)))
            .toList();
    return rates.isEmpty()
        ? ""
        : "The ceiling, above the chart, is a bare Kafka consumer; in records/s: %s."
            .formatted(Labels.list(rates));
  }

  private static void addFinding(String title, Runs place, Content content) {
    Runs trilink = place.variant(TRILINK);
    Runs flink = place.variant(FLINK);
    Runs byHand = place.variant(HAND_WRITTEN);
    if (trilink.rate().isEmpty() || flink.rate().isEmpty() || byHand.rate().isEmpty()) {
      return;
    }
    content.finding(
        "%s, %s, %s: Trilink reads %s records/s%s, %s of what the hand-written program reads and %s%s.%s"
            .formatted(
                title,
                Labels.order(place),
                Labels.place(place),
                Amount.count(trilink.rate().get().median()),
                Completeness.clause(trilink),
                Comparison.part(trilink.rate(), byHand.rate(), Amount::share),
                Comparison.many(trilink.rate(), flink.rate(), "Flink"),
                Completeness.clause(flink),
                cpu(trilink, flink, byHand)));
  }

  private static String cpu(Runs... of) {
    List<String> times =
        Stream.of(of)
            .flatMap(runs -> runs.sample(Metric.CPU_PER_RECORD).stream())
            .map(time -> Amount.micros(time.median()))
            .toList();
    return times.size() < of.length
        ? ""
        : " A record takes %s of CPU time, %s in Flink and %s in the program."
            .formatted(times.toArray());
  }
}
