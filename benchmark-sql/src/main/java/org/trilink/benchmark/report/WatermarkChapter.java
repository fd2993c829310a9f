/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Labels.DISORDER;
import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.LOCAL_MERGE;
import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;

/**
 * The chapter on what disorder between keys costs (table 10), and what a delay costs (figure 6).
 */
final class WatermarkChapter {

  static final Chapter CHAPTER =
      new Chapter(
          "watermark",
          "Watermarks under disorder",
          "Low voltage with some of its records behind the others, the paper's table 10 and figure"
              + " 6. Flink runs as users would set it: a small delay, a delay as large as the skew,"
              + " or a small delay with late firing. Latency is from the record that completes a"
              + " window to the window's row.",
          WatermarkChapter::add);

  private static final String DELAY = "delay";

  /** The setting that says how fast event time goes by in runs whose latency is measured. */
  private static final String PACE = "event time of paced runs";

  /** As the paper's Flink, it corrects results for late records, and has every row right. */
  private static final String LATE_FIRING = "flink, late firing";

  private static final String SMALL_DELAY = "flink, small delay";

  /** The names of the variants; those that have every row right come first. */
  private static final List<String> VARIANTS =
      List.of(
          LATE_FIRING,
          "flink, delay = skew",
          FLINK,
          TRILINK,
          "trilink, any order",
          LOCAL_MERGE,
          SMALL_DELAY);

  private static final String DISORDER_AXIS = "records out of order";
  private static final String DELAY_AXIS = "watermark delay, of the skew";

  private WatermarkChapter() {}

  private static void add(BenchmarkResult result, Content content) {
    List<Runs> places = Runs.of(result).having(DISORDER).without(DELAY).by(DISORDER);
    Runs paced = Runs.ofPhase(result, "latency");
    if (!places.isEmpty()) {
      Runs middle = places.get(places.size() / 2);
      addFindings(middle, paced.like(middle), content);
      addDisorder(places, paced, content);
      addLatency(paced.like(middle), result.settings().getOrDefault(PACE, ""), content);
      addRows(middle, content);
      places.forEach(place -> addGain(place, content));
    }
    addDelay(Runs.of(result).having(DELAY), content);
  }

  /** Adds findings on the middle share of disorder, beside those with every row right first. */
  private static void addFindings(Runs middle, Runs paced, Content content) {
    List<String> equal = comparisons(middle, Runs::exact);
    content.finding(
        "With %s of the records out of order Trilink reads %s%s.",
        Labels.disorder(middle),
        middle.variant(TRILINK).reads(),
        equal.isEmpty() ? "" : "; of those with every row right: " + String.join("; ", equal));
    content.list("Beside those that lose rows: ", comparisons(middle, runs -> !runs.exact()));
    content.list(
        "Of a paced run, 99 % of the rows are there within ",
        Comparison.each(paced, VARIANTS, Metric.LATENCY_P99));
  }

  /** Trilink and each other variant. */
  private static List<String> comparisons(Runs middle, Predicate<Runs> which) {
    Runs trilink = middle.variant(TRILINK);
    return middle.variants(VARIANTS).stream()
        .filter(other -> !other.get(Runs.VARIANT).equals(TRILINK))
        .filter(which)
        .flatMap(other -> Comparison.beside(trilink, other, Variant.of(other).inText()).stream())
        .toList();
  }

  private static void addDisorder(List<Runs> places, Runs paced, Content content) {
    content.figure(
        "Throughput by disorder",
        "The paper does not say how Flink was set; its Flink corrects results for late records.",
        Chart.bars(DISORDER_AXIS, "records/s", places, Labels::disorder)
            .variants(VARIANTS, Metric.RECORDS_PER_SECOND)
            .panel("Measured"),
        Chart.bars(DISORDER_AXIS, "records/s", Paper.TABLE_10.by(DISORDER), Labels::disorder)
            .variants(VARIANTS, Metric.RECORDS_PER_SECOND)
            .panel(Paper.NAME + ", table 10"));
    content.figure(
        "What it costs",
        "",
        Chart.bars(DISORDER_AXIS, "% of rows", places, Labels::disorder)
            .variants(VARIANTS, of -> of.percent(Metric.ROWS_RIGHT, Metric.ROWS_EXPECTED))
            .max(100)
            .panel("Right rows"),
        Chart.bars(DISORDER_AXIS, "ms", paced.by(DISORDER), Labels::disorder)
            .variants(VARIANTS, Metric.LATENCY_P99)
            .logarithmic()
            .panel("Latency, 99th percentile"));
    content.table(
        Table.of("Throughput, completeness and latency", Runs.variants(places, VARIANTS))
            .label(DISORDER, Labels::disorder)
            .label("variant", Labels::variant)
            .column("records/s", of -> of.text(Metric.RECORDS_PER_SECOND))
            .column("rows right", Completeness::rightRows)
            .column("records lost", Completeness::lostRecords)
            .column("latency p50", of -> paced.like(of).text(Metric.LATENCY_P50))
            .column("p99", of -> paced.like(of).text(Metric.LATENCY_P99))
            .column("max", of -> paced.like(of).text(Metric.LATENCY_MAX))
            .column("runs", Labels::count));
    content.table(
        Table.of("The paper's table 10, records/s", Paper.TABLE_10.by(DISORDER))
            .label(DISORDER, Labels::disorder)
            .column("Flink", of -> of.variant(LATE_FIRING).text(Metric.RECORDS_PER_SECOND))
            .column("Trilink", of -> of.variant(TRILINK).text(Metric.RECORDS_PER_SECOND)));
  }

