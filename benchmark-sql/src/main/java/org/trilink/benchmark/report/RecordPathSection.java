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
            .column("of the hand-written program", Comparison.of(HAND_WRITTEN, Amount::share))
            .column("of the bare consumer", Comparison.of(BARE_CONSUMER, Amount::share))
            .column("of Flink", Comparison.of(FLINK, Comparison::multiple))
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
                    input.variant(BARE_CONSUMER).words(Metric.RECORDS_PER_SECOND).stream()
                        .map(rate -> rate + " " + Labels.order(input)))
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
    content.finding(
        "%s, %s, %s: Trilink reads %s, %s of what the hand-written program reads and %s.%s",
        title,
        Labels.order(place),
        Labels.place(place),
        trilink.reads(),
        Pair.of(byHand, trilink).map(Pair::ratio).map(Amount::share),
        Comparison.beside(trilink, flink, "Flink"),
        Content.sentence(
                " A record takes %s of CPU time, %s in Flink and %s in the program.",
                trilink.words(Metric.CPU_PER_RECORD),
                flink.words(Metric.CPU_PER_RECORD),
                byHand.words(Metric.CPU_PER_RECORD))
            .orElse(""));
  }
}
