/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Labels.NODES;
import static org.trilink.benchmark.report.Labels.WORKLOAD;
import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;

/** The workloads on one to eight nodes (figure 14), and beside hand-written programs. */
final class ThroughputChapter {

  static final Chapter CHAPTER =
      new Chapter(
          "throughput",
          "Throughput and scaling",
          "Each workload on clusters of one to eight nodes, the paper's figure 14, and its record"
              + " path: on two nodes that nothing limits, beside a hand-written program, which does"
              + " the query's work on just this input, without checkpoints. The bare Kafka consumer"
              + " reads the same partitions and does nothing else: the ceiling.",
          ThroughputChapter::add);

  /** The coordinate of runs that are not of figure 14. */
  private static final String PART = "part";

  private static final List<String> VARIANTS = List.of(FLINK, TRILINK);

  private ThroughputChapter() {}

  private static void add(BenchmarkResult result, Content content) {
    Runs all = Runs.of(result);
    Labels.byWorkload(all.where(PART, "record path"))
        .forEach(workload -> RecordPathSection.add(workload, content));
    List<Runs> workloads = Labels.byWorkload(all.without(PART));
    workloads.forEach(workload -> addWorkload(workload, paper(workload), content));
    content.table(
        Table.of(
                "The paper's figure 14, records/s",
                workloads.stream()
                    .map(ThroughputChapter::paper)
                    .filter(paper -> !paper.isEmpty())
                    .toList())
            .label(WORKLOAD, Labels::workload)
            .column("Flink, 1 node", paperRate(FLINK, "1"))
            .column("Flink, 8 nodes", paperRate(FLINK, "8"))
            .column("Trilink, 1 node", paperRate(TRILINK, "1"))
            .column("Trilink, 8 nodes", paperRate(TRILINK, "8")));
  }

  /** Empty for a workload that the paper does not have. */
  private static Runs paper(Runs workload) {
    return Paper.FIGURE_14.where(WORKLOAD, workload.get(WORKLOAD));
  }

  private static Function<Runs, String> paperRate(String variant, String nodes) {
    return of -> of.variant(variant).where(NODES, nodes).text(Metric.RECORDS_PER_SECOND);
  }

  private static void addWorkload(Runs runs, Runs paper, Content content) {
    List<Runs> places = runs.by(NODES);
    if (places.isEmpty()) {
      return;
    }
    String title = Labels.workload(runs);
    Runs fewest = places.get(0);
    Runs most = places.get(places.size() - 1);
    content.finding(
        "%s on %s: Trilink reads %s, %s.%s",
        title,
        Labels.nodes(most),
        most.variant(TRILINK).reads(),
        Comparison.beside(most.variant(TRILINK), most.variant(FLINK), "Flink"),
        places.size() < 2 ? "" : scaling(fewest, most, paper));
    content.figure(title, "", chart(runs).panel("Measured"), chart(paper).panel(Paper.NAME));
    content.table(
        Table.of(title, Runs.variants(places, VARIANTS))
            .label(NODES, Labels.of(NODES))
            .label("variant", Labels::variant)
            .column("records/s", of -> of.text(Metric.RECORDS_PER_SECOND))
            .column("CPU a record", of -> of.text(Metric.CPU_PER_RECORD))
            .column("efficiency by rate", of -> efficiency(of, fewest.get(NODES)))
            .column(
                "efficiency by CPU time",
                of ->
                    Comparison.part(
                        of.where(NODES, fewest.get(NODES)).sample(Metric.CPU_PER_RECORD),
                        of.sample(Metric.CPU_PER_RECORD),
                        Amount::share))
            .column("rows right", Completeness::rightRows)
            .column("records lost", Completeness::lostRecords)
            .column("runs", Labels::count));
  }

  private static Chart chart(Runs runs) {
    return Chart.bars(NODES, "records/s", runs.by(NODES), Labels.of(NODES))
        .variants(VARIANTS, Metric.RECORDS_PER_SECOND);
  }

  /** The share of what so many more nodes would come to. */
  private static String efficiency(Runs runs, String fewest) {
    double more = Double.parseDouble(runs.get(NODES)) / Double.parseDouble(fewest);
    return Comparison.part(
        runs.rate(), runs.where(NODES, fewest).rate(), ratio -> Amount.share(ratio / more));
  }

  private static String scaling(Runs fewest, Runs most, Runs paper) {
    return Content.sentence(
            " From %s to %s its throughput changes %s-fold, Flink's %s-fold%s.",
            fewest.get(NODES),
            Labels.nodes(most),
            ratio(fewest.variant(TRILINK), most.variant(TRILINK)).map(Amount::ratio),
            ratio(fewest.variant(FLINK), most.variant(FLINK)).map(Amount::ratio),
            Content.sentence(
                    " (paper, 1 to 8 nodes: %s and %s)",
                    paperRatio(paper.variant(TRILINK)), paperRatio(paper.variant(FLINK)))
                .orElse(""))
        .orElse("");
  }

  /** With as many digits as it has. */
  private static Optional<Double> paperRatio(Runs paper) {
    return ratio(paper.where(NODES, "1"), paper.where(NODES, "8"))
        .map(ratio -> Math.round(100 * ratio) / 100.0);
  }

  private static Optional<Double> ratio(Runs least, Runs most) {
    return Pair.of(least, most).map(Pair::ratio);
  }
}
