/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** Nexmark's queries, where the results of both engines are equal. */
final class NexmarkChapter implements Chapter {

  private static final String QUERY = "query";
  private static final String NO_HINT = "none";

  @Override
  public String benchmark() {
    return "nexmark";
  }

  @Override
  public String title() {
    return "Nexmark";
  }

  @Override
  public String about() {
    return "Nexmark's queries over the events of an auction site, in order, so that both engines have"
        + " the same rows. Trilink runs each with the hint that fits it, or with none where there is"
        + " nothing to hint at. It is compared with the faster of Flink's variants. The paper has no"
        + " such figure.";
  }

  @Override
  public Content content(BenchmarkResult result) {
    Content content = new Content();
    Runs runs = Runs.of(result);
    List<Query> queries =
        runs.values(QUERY).stream().flatMap(query -> Query.of(runs, result, query)).toList();
    addFinding("with a hint", queries.stream().filter(Query::isHinted).toList(), content);
    addFinding(
        "without a hint", queries.stream().filter(query -> !query.isHinted()).toList(), content);
    if (!queries.isEmpty()) {
      content.figure(figure(queries));
    }
    content.table(rates(runs, queries));
    return content;
  }

  /** A query that both engines have run. */
  private record Query(String number, String hint, Runs flink, Runs trilink) {

    static Stream<Query> of(Runs runs, BenchmarkResult result, String number) {
      Runs there = runs.where(QUERY, number);
      Optional<Runs> flink =
          there.variants().stream()
              .filter(variant -> !variant.equals(TRILINK))
              .map(there::variant)
              .filter(of -> of.sample(Metric.RECORDS_PER_SECOND).isPresent())
              .max(Comparator.comparingDouble(of -> rate(of).median()));
      Runs trilink = there.variant(TRILINK);
      return flink.isEmpty() || trilink.sample(Metric.RECORDS_PER_SECOND).isEmpty()
          ? Stream.empty()
          : Stream.of(new Query(number, hint(result, number), flink.get(), trilink));
    }

    /** Without the quotes of SQL. */
    private static String hint(BenchmarkResult result, String number) {
      String setting = String.format(Locale.ROOT, "query %02d: hint", Integer.parseInt(number));
      return result.settings().getOrDefault(setting, NO_HINT).replace("'", "").replace(" = ", "=");
    }

    private static Sample rate(Runs runs) {
      return runs.sample(Metric.RECORDS_PER_SECOND).orElseThrow();
    }

    String label() {
      return "Q" + number;
    }

    boolean isHinted() {
      return !hint.equals(NO_HINT);
    }

    double ratio() {
      return rate(trilink).median() / rate(flink).median();
    }

    boolean exact() {
      return flink.exact() && trilink.exact();
    }

    /** "Q5, 7.1×". */
    String words() {
      return label()
          + ", "
          + multiple(ratio())
          + (Comparison.overlap(rate(trilink), rate(flink))
              ? " (though the runs' ranges overlap)"
              : "");
    }
  }

  /** Where Trilink is slowest and fastest beside Flink, with the same rows. */
  private static void addFinding(String which, List<Query> queries, Content content) {
    List<Query> equal = queries.stream().filter(Query::exact).toList();
    Comparator<Query> byRatio = Comparator.comparingDouble(Query::ratio);
    Optional<Query> least = equal.stream().min(byRatio);
    Optional<Query> most = equal.stream().max(byRatio);
    if (least.isEmpty() || most.isEmpty()) {
      return;
    }
    long fewer = equal.stream().filter(query -> Comparison.isLess(query.ratio())).count();
    int different = queries.size() - equal.size();
    content.finding(
        "Queries %s, with the same rows: Trilink reads fewer records/s than Flink in %d of %d. As a"
                .formatted(which, fewer, equal.size())
            + " multiple of Flink's rate, it is slowest with "
            + least.get().words()
            + "; and fastest with "
            + most.get().words()
            + "."
            + (different == 0
                ? ""
                : " In %d of them the results differ, and these do not count."
                    .formatted(different)));
  }

  private static Figure figure(List<Query> queries) {
    Variant trilink = Variant.of(TRILINK);
    Chart chart =
        new Chart(QUERY, queries.stream().map(Query::number).toList(), "times Flink's")
            .bars(trilink, queries.stream().map(NexmarkChapter::point).toList());
    return new Figure(
        "Nexmark: Trilink's records/s as multiples of Flink's",
        "One query at a time, with two subtasks in one JVM, over events that the job's source"
            + " generates; from the first event to the last row.",
        List.of(trilink),
        List.of(chart.panel("Measured")));
  }

  private static Optional<Point> point(Query query) {
    double ratio = query.ratio();
    return Optional.of(new Point(new Sample(ratio, ratio, ratio, 1), !query.exact()));
  }

  private static Table rates(Runs runs, List<Query> queries) {
    return new Table(
        "Each query",
        3,
        List.of(
            QUERY,
            "variant",
            "hint",
            "records/s",
            "of Flink",
            "CPU a record",
            "rows equal",
            "runs"),
        queries.stream().flatMap(query -> rows(runs, query)).toList());
  }

  /** One for each variant; the share is of the faster one of Flink's. */
  private static Stream<Table.Row> rows(Runs runs, Query query) {
    Runs there = runs.where(QUERY, query.number());
    return there.variants().stream()
        .map(
            name -> {
              Runs of = there.variant(name);
              return new Table.Row(
                  List.of(
                      query.label(),
                      Variant.of(name).label(),
                      name.equals(TRILINK) ? query.hint() : Amount.NONE,
                      Amount.range(of.sample(Metric.RECORDS_PER_SECOND), Amount::count),
                      name.equals(TRILINK) ? multiple(query.ratio()) : Amount.NONE,
                      Amount.range(of.sample(Metric.CPU_PER_RECORD), Amount::micros),
                      new Completeness(of).rightRows(),
                      String.valueOf(of.count())),
                  !of.exact());
            });
  }

  /** With two digits: many of these ratios are near 1. */
  private static String multiple(double ratio) {
    return Amount.ratio(ratio) + "×";
  }
}
