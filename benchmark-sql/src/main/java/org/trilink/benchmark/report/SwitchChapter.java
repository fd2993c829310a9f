/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.BalanceChapter.WITH_HISTORY;
import static org.trilink.benchmark.report.Variant.FLINK;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.result.BalancePoint;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;

/** Busy keys that change: keys that stay beside keys that are moved (table 9). */
final class SwitchChapter {

  static final Chapter CHAPTER =
      new Chapter(
          "switch",
          "Busy keys that change",
          "Placements that stay as they are beside those that move keys while the job runs, the"
              + " paper's table 9, on nodes with a quota of CPU time each. Which keys are busy"
              + " changes so many times in a minute; 0 is figure 16 at this skew.",
          SwitchChapter::add);

  private static final String CHANGES = "changes per minute";
  private static final String STATE = "state moved";
  private static final String RESTARTED = "flink, savepoint and restart";
  private static final String AUTO = "auto";
  private static final List<String> VARIANTS =
      List.of(FLINK, RESTARTED, "hash", "modulo", "least-key", WITH_HISTORY, AUTO);

  private static final int CURVE_POINTS = 30;

  private SwitchChapter() {}

  private static void add(BenchmarkResult result, Content content) {
    Runs runs = Runs.of(result).having(CHANGES);
    List<Runs> places = runs.by(CHANGES);
    Runs once = runs.where(CHANGES, "1");
    addFindings(once, runs.where(CHANGES, "0"), content);
    content.figure(
        "Throughput",
        "The paper's modes are auto's; its rates are those of eight nodes of its own.",
        rates(places).panel("Measured"),
        rates(Paper.TABLE_9.by(CHANGES)).panel(Paper.NAME + ", table 9"));
    addCurves(once, content);
    content.table(
        withMoves(
            Table.of("Keys that stay and keys that are moved", Runs.variants(places, VARIANTS))
                .label(CHANGES, Labels.of(CHANGES))
                .label("placement", Labels::variant)
                .column("records/s", of -> of.text(Metric.RECORDS_PER_SECOND))
                .column("of Flink", Comparison.of(FLINK, Comparison::multiple))
                .column("balance degree", of -> of.text(Metric.BALANCE_DEGREE))));
    addPauses(Runs.of(result).having(STATE), content);
  }

  private static Chart rates(List<Runs> places) {
    return Chart.lines(CHANGES, "records/s", places, Labels.of(CHANGES))
        .variants(VARIANTS, Metric.RECORDS_PER_SECOND);
  }

  private static void addFindings(Runs changing, Runs unchanged, Content content) {
    Runs auto = changing.variant(AUTO);
    Runs restarted = changing.variant(RESTARTED);
    content.finding(
        "When other keys become busy once a minute, auto lets through %s records/s, %s.",
        auto.words(Metric.RECORDS_PER_SECOND),
        Comparison.many(auto, changing.variant(FLINK), "Flink's hash"));
    content.finding(
        "That is %s of what the best placement that stays comes to while nothing changes.",
        best(unchanged).flatMap(best -> Pair.of(best, auto)).map(Pair::ratio).map(Amount::share));
    content.finding(
        "While keys move, there is no row for at most %s; with a savepoint and restart for %s, %s times as long.",
        auto.words(Metric.OUTPUT_GAP_MAX),
        restarted.words(Metric.OUTPUT_GAP_MAX),
        Comparison.times(
            restarted.median(Metric.OUTPUT_GAP_MAX).orElse(0)
                / Math.max(1, auto.median(Metric.OUTPUT_GAP_MAX).orElse(0))));
    content.finding(
        "Watermarks, and the records of the keys that move, wait for %s, behind the records that wait for the overloaded node.",
        auto.words(Metric.PAUSE_P50));
  }

  /** The fastest placement that stays. */
  private static Optional<Runs> best(Runs unchanged) {
    return unchanged.variants().stream()
        .filter(of -> !of.get(Runs.VARIANT).startsWith(AUTO))
        .max(Comparator.comparing(of -> of.median(Metric.RECORDS_PER_SECOND).orElse(0)));
  }

  /** By records, not by time: so keys change at the same places, however fast a variant is. */
  private static void addCurves(Runs runs, Content content) {
    Chart chart =
        Chart.lines(
                "% of the records",
                BalanceChapter.DEGREE_AXIS,
                IntStream.rangeClosed(1, CURVE_POINTS)
                    .mapToObj(point -> String.valueOf(Math.round(100.0 * point / CURVE_POINTS)))
                    .toList())
            .max(1);
    // More of them could not be told apart.
    for (String variant : List.of(FLINK, WITH_HISTORY, AUTO)) {
      chart.series(Variant.of(variant), curve(runs.variant(variant).first(Measurement::balance)));
    }
    content.figure(
        "Balance over time, keys changing once a minute",
        "Of the records of each second; 1 is best.",
        chart.panel("Measured"));
  }

  /** The mean of each part of the records, weighted by records. */
  private static List<Point> curve(List<BalancePoint> seconds) {
    double all = seconds.stream().mapToLong(BalancePoint::records).sum();
    double[] weights = new double[CURVE_POINTS];
    double[] degrees = new double[CURVE_POINTS];
    double seen = 0;
    for (BalancePoint second : seconds) {
      double end = seen + second.records() / all * CURVE_POINTS;
      for (int part = (int) seen; part < Math.min(CURVE_POINTS, Math.ceil(end)); part++) {
        double weight = Math.min(end, part + 1) - Math.max(seen, part);
        weights[part] += weight;
        degrees[part] += weight * second.degree();
      }
      seen = end;
    }
    return IntStream.range(0, CURVE_POINTS)
        .mapToObj(part -> weights[part] > 0 ? Point.of(degrees[part] / weights[part]) : null)
        .toList();
  }

  private static Table<Runs> withMoves(Table<Runs> table) {
    return table
        .column("moves", of -> of.text(Metric.SYNCS))
        .column("keys moved", of -> of.text(Metric.KEYS_MOVED))
        .column("state moved", of -> of.text(Metric.STATE_MOVED))
        .column("pause, median", of -> of.text(Metric.PAUSE_P50))
        .column("pause, 99 %", of -> of.text(Metric.PAUSE_P99))
        .column("longest gap in output", of -> of.text(Metric.OUTPUT_GAP_MAX));
  }

  private static void addPauses(Runs runs, Content content) {
    List<Runs> byAmount =
        runs.by(STATE).stream()
            .sorted(Comparator.comparingDouble(of -> of.median(Metric.STATE_MOVED).orElse(0)))
            .toList();
    for (Runs of : byAmount) {
      content.finding(
          "With %s moved in %s, watermarks wait for at most %s in 99 %% of the moves.",
          of.words(Metric.STATE_MOVED),
          of.words(Metric.SYNCS).map(moves -> moves + (moves.equals("1") ? " move" : " moves")),
          of.words(Metric.PAUSE_P99));
    }
    content.table(
        withMoves(
            Table.of("The pause of moves, on two nodes", byAmount)
                .label("state of the keys", Labels.of(STATE))));
  }
}
