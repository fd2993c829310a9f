/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Variant.FLINK;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;

/** How evenly keys are spread (table 3, figures 7 and 15), and what it is worth (figure 16). */
final class BalanceChapter implements Chapter {

  private static final String FIGURE = "figure";
  private static final String TABLE = "table";
  private static final String KEYS = "keys";
  private static final String DATA = "data";

  /**
   * The paper's hash is Flink's, over 128 key groups; Trilink's variant "hash" has more of them.
   */
  private static final String FLINKS_HASH = "Flink's hash";

  private static final String WITH_HISTORY = "least-count with history";
  private static final List<String> VARIANTS =
      List.of(FLINK, "hash", "modulo", "least-key", "least-count", WITH_HISTORY);
  private static final String BALANCE = "least / greatest load";
  private static final String LOAD_AXIS = "load of a subtask, % of all records";

  /** Keys and data, as the figures' x axis has them. */
  private record Distribution(String keys, String data) {

    static final List<Distribution> ALL =
        Paper.DISTRIBUTIONS.stream().map(Distribution::parse).toList();

    private static Distribution parse(String words) {
      int space = words.indexOf(' ');
      return new Distribution(words.substring(0, space), words.substring(space + 1));
    }

    Runs of(Runs runs) {
      return runs.where(KEYS, keys).where(DATA, data);
    }

    String label() {
      return "keys " + keys + "\ndata " + data;
    }

    String words() {
      return "keys " + keys + ", data " + data;
    }
  }

  @Override
  public String benchmark() {
    return "balance";
  }

  @Override
  public String title() {
    return "Balance of load";
  }

  @Override
  public String about() {
    return "How evenly strategies spread keys over subtasks, the paper's table 3 and figures 7, 15"
        + " and 16. The balance degree is the least load over the greatest: 1 is best.";
  }

  @Override
  public Content content(BenchmarkResult result) {
    Content content = new Content();
    Runs runs = Runs.of(result);
    addDegrees(runs.where(FIGURE, "15"), content);
    new UnevenHashSection(unevenHash(runs.where(FIGURE, "16"))).addTo(content);
    addLoads(runs.where(TABLE, "3"), content);
    addKeys(runs.where(FIGURE, "7"), content);
    return content;
  }

  /** Older results have other distributions, too. */
  private static Runs unevenHash(Runs runs) {
    Runs alone = runs.without(DATA);
    return alone.isEmpty() ? new Distribution("skewed", "skewed").of(runs) : alone;
  }

  private static void addDegrees(Runs runs, Content content) {
    if (runs.isEmpty()) {
      return;
    }
    List<Variant> variants = Labels.variants(VARIANTS, runs);
    addDegreeFinding(runs, content);
    content.figure(
        new Figure(
            "Balance degree",
            "Of the paper's figure 15 the text gives these values; which of the middle two"
                + " distributions modulo's 0.66 and 0.41 belong to, it leaves open.",
            variants,
            List.of(
                chart(runs, variants).yMax(1).panel("Measured"),
                paperDegrees().panel(Paper.NAME + ", figure 15"))));
    content.table(table(runs, variants));
  }

  private static Chart chart(Runs runs, List<Variant> variants) {
    List<String> labels = Distribution.ALL.stream().map(Distribution::label).toList();
    Chart chart = new Chart("", labels, BALANCE);
    for (Variant variant : variants) {
      List<Optional<Point>> points =
          Distribution.ALL.stream()
              .map(distribution -> distribution.of(runs).variant(variant.name()))
              .flatMap(of -> Points.of(List.of(""), any -> of, Metric.BALANCE_DEGREE).stream())
              .toList();
      chart.bars(variant, points);
    }
    return chart;
  }

  private static Chart paperDegrees() {
    List<String> labels = Distribution.ALL.stream().map(Distribution::label).toList();
    List<Optional<Point>> worstHash =
        List.of(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Point.of(Paper.BALANCE_HASH_WORST));
    List<Optional<Point>> leastCount =
        labels.stream().map(any -> Point.of(Paper.BALANCE_LEAST_COUNT)).toList();
    return new Chart("", labels, BALANCE)
        .bars(Variant.of(FLINK), worstHash)
        .bars(Variant.of("modulo"), Paper.BALANCE_MODULO.stream().map(Point::of).toList())
        .bars(Variant.of(WITH_HISTORY), leastCount)
        .yMax(1);
  }

  private static Table table(Runs runs, List<Variant> variants) {
    List<String> columns = new ArrayList<>();
    columns.add("strategy");
    Distribution.ALL.forEach(distribution -> columns.add(distribution.words()));
    List<Table.Row> rows = new ArrayList<>();
    for (Variant variant : variants) {
      List<String> cells = new ArrayList<>();
      cells.add(variant.label());
      Runs all = runs.variant(variant.name());
      Distribution.ALL.forEach(
          distribution ->
              cells.add(
                  Amount.range(distribution.of(all).sample(Metric.BALANCE_DEGREE), Amount::ratio)));
      rows.add(new Table.Row(cells, !all.exact()));
    }
    return new Table("Balance degree", 1, columns, rows);
  }

