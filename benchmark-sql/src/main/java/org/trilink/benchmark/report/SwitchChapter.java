/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Variant.FLINK;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.result.BalancePoint;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** Busy keys that change: keys that stay beside keys that are moved (table 9). */
final class SwitchChapter implements Chapter {

  private static final String CHANGES = "changes per minute";
  private static final String STATE = "state moved";

  /** Nothing changes. */
  private static final String NEVER = "0";

  /** The rate that sentences are about. */
  private static final String ONCE = "1";

  private static final String RESTARTED = "flink, savepoint and restart";
  private static final String WITH_HISTORY = "least-count with history";
  private static final String AUTO = "auto";
  private static final List<String> VARIANTS =
      List.of(FLINK, RESTARTED, "hash", "modulo", "least-key", WITH_HISTORY, AUTO);

  /** Those that there is a curve of: more of them could not be told apart. */
  private static final List<String> CURVES = List.of(FLINK, WITH_HISTORY, AUTO);

  private static final int CURVE_POINTS = 30;

  @Override
  public String benchmark() {
    return "switch";
  }

  @Override
  public String title() {
    return "Busy keys that change";
  }

  @Override
  public String about() {
    return "Placements that stay as they are beside those that move keys while the job runs, the"
        + " paper's table 9, on nodes with a quota of CPU time each. Which keys are busy changes so"
        + " many times in a minute; 0 is figure 16 at this skew.";
  }

  @Override
  public Content content(BenchmarkResult result) {
    Content content = new Content();
    Runs runs = Runs.of(result).having(CHANGES);
    Runs pauses = Runs.of(result).having(STATE);
    addFindings(runs, content);
    addThroughput(runs, content);
    addCurves(runs.where(CHANGES, ONCE), content);
    content.table(table(runs));
    addPauses(pauses, content);
    return content;
  }

  // ----------------------------------------------------------------------------------- sentences

  private static void addFindings(Runs runs, Content content) {
    Runs changing = runs.where(CHANGES, ONCE);
    Optional<Sample> auto = changing.variant(AUTO).sample(Metric.RECORDS_PER_SECOND);
    if (auto.isEmpty()) {
      return;
    }
    String rate = Amount.count(auto.get().median());
    Optional<Sample> hash = changing.variant(FLINK).sample(Metric.RECORDS_PER_SECOND);
    hash.ifPresent(
        flink ->
            content.finding(
                "When other keys become busy once a minute, auto lets through %s records/s, %s."
                    .formatted(rate, Comparison.many(auto, hash, "Flink's hash"))));
    OptionalDouble best = best(runs.where(CHANGES, NEVER));
    if (best.isPresent()) {
      content.finding(
          "That is %s of what the best placement that stays comes to while nothing changes."
              .formatted(Amount.share(auto.get().median() / best.getAsDouble())));
    }
    OptionalDouble gap = changing.variant(AUTO).median(Metric.OUTPUT_GAP_MAX);
    OptionalDouble restart = changing.variant(RESTARTED).median(Metric.OUTPUT_GAP_MAX);
    if (gap.isPresent() && restart.isPresent()) {
      content.finding(
          "While keys move, there is no row for at most %s; with a savepoint and restart for %s, %s"
                  .formatted(
                      Amount.millis(gap.getAsDouble()),
                      Amount.millis(restart.getAsDouble()),
                      Comparison.times(restart.getAsDouble() / Math.max(1, gap.getAsDouble())))
              + " times as long.");
    }
    OptionalDouble pause = changing.variant(AUTO).median(Metric.PAUSE_P50);
    if (pause.isPresent()) {
      content.finding(
          "Watermarks, and the records of the keys that move, wait for %s, behind the records that"
                  .formatted(Amount.millis(pause.getAsDouble()))
              + " wait for the overloaded node.");
    }
  }

  /** Of the placements that stay. */
  private static OptionalDouble best(Runs unchanged) {
    return unchanged.variants().stream()
        .filter(variant -> !variant.startsWith(AUTO))
        .map(variant -> unchanged.variant(variant).median(Metric.RECORDS_PER_SECOND))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .max();
  }

  // ------------------------------------------------------------------------------------- figures

  private static void addThroughput(Runs runs, Content content) {
    List<String> rates = runs.values(CHANGES);
    if (rates.isEmpty()) {
      return;
    }
    List<Variant> variants = Labels.variants(VARIANTS, runs);
    Chart chart = new Chart(CHANGES, rates, "records/s");
    for (Variant variant : variants) {
      Runs of = runs.variant(variant.name());
      chart.line(variant, Points.of(rates, rate -> of.where(CHANGES, rate)));
    }
    content.figure(
        new Figure(
            "Throughput",
            "The paper's modes are auto's; its rates are those of eight nodes of its own.",
            variants,
            List.of(chart.panel("Measured"), paper().panel(Paper.NAME + ", table 9"))));
  }