  /** Beside late firing, with which stock Flink loses no records either. */
  private static void addGain(Runs place, Content content) {
    content.gain(
        Pair.of(place.variant(LATE_FIRING), place.variant(TRILINK)),
        Labels.order(place),
        Labels.order(place),
        "out of order, low voltage, stock Flink with late firing");
  }

  /** Beside stock Flink as it has to be set to have every row right. */
  private static void addLatency(Runs paced, String speed, Content content) {
    List<String> flinks =
        paced.variants(VARIANTS).stream()
            .filter(of -> of.get(Runs.VARIANT).startsWith(FLINK) && of.exact())
            .flatMap(
                of ->
                    of.words(Metric.LATENCY_P99).stream()
                        .map(latency -> latency + Labels.variant(of).substring(FLINK.length())))
            .toList();
    Runs trilink = paced.variant(TRILINK);
    if (trilink.exact() && !flinks.isEmpty()) {
      trilink
          .words(Metric.LATENCY_P99)
          .ifPresent(
              latency ->
                  content.headline(
                      latency,
                      "until 99 %% of the rows are there, all right, with %s of the records out of order; Flink with all right: %s%s"
                          .formatted(
                              Labels.disorder(paced),
                              String.join("; ", flinks),
                              speed.isEmpty() ? "" : " (event time " + speed + ")")));
    }
  }

  private static void addRows(Runs middle, Content content) {
    Runs small = middle.variant(SMALL_DELAY);
    Runs trilink = middle.variant(TRILINK);
    if (!small.isEmpty() && !trilink.isEmpty()) {
      content.headline(
          Completeness.rightShare(trilink),
          "of the rows right with %s of the records out of order; Flink with a small delay: %s"
              .formatted(Labels.disorder(middle), Completeness.rightShare(small)));
    }
  }

  private static void addDelay(Runs runs, Content content) {
    List<Runs> flink = runs.variant(FLINK).by(DELAY);
    if (flink.isEmpty()) {
      return;
    }
    Runs least = flink.get(0);
    Runs most = flink.get(flink.size() - 1);
    if (flink.size() > 1) {
      content.finding(
          "Of the records Flink loses %s with %s, and %s with %s; records/s are then %s.",
          Completeness.lostRecords(least),
          delay(least.get(DELAY)),
          Completeness.lostRecords(most),
          delay(most.get(DELAY)),
          Comparison.many(most, least, "before"));
    }
    Chart lost = Chart.bars(DELAY_AXIS, "% of records lost", flink, Labels.of(DELAY));
    Chart rates = Chart.lines(DELAY_AXIS, "records/s", flink, Labels.of(DELAY));
    for (Variant variant : Variant.of(List.of(runs), VARIANTS)) {
      // Trilink has no such delay: its one situation stands for all.
      UnaryOperator<Runs> at =
          variant.name().equals(TRILINK)
              ? any -> runs.variant(TRILINK)
              : place -> place.variant(variant.name());
      lost.series(variant, at, of -> of.percent(Metric.RECORDS_LOST, Metric.RECORDS));
      rates.series(variant, at, Runs::rate);
    }
    content.figure(
        "The price of a watermark delay",
        "Of the paper's figure 6 the text gives no values: with a delay as large as the skew no"
            + " record is out of order, but throughput falls sharply.",
        lost.panel("Records lost"),
        rates.panel("Throughput"));
    content.table(
        Table.of("By watermark delay, of the skew", Runs.by(runs.variants(VARIANTS), DELAY))
            .label(DELAY, Labels.of(DELAY))
            .label("variant", Labels::variant)
            .column("records/s", of -> of.text(Metric.RECORDS_PER_SECOND))
            .column("rows right", Completeness::rightRows)
            .column("records lost", Completeness::lostRecords)
            .column("runs", Labels::count));
  }

  private static String delay(String share) {
    return switch (share) {
      case "0" -> "no delay";
      case "1" -> "a delay as large as the skew";
      default -> "a delay of " + share + " of the skew";
    };
  }
}
