/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Labels.KEYS;
import static org.trilink.benchmark.report.Variant.FLINK;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;

/** How evenly keys are spread (table 3, figures 7 and 15), and what it is worth (figure 16). */
final class BalanceChapter {

  static final Chapter CHAPTER =
      new Chapter(
          "balance",
          "Balance of load",
          "How evenly strategies spread keys over subtasks, the paper's table 3 and figures 7, 15"
              + " and 16. The balance degree is the least load over the greatest: 1 is best.",
          BalanceChapter::add);

  static final String WITH_HISTORY = "least-count with history";
  static final String DEGREE_AXIS = "least / greatest load";

  private static final String FIGURE = "figure";
  private static final String DATA = "data";
  private static final List<String> SPREADS = List.of("uniform", "skewed");
  private static final List<String> VARIANTS =
      List.of(FLINK, "hash", "modulo", "least-key", "least-count", WITH_HISTORY);

  private BalanceChapter() {}

  private static void add(BenchmarkResult result, Content content) {
    Runs runs = Runs.of(result);
    addDegrees(runs.where(FIGURE, "15"), content);
    UnevenHashSection.add(unevenHash(runs.where(FIGURE, "16")), content);
    addLoads(runs.where("table", "3").variant(FLINK).first(Measurement::loads), content);
    addKeys(runs.where(FIGURE, "7"), content);
  }

  /** Older results have other distributions, too. */
  private static Runs unevenHash(Runs runs) {
    Runs alone = runs.without(DATA);
    return alone.isEmpty() ? runs.where(KEYS, "skewed").where(DATA, "skewed") : alone;
  }

  private static void addDegrees(Runs runs, Content content) {
    if (runs.isEmpty()) {
      return;
    }
    // The paper's hash is Flink's, over 128 key groups; the variant "hash" has more of them.
    List<String> worsts = new ArrayList<>();
    worst(runs.variant(FLINK))
        .ifPresent(worst -> worsts.add(beside("Flink's hash", worst, Paper.BALANCE_HASH_WORST)));
    worst(runs.variant(WITH_HISTORY))
        .ifPresent(worst -> worsts.add(beside(WITH_HISTORY, worst, Paper.BALANCE_LEAST_COUNT)));
    if (!worsts.isEmpty()) {
      content.finding("Balance degree at its worst: " + String.join(", ", worsts) + ".");
    }
    content.figure(
        "Balance degree",
        "Of the paper's figure 15 the text gives these values; which of the middle two"
            + " distributions modulo's 0.66 and 0.41 belong to, it leaves open.",
        degrees(runs).panel("Measured"),
        degrees(Paper.FIGURE_15).panel(Paper.NAME + ", figure 15"));
    Table<Runs> table =
        Table.of("Balance degree", runs.variants(VARIANTS)).label("strategy", Labels::variant);
    for (Runs place : distributions(runs)) {
      table.column(
          "keys %s, data %s".formatted(place.get(KEYS), place.get(DATA)),
          of -> of.like(place).text(Metric.BALANCE_DEGREE));
    }
    content.table(table);
  }

  private static OptionalDouble worst(Runs runs) {
    return distributions(runs).stream()
        .flatMapToDouble(place -> place.median(Metric.BALANCE_DEGREE).stream())
        .min();
  }

  private static String beside(String whose, double degree, double paper) {
    return "%s %s (paper: %s)".formatted(whose, Amount.ratio(degree), Amount.ratio(paper));
  }

  /** The distributions of keys and data, as the paper's figure has them. */
  private static List<Runs> distributions(Runs runs) {
    return SPREADS.stream()
        .flatMap(keys -> SPREADS.stream().map(data -> runs.where(KEYS, keys).where(DATA, data)))
        .toList();
  }

  private static Chart degrees(Runs runs) {
    return Chart.bars(
            "",
            DEGREE_AXIS,
            distributions(runs),
            place -> "keys %s\ndata %s".formatted(place.get(KEYS), place.get(DATA)))
        .variants(VARIANTS, Metric.BALANCE_DEGREE)
        .max(1);
  }

  private static void addLoads(List<Long> loads, Content content) {
    if (loads.isEmpty()) {
      return;
    }
    LoadClasses classes = new LoadClasses(loads);
    content.finding(
        "Of %d subtasks with sequential ids the busiest has %s more than the idlest (paper: %s) and takes %s more time than an even load would (paper: %s)."
            .formatted(
                loads.size(),
                Amount.share(classes.excess()),
                Amount.share(Paper.HASH_EXCESS),
                Amount.share(classes.extraComputeTime()),
                Amount.share(Paper.HASH_EXTRA_TIME)));
    content.figure(
        "Sequential ids by Flink's hash",
        "",
        classes(classes.counts()).panel("Measured"),
        classes(Paper.LOAD_SUBTASKS).panel(Paper.NAME + ", table 3"));
    content.table(
        new Table<>(
                "Loads by Flink's hash",
                List.of(
                    new Loads(
                        "measured", loads.size(), classes.excess(), classes.extraComputeTime()),
                    new Loads(
                        "paper, table 3",
                        Paper.HASH_SUBTASKS,
                        Paper.HASH_EXCESS,
                        Paper.HASH_EXTRA_TIME)),
                any -> false)
            .label("", Loads::whose)
            .column("subtasks", of -> String.valueOf(of.subtasks()))
            .column("balance degree", of -> Amount.ratio(1 / (1 + of.excess())))
            .column("busiest over idlest", of -> "+ " + Amount.share(of.excess()))
            .column("extra time of the busiest", of -> Amount.share(of.extraTime())));
  }

  private record Loads(String whose, int subtasks, double excess, double extraTime) {}

  private static Chart classes(List<Integer> subtasks) {
    return Chart.bars("load of a subtask, % of all records", "subtasks", LoadClasses.names())
        .series(
            Variant.of(FLINK), subtasks.stream().map(count -> Point.of((double) count)).toList());
  }

  private static void addKeys(Runs runs, Content content) {
    List<Runs> places = runs.by(KEYS);
    if (places.isEmpty()) {
      return;
    }
    Runs most = places.get(places.size() - 1);
    content.finding(
        "With %s keys Flink's hash comes to a balance degree of %s (paper, all keys distinct: %s).",
        Labels.keys(most),
        most.variant(FLINK).words(Metric.BALANCE_DEGREE),
        Amount.ratio(Paper.HASH_BALANCE_OF_DISTINCT_KEYS));
    content.figure(
        "More keys, more balance",
        "Of the paper's figure 7 the text gives one value: %s where every record has a key of its own."
            .formatted(Amount.ratio(Paper.HASH_BALANCE_OF_DISTINCT_KEYS)),
        Chart.lines(
                "number of keys",
                DEGREE_AXIS,
                places,
                place -> Amount.count(Double.parseDouble(place.get(KEYS))))
            .variants(VARIANTS, Metric.BALANCE_DEGREE)
            .max(1)
            .panel("Measured, as figure 7"));
    content.table(
        Table.of("Balance degree by keys", Runs.by(runs.variants(VARIANTS), KEYS))
            .label(KEYS, Labels::keys)
            .label("strategy", Labels::variant)
            .column("balance degree", of -> of.text(Metric.BALANCE_DEGREE)));
  }
}
