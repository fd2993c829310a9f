/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Labels.NODES;
import static org.trilink.benchmark.report.Variant.FLINK;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/**
 * The chapter on what goes from node to node (table 4), and what that costs on slow links (figure
 * 17).
 */
final class ExchangeChapter {

  static final Chapter CHAPTER =
      new Chapter(
          "exchange",
          "Exchange between nodes",
          "Low voltage with each exchange strategy over links of limited rate, the paper's figure"
              + " 17, and what share of the records a plain exchange sends to other nodes, its table"
              + " 4.",
          ExchangeChapter::add);

  private static final String LINK_RATE = "link-rate";
  private static final String SHUFFLE = "shuffle";
  private static final String LOCAL_MERGE = "local-merge";
  private static final List<String> STRATEGIES =
      List.of(LOCAL_MERGE, "global-merge", "ahead-keyby");
  private static final List<String> VARIANTS =
      List.of(FLINK, SHUFFLE, LOCAL_MERGE, "global-merge", "ahead-keyby");

  private ExchangeChapter() {}

  private static void add(BenchmarkResult result, Content content) {
    Runs all = Runs.of(result);
    List<Runs> places = all.having(LINK_RATE).by(LINK_RATE);
    if (!places.isEmpty()) {
      // At 50 Mbit/s if it was measured, else at the first rate.
      addFinding(
          places.stream()
              .filter(place -> place.get(LINK_RATE).equals("50mbit"))
              .findFirst()
              .orElse(places.get(0)),
          content);
      addRates(places, content);
    }
    addCrossing(all.without(LINK_RATE).having(NODES), content);
  }

  private static void addRates(List<Runs> places, Content content) {
    content.figure(
        "Throughput by rate of the links",
        "Of the paper's figure 17 the text says that the strategies are at least %s times as fast."
            .formatted(Paper.EXCHANGE_SPEED_UP),
        Chart.bars("rate of each node's link", "records/s", places, ExchangeChapter::link)
            .variants(VARIANTS, Metric.RECORDS_PER_SECOND)
            .panel("Measured"),
        Chart.bars(
                "limited network",
                "times",
                List.of(Paper.FIGURE_17),
                any -> "of KeyBy's throughput")
            .variants(VARIANTS, Metric.RECORDS_PER_SECOND)
            .panel(Paper.NAME + ", at least"));
    // Per record, as inputs may differ in size.
    Runs last = places.get(places.size() - 1);
    content.figure(
        "Bytes between nodes",
        "",
        Chart.bars("", "bytes per record", List.of(last), any -> "")
            .variants(VARIANTS, ExchangeChapter::bytesPerRecord)
            .panel("Measured, at " + link(last)),
        Chart.bars("", "% of the plain exchange", List.of(Paper.FIGURE_17), any -> "")
            .variants(VARIANTS, Metric.BYTES_BETWEEN_TASK_MANAGERS)
            .panel(Paper.NAME));
    content.table(
        Table.of("By rate of the links", Runs.variants(places, VARIANTS))
            .label("links", ExchangeChapter::link)
            .label("variant", Labels::variant)
            .column("records/s", of -> of.text(Metric.RECORDS_PER_SECOND))
            .column("of the plain exchange", Comparison.of(SHUFFLE, Comparison::multiple))
            .column("bytes between nodes", of -> of.text(Metric.BYTES_BETWEEN_TASK_MANAGERS))
            .column("of the plain exchange", ExchangeChapter::shareOfBytes)
            .column("rows right", Completeness::rightRows)
            .column("records lost", Completeness::lostRecords)
            .column("runs", Labels::count));
  }

  private static String link(Runs place) {
    String rate = place.get(LINK_RATE);
    return rate.equals("none")
        ? "no limit"
        : rate.replace("kbit", " kbit/s").replace("mbit", " Mbit/s").replace("gbit", " Gbit/s");
  }

  private static Optional<Sample> bytesPerRecord(Runs runs) {
    return runs.each(Metric.BYTES_BETWEEN_TASK_MANAGERS, Metric.RECORDS);
  }

  /**
   * The bytes that a variant sends between nodes per record, as a share of those of the plain
   * exchange at the same place.
   */
  private static String shareOfBytes(Runs runs) {
    return Comparison.part(
        bytesPerRecord(runs), bytesPerRecord(runs.variant(SHUFFLE)), Amount::share);
  }

  private static void addFinding(Runs place, Content content) {
    Runs plain = place.variant(SHUFFLE);
    List<Pair> pairs =
        STRATEGIES.stream().flatMap(name -> Pair.of(plain, place.variant(name)).stream()).toList();
    content.finding(
        "Records/s with links of %s: %s (paper: at least %s times, %s, 0 and 0 of the bytes).",
        link(place),
        pairs.stream().map(ExchangeChapter::words).reduce((one, next) -> one + "; " + next),
        Paper.EXCHANGE_SPEED_UP,
        Amount.share(Paper.LOCAL_MERGE_BYTES));
    pairs.stream()
        .filter(Pair::exact)
        .mapToDouble(Pair::ratio)
        .min()
        .ifPresent(
            least ->
                content.headline(
                    Comparison.multiple(least),
                    "the plain exchange's records/s, same rows, by the slowest strategy: links of "
                        + link(place)));
  }

  /** A strategy, as Trilink's, beside the plain exchange. */
  private static String words(Pair pair) {
    Runs strategy = pair.trilink();
    return "%s %s%s, sending %s of its bytes"
        .formatted(
            Labels.variant(strategy),
            Comparison.many(strategy, pair.base(), "the plain exchange").orElseThrow(),
            Completeness.clause(strategy),
            shareOfBytes(strategy));
  }

  private static void addCrossing(Runs runs, Content content) {
    content.table(
        new Table<>(
                "What a plain exchange sends to other nodes",
                runs.by(NODES).stream().map(place -> place.variant(SHUFFLE)).toList(),
                any -> false)
            .label(NODES, Labels.of(NODES))
            .column("between nodes", of -> of.text(Metric.BYTES_BETWEEN_TASK_MANAGERS))
            .column("within nodes", of -> of.text(Metric.BYTES_WITHIN_TASK_MANAGERS))
            .column("share between", ExchangeChapter::crossing)
            .column(
                "paper, table 4",
                of ->
                    Optional.ofNullable(Paper.CROSSING.get(of.get(NODES)))
                        .map(Amount::share)
                        .orElse(Amount.NONE)));
  }

  /** The bytes that go to other nodes, of all that go through the exchange. */
  private static String crossing(Runs runs) {
    OptionalDouble between = runs.median(Metric.BYTES_BETWEEN_TASK_MANAGERS);
    OptionalDouble within = runs.median(Metric.BYTES_WITHIN_TASK_MANAGERS);
    return between.isEmpty() || within.isEmpty()
        ? Amount.NONE
        : Amount.share(between.getAsDouble() / (between.getAsDouble() + within.getAsDouble()));
  }
}