  private static Chart paper() {
    Chart chart = new Chart(CHANGES, Paper.CHANGES_PER_MINUTE, "records/s");
    Paper.SWITCHING.forEach(
        (mode, rates) -> chart.line(Variant.of(mode), rates.stream().map(Point::of).toList()));
    return chart;
  }

  /** By records, not by time: so keys change at the same places, however fast a variant is. */
  private static void addCurves(Runs runs, Content content) {
    List<Variant> variants =
        CURVES.stream()
            .filter(name -> !runs.variant(name).balance().isEmpty())
            .map(Variant::of)
            .toList();
    if (variants.isEmpty()) {
      return;
    }
    List<String> shares = new ArrayList<>();
    for (int point = 1; point <= CURVE_POINTS; point++) {
      shares.add(String.valueOf(Math.round(100.0 * point / CURVE_POINTS)));
    }
    Chart chart = new Chart("% of the records", shares, "least / greatest load").yMax(1);
    for (Variant variant : variants) {
      chart.line(variant, curve(runs.variant(variant.name()).balance()));
    }
    content.figure(
        new Figure(
            "Balance over time, keys changing once a minute",
            "Of the records of each second; 1 is best.",
            variants,
            List.of(chart.panel("Measured"))));
  }

  /** The mean of each part of the records, weighted by records. */
  private static List<Optional<Point>> curve(List<BalancePoint> seconds) {
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
    List<Optional<Point>> points = new ArrayList<>();
    for (int part = 0; part < CURVE_POINTS; part++) {
      points.add(weights[part] > 0 ? Point.of(degrees[part] / weights[part]) : Optional.empty());
    }
    return points;
  }

  // -------------------------------------------------------------------------------------- tables

  private static Table table(Runs runs) {
    List<Table.Row> rows = new ArrayList<>();
    for (String rate : runs.values(CHANGES)) {
      Runs at = runs.where(CHANGES, rate);
      Optional<Sample> flink = at.variant(FLINK).sample(Metric.RECORDS_PER_SECOND);
      for (Variant variant : Labels.variants(VARIANTS, at)) {
        Runs of = at.variant(variant.name());
        Optional<Sample> throughput = of.sample(Metric.RECORDS_PER_SECOND);
        List<String> cells = new ArrayList<>(List.of(rate, variant.label()));
        cells.add(Amount.range(throughput, Amount::count));
        cells.add(Comparison.part(throughput, flink, Comparison::multiple));
        cells.add(Amount.range(of.sample(Metric.BALANCE_DEGREE), Amount::ratio));
        addMoves(of, cells);
        rows.add(new Table.Row(cells, !of.exact()));
      }
    }
    return new Table(
        "Keys that stay and keys that are moved",
        2,
        List.of(
            CHANGES,
            "placement",
            "records/s",
            "of Flink",
            "balance degree",
            "moves",
            "keys moved",
            "state moved",
            "pause, median",
            "pause, 99 %",
            "longest gap in output"),
        rows);
  }

  private static void addMoves(Runs of, List<String> cells) {
    cells.add(Amount.range(of.sample(Metric.SYNCS), Amount::count));
    cells.add(Amount.range(of.sample(Metric.KEYS_MOVED), Amount::count));
    cells.add(Amount.range(of.sample(Metric.STATE_MOVED), Amount::bytes));
    cells.add(Amount.range(of.sample(Metric.PAUSE_P50), Amount::millis));
    cells.add(Amount.range(of.sample(Metric.PAUSE_P99), Amount::millis));
    cells.add(Amount.range(of.sample(Metric.OUTPUT_GAP_MAX), Amount::millis));
  }

  private static List<String> byAmount(Runs runs) {
    return runs.values(STATE).stream()
        .sorted(
            Comparator.comparingDouble(
                state -> runs.where(STATE, state).median(Metric.STATE_MOVED).orElse(0)))
        .toList();
  }

  private static void addPauses(Runs runs, Content content) {
    List<Table.Row> rows = new ArrayList<>();
    for (String state : byAmount(runs)) {
      Runs of = runs.where(STATE, state);
      List<String> cells = new ArrayList<>(List.of(state));
      addMoves(of, cells);
      rows.add(new Table.Row(cells, !of.exact()));
      OptionalDouble pause = of.median(Metric.PAUSE_P99);
      OptionalDouble moved = of.median(Metric.STATE_MOVED);
      OptionalDouble moves = of.median(Metric.SYNCS);
      if (pause.isPresent() && moved.isPresent() && moves.isPresent()) {
        content.finding(
            "With %s moved in %s, watermarks wait for at most %s in 99 %% of the moves."
                .formatted(
                    Amount.bytes(moved.getAsDouble()),
                    moves.getAsDouble() == 1
                        ? "1 move"
                        : "%.0f moves".formatted(moves.getAsDouble()),
                    Amount.millis(pause.getAsDouble())));
      }
    }
    content.table(
        new Table(
            "The pause of moves, on two nodes",
            1,
            List.of(
                "state of the keys",
                "moves",
                "keys moved",
                "state moved",
                "pause, median",
                "pause, 99 %",
                "longest gap in output"),
            rows));
  }
}
