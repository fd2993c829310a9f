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
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** Nexmark's queries, where the results of both engines are equal. */
final class NexmarkChapter {

  static final Chapter CHAPTER =
      new Chapter(
          "nexmark",
          "Nexmark",
          "Nexmark's queries over the events of an auction site, in order, so that both engines have"
              + " the same rows. Trilink runs each with the hint that fits it, or with none where"
              + " there is nothing to hint at. It is compared with the faster of Flink's variants."
              + " The paper has no such figure.",
          NexmarkChapter::add);

  private static final String QUERY = "query";
  private static final String NO_HINT = "none";

  private NexmarkChapter() {}

  private static void add(BenchmarkResult result, Content content) {
    List<Runs> queries =
        Runs.of(result).by(QUERY).stream().filter(query -> pair(query).isPresent()).toList();
    addFinding(
        "Queries with a hint", queries, query -> !hint(query, result).equals(NO_HINT), content);
    addFinding(
        "Queries without a hint", queries, query -> hint(query, result).equals(NO_HINT), content);
    content.figure(
        "Nexmark: Trilink's records/s as multiples of Flink's",
        "One query at a time, with two subtasks in one JVM, over events that the job's source"
            + " generates; from the first event to the last row.",
        Chart.bars(QUERY, "times Flink's", queries, Labels.of(QUERY))
            .series(
                Variant.of(TRILINK),
                query -> query,
                query -> pair(query).map(pair -> Sample.of(DoubleStream.of(pair.ratio()))))
            .panel("Measured"));
    content.table(
        Table.of("Each query", Runs.variants(queries, List.of()))
            .label(QUERY, NexmarkChapter::name)
            .label("variant", Labels::variant)
            .label("hint", of -> isTrilink(of) ? hint(of, result) : Amount.NONE)
            .column("records/s", of -> of.text(Metric.RECORDS_PER_SECOND))
            .column(
                "of Flink", of -> isTrilink(of) ? pair(of).orElseThrow().multiple() : Amount.NONE)
            .column("CPU a record", of -> of.text(Metric.CPU_PER_RECORD))
            .column("rows equal", Completeness::rightRows)
            .column("runs", Labels::count));
  }

  private static void addFinding(
      String which, List<Runs> queries, Predicate<Runs> condition, Content content) {
    List<Pair> pairs =
        queries.stream().filter(condition).flatMap(query -> pair(query).stream()).toList();
    Pair.extremes(which, pairs, pair -> name(pair.trilink())).ifPresent(content::finding);
  }

  /** With the faster of Flink's variants. */
  private static Optional<Pair> pair(Runs query) {
    return query.anyVariant().variants().stream()
        .filter(of -> !isTrilink(of) && of.rate().isPresent())
        .max(Comparator.comparingDouble(of -> of.rate().orElseThrow().median()))
        .flatMap(flink -> Pair.of(flink, query.variant(TRILINK)));
  }

  private static boolean isTrilink(Runs runs) {
    return runs.get(Runs.VARIANT).equals(TRILINK);
  }

  private static String name(Runs query) {
    return "Q" + query.get(QUERY);
  }

  /** Without the quotes of SQL. */
  private static String hint(Runs query, BenchmarkResult result) {
    String setting =
        String.format(Locale.ROOT, "query %02d: hint", Integer.parseInt(query.get(QUERY)));
    return result.settings().getOrDefault(setting, NO_HINT).replace("'", "").replace(" = ", "=");
  }
}
