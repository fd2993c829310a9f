/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/**
 * The workloads on one to eight nodes (figure 14), and beside hand-written programs; each keyed
 * operator by itself.
 */
final class ThroughputChapter implements Chapter {

  private static final String WORKLOAD = "workload";
  private static final String NODES = "nodes";
  private static final String PER_SECOND = "records/s";
  private static final List<String> VARIANTS = List.of(FLINK, TRILINK);
  private static final List<String> PAPER_NODES = List.of("1", "8");

  @Override
  public String benchmark() {
    return "throughput";
  }

  @Override
  public String title() {
    return "Throughput and scaling";
  }

  @Override
  public String about() {
    return "Each workload on clusters of one to eight nodes, the paper's figure 14, and its record"
        + " path: on two nodes that nothing limits, beside a hand-written program, which does the"
        + " query's work on just this input, without checkpoints. The bare Kafka consumer reads the"
        + " same partitions and does nothing else: the ceiling.";
  }

  @Override
  public Content content(BenchmarkResult result) {
    Content content = new Content();
    Runs all = Runs.of(result);
    Runs scaling = all.without(RecordPathSection.PART);
    Runs recordPath = all.where(RecordPathSection.PART, RecordPathSection.NAME);
    List<RecordPathSection> sections =
        workloads(recordPath).stream()
            .map(
                workload ->
                    new RecordPathSection(
                        Labels.workload(workload), recordPath.where(WORKLOAD, workload)))
            .toList();
    sections.forEach(section -> section.addTo(content));
    sections.forEach(section -> section.gains().forEach(content::gain));
    new OperatorsSection(all.where(RecordPathSection.PART, OperatorsSection.NAME)).addTo(content);
    for (String workload : workloads(scaling)) {
      addWorkload(workload, scaling.where(WORKLOAD, workload), content);
    }
    content.table(paperTable(workloads(scaling)));
    return content;
  }

  private static List<String> workloads(Runs runs) {
    return runs.values(WORKLOAD).stream().sorted(Comparator.comparingInt(Labels::rank)).toList();
  }

  private static void addWorkload(String workload, Runs runs, Content content) {
    String title = Labels.workload(workload);
    List<String> nodes = runs.values(NODES);
    List<Variant> variants = Labels.variants(VARIANTS, runs);
    addFindings(title, workload, runs, nodes, content);
    Chart ours = new Chart(NODES, nodes, PER_SECOND);
    for (Variant engine : variants) {
      ours.bars(engine, Points.of(nodes, node -> runs.where(NODES, node).variant(engine.name())));
    }
    List<Panel> panels = new ArrayList<>();
    panels.add(ours.panel("Measured"));
    Paper.throughput(workload).ifPresent(paper -> panels.add(paperChart(paper).panel(Paper.NAME)));
    content.figure(new Figure(title, "", variants, panels));
    content.table(table(title, runs, nodes, variants));
  }

  private static Chart paperChart(Paper.Throughput paper) {
    return new Chart(NODES, PAPER_NODES, PER_SECOND)
        .bars(
            Variant.of(FLINK),
            List.of(Point.of(paper.flink()), Point.of(paper.flink() * paper.flinkScaling())))
        .bars(
            Variant.of(TRILINK),
            List.of(Point.of(paper.trilink()), Point.of(paper.trilink() * paper.trilinkScaling())));
  }

  private static Table paperTable(List<String> workloads) {
    List<Table.Row> rows = new ArrayList<>();
    for (String workload : workloads) {
      Paper.throughput(workload)
          .ifPresent(
              paper ->
                  rows.add(
                      Table.Row.of(
                          Labels.workload(workload),
                          Amount.count(paper.flink()),
                          Amount.count(paper.flink() * paper.flinkScaling()),
                          Amount.count(paper.trilink()),
                          Amount.count(paper.trilink() * paper.trilinkScaling()))));
    }
    return new Table(
        "The paper's figure 14, records/s",
        1,
        List.of(WORKLOAD, "Flink, 1 node", "Flink, 8 nodes", "Trilink, 1 node", "Trilink, 8 nodes"),
        rows);
  }