  private static void addDegreeFinding(Runs runs, Content content) {
    List<String> worsts = new ArrayList<>();
    for (String name : List.of(FLINK, WITH_HISTORY)) {
      List<Double> degrees =
          Distribution.ALL.stream()
              .map(distribution -> distribution.of(runs).variant(name))
              .map(of -> of.median(Metric.BALANCE_DEGREE))
              .filter(OptionalDouble::isPresent)
              .map(OptionalDouble::getAsDouble)
              .toList();
      if (!degrees.isEmpty()) {
        double worst = degrees.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double paper = name.equals(FLINK) ? Paper.BALANCE_HASH_WORST : Paper.BALANCE_LEAST_COUNT;
        worsts.add(
            "%s %s (paper: %s)"
                .formatted(
                    name.equals(FLINK) ? FLINKS_HASH : name,
                    Amount.ratio(worst),
                    Amount.ratio(paper)));
      }
    }
    if (!worsts.isEmpty()) {
      content.finding("Balance degree at its worst: " + String.join(", ", worsts) + ".");
    }
  }

  private static void addLoads(Runs runs, Content content) {
    List<Long> loads = runs.variant(FLINK).loads();
    if (loads.isEmpty()) {
      return;
    }
    LoadClasses classes = new LoadClasses(loads);
    content.finding(
        "Of %d subtasks with sequential ids the busiest has %s more than the idlest (paper: %s) and"
                .formatted(
                    loads.size(), Amount.share(classes.excess()), Amount.share(Paper.HASH_EXCESS))
            + " takes %s more time than an even load would (paper: %s)."
                .formatted(
                    Amount.share(classes.extraComputeTime()), Amount.share(Paper.HASH_EXTRA_TIME)));
    List<String> names = LoadClasses.names();
    List<Integer> paper = new ArrayList<>();
    paper.add(0);
    paper.addAll(Paper.LOAD_SUBTASKS);
    paper.add(0);
    Variant hash = Variant.of(FLINK);
    content.figure(
        new Figure(
            "Sequential ids by Flink's hash",
            "",
            List.of(hash),
            List.of(
                loadChart(names, classes.counts(), hash).panel("Measured"),
                loadChart(names, paper, hash).panel(Paper.NAME + ", table 3"))));
    content.table(loadTable(loads.size(), classes));
  }

  private static Chart loadChart(List<String> names, List<Integer> counts, Variant variant) {
    return new Chart(LOAD_AXIS, names, "subtasks")
        .bars(variant, counts.stream().map(count -> Point.of(count)).toList());
  }

  private static Table loadTable(int subtasks, LoadClasses classes) {
    return new Table(
        "Loads by Flink's hash",
        1,
        List.of(
            "", "subtasks", "balance degree", "busiest over idlest", "extra time of the busiest"),
        List.of(
            Table.Row.of(
                "measured",
                String.valueOf(subtasks),
                Amount.ratio(classes.balanceDegree()),
                "+ " + Amount.share(classes.excess()),
                Amount.share(classes.extraComputeTime())),
            Table.Row.of(
                "paper, table 3",
                String.valueOf(Paper.HASH_SUBTASKS),
                Amount.ratio(1 / (1 + Paper.HASH_EXCESS)),
                "+ " + Amount.share(Paper.HASH_EXCESS),
                Amount.share(Paper.HASH_EXTRA_TIME))));
  }

  private static void addKeys(Runs runs, Content content) {
    List<String> keys = runs.values(KEYS);
    if (keys.isEmpty()) {
      return;
    }
    List<Variant> variants = Labels.variants(VARIANTS, runs);
    String most = keys.get(keys.size() - 1);
    OptionalDouble degree = runs.where(KEYS, most).variant(FLINK).median(Metric.BALANCE_DEGREE);
    if (degree.isPresent()) {
      content.finding(
          "With %s keys Flink's hash comes to a balance degree of %s (paper, all keys distinct: %s)."
              .formatted(
                  Amount.exactCount(Double.parseDouble(most)),
                  Amount.ratio(degree.getAsDouble()),
                  Amount.ratio(Paper.HASH_BALANCE_OF_DISTINCT_KEYS)));
    }
    List<String> labels =
        keys.stream().map(count -> Amount.count(Double.parseDouble(count))).toList();
    Chart chart = new Chart("number of keys", labels, BALANCE).yMax(1);
    List<Table.Row> rows = new ArrayList<>();
    for (Variant variant : variants) {
      chart.line(
          variant,
          Points.of(
              keys,
              count -> runs.where(KEYS, count).variant(variant.name()),
              Metric.BALANCE_DEGREE));
      keys.forEach(
          count ->
              rows.add(
                  Table.Row.of(
                      Amount.exactCount(Double.parseDouble(count)),
                      variant.label(),
                      Amount.range(
                          runs.where(KEYS, count)
                              .variant(variant.name())
                              .sample(Metric.BALANCE_DEGREE),
                          Amount::ratio))));
    }
    content.figure(
        new Figure(
            "More keys, more balance",
            "Of the paper's figure 7 the text gives one value: %s where every record has a key of its own."
                .formatted(Amount.ratio(Paper.HASH_BALANCE_OF_DISTINCT_KEYS)),
            variants,
            List.of(chart.panel("Measured, as figure 7"))));
    content.table(
        new Table("Balance degree by keys", 2, List.of(KEYS, "strategy", "balance degree"), rows));
  }
}