  private static Table table(String title, Runs runs, List<String> nodes, List<Variant> variants) {
    List<Table.Row> rows = new ArrayList<>();
    for (String node : nodes) {
      Runs there = runs.where(NODES, node);
      for (Variant variant : variants) {
        Runs of = there.variant(variant.name());
        if (of.isEmpty()) {
          continue;
        }
        Completeness completeness = new Completeness(of);
        Runs fewest = runs.where(NODES, nodes.get(0)).variant(variant.name());
        double moreNodes = Double.parseDouble(node) / Double.parseDouble(nodes.get(0));
        rows.add(
            new Table.Row(
                List.of(
                    node,
                    variant.label(),
                    Amount.range(of.sample(Metric.RECORDS_PER_SECOND), Amount::count),
                    Amount.range(of.sample(Metric.CPU_PER_RECORD), Amount::micros),
                    Comparison.part(
                        of.sample(Metric.RECORDS_PER_SECOND),
                        fewest.sample(Metric.RECORDS_PER_SECOND),
                        ratio -> Amount.share(ratio / moreNodes)),
                    Comparison.part(
                        fewest.sample(Metric.CPU_PER_RECORD),
                        of.sample(Metric.CPU_PER_RECORD),
                        Amount::share),
                    completeness.rightRows(),
                    completeness.lostRecords(),
                    String.valueOf(of.count())),
                completeness.incomplete()));
      }
    }
    return new Table(
        title,
        2,
        List.of(
            NODES,
            "variant",
            "records/s",
            "CPU a record",
            "efficiency by rate",
            "efficiency by CPU time",
            "rows right",
            "records lost",
            "runs"),
        rows);
  }

  private static void addFindings(
      String title, String workload, Runs runs, List<String> nodes, Content content) {
    String most = nodes.isEmpty() ? "" : nodes.get(nodes.size() - 1);
    Runs there = runs.where(NODES, most);
    Runs flink = there.variant(FLINK);
    Runs trilink = there.variant(TRILINK);
    Optional<Sample> flinks = flink.sample(Metric.RECORDS_PER_SECOND);
    Optional<Sample> trilinks = trilink.sample(Metric.RECORDS_PER_SECOND);
    if (flinks.isEmpty() || trilinks.isEmpty()) {
      return;
    }
    content.finding(
        "%s on %s: Trilink reads %s records/s%s, %s%s.%s"
            .formatted(
                title,
                Labels.nodes(most),
                Amount.count(trilinks.get().median()),
                new Completeness(trilink).clause(),
                Comparison.many(trilinks, flinks, "Flink"),
                new Completeness(flink).clause(),
                scaling(workload, runs, nodes)));
  }

  private static String scaling(String workload, Runs runs, List<String> nodes) {
    if (nodes.size() < 2) {
      return "";
    }
    String least = nodes.get(0);
    String most = nodes.get(nodes.size() - 1);
    Optional<Double> trilink = scaling(runs.variant(TRILINK), least, most);
    Optional<Double> flink = scaling(runs.variant(FLINK), least, most);
    if (trilink.isEmpty() || flink.isEmpty()) {
      return "";
    }
    String paper =
        Paper.throughput(workload)
            .map(
                of ->
                    " (paper, 1 to 8 nodes: %s and %s)"
                        .formatted(of.trilinkScaling(), of.flinkScaling()))
            .orElse("");
    return " From %s to %s its throughput changes %s-fold, Flink's %s-fold%s."
        .formatted(least, Labels.nodes(most), ratio(trilink.get()), ratio(flink.get()), paper);
  }

  private static String ratio(double ratio) {
    return Amount.ratio(ratio);
  }

  private static Optional<Double> scaling(Runs runs, String least, String most) {
    Optional<Sample> from = runs.where(NODES, least).sample(Metric.RECORDS_PER_SECOND);
    Optional<Sample> to = runs.where(NODES, most).sample(Metric.RECORDS_PER_SECOND);
    return from.isEmpty() || to.isEmpty()
        ? Optional.empty()
        : Optional.of(to.get().median() / from.get().median());
  }
}
