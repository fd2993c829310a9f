/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.trilink.benchmark.peers.Peer;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** Low-voltage with what a user would take instead. */
final class PeersChapter implements Chapter {

  private static final String DISORDER = "disorder";

  /** What has bars; programs in RocksDB, and the one by hand, far above all, are in the table. */
  private static final List<Peer> DRAWN =
      List.of(
          Peer.FLINK,
          Peer.TRILINK,
          Peer.LOCAL_MERGE,
          Peer.AHEAD_KEYBY,
          Peer.FLINK_1_20,
          Peer.GEO_STYLE,
          Peer.PROCESSOR_IN_MEMORY,
          Peer.DSL_IN_MEMORY);

  private static final List<Peer> TRILINKS =
      List.of(Peer.TRILINK, Peer.LOCAL_MERGE, Peer.AHEAD_KEYBY);
  private static final List<Peer> OTHERS =
      List.of(
          Peer.FLINK,
          Peer.FLINK_1_20,
          Peer.GEO_STYLE,
          Peer.PROCESSOR_IN_MEMORY,
          Peer.PROCESSOR_ROCKSDB,
          Peer.DSL_IN_MEMORY,
          Peer.DSL_ROCKSDB);

  @Override
  public String benchmark() {
    return "peers";
  }

  @Override
  public String title() {
    return "Peers";
  }

  @Override
  public String about() {
    return "Low voltage on two nodes that nothing limits, with what a user would take instead: SQL on"
        + " Flink 1.20, Kafka Streams by its processor API and its DSL, and a DataStream program in"
        + " GeoFlink's style, in which neighbouring sensors share a key. Where keys are late, the"
        + " chart has those that wait for records as long as they are late; the table also has what"
        + " they lose if they do not. GeoFlink is the third column of the paper's comparisons.";
  }

  @Override
  public Content content(BenchmarkResult result) {
    Content content = new Content();
    Runs runs = Runs.of(result);
    List<String> disorders = runs.values(DISORDER);
    disorders.forEach(disorder -> addFindings(disorder, runs.where(DISORDER, disorder), content));
    Chart chart = new Chart("", disorders.stream().map(Labels::order).toList(), "records/s");
    List<Variant> drawn = new ArrayList<>();
    for (Peer peer : DRAWN) {
      List<Optional<Point>> points =
          Points.of(disorders, disorder -> atItsMostComplete(peer, runs.where(DISORDER, disorder)));
      if (points.stream().anyMatch(Optional::isPresent)) {
        Variant variant = Variant.of(peer.variant(false));
        drawn.add(variant);
        chart.bars(variant, points);
      }
    }
    if (!chart.isEmpty()) {
      content.figure(
          new Figure(
              "Low voltage: what a user would take instead",
              "",
              drawn,
              List.of(chart.panel("Measured"))));
    }
    content.table(table(disorders, runs));
    return content;
  }

  /** Those that wait, where it can and has to; else all. */
  private static Runs atItsMostComplete(Peer peer, Runs runs) {
    Runs waiting = runs.variant(peer.variant(true));
    return waiting.isEmpty() ? runs.variant(peer.variant(false)) : waiting;
  }

  private static Optional<Sample> rate(Peer peer, Runs runs) {
    return atItsMostComplete(peer, runs).sample(Metric.RECORDS_PER_SECOND);
  }

  private static void addFindings(String disorder, Runs runs, Content content) {
    Optional<Peer> best = fastest(TRILINKS, runs);
    if (best.isEmpty()) {
      return;
    }
    Optional<Sample> rate = rate(best.get(), runs);
    List<String> comparisons =
        OTHERS.stream()
            .filter(peer -> rate(peer, runs).isPresent())
            .map(peer -> comparison(rate, peer, runs))
            .toList();
    if (!comparisons.isEmpty()) {
      content.finding(
          "Low voltage, %s%s: %s reads %s records/s%s, %s."
              .formatted(
                  Labels.order(disorder),
                  anyWaits(runs) ? ", where those wait that have to" : "",
                  label(best.get()),
                  Amount.count(rate.orElseThrow().median()),
                  new Completeness(atItsMostComplete(best.get(), runs)).clause(),
                  Labels.list(comparisons)));
    }
    losses(runs)
        .ifPresent(
            text ->
                content.finding(
                    "Low voltage, %s, without waiting for late records: %s."
                        .formatted(Labels.order(disorder), text)));
  }

  private static Optional<Peer> fastest(List<Peer> peers, Runs runs) {
    return peers.stream()
        .filter(peer -> rate(peer, runs).isPresent())
        .max((a, b) -> Double.compare(median(a, runs), median(b, runs)));
  }

  private static double median(Peer peer, Runs runs) {
    return rate(peer, runs).orElseThrow().median();
  }

  private static String comparison(Optional<Sample> rate, Peer peer, Runs runs) {
    return Comparison.many(rate, rate(peer, runs), label(peer))
        + new Completeness(atItsMostComplete(peer, runs)).clause();
  }

  private static String label(Peer peer) {
    return Variant.of(peer.variant(false)).label();
  }

  private static boolean anyWaits(Runs runs) {
    return Arrays.stream(Peer.values())
        .filter(Peer::canWait)
        .anyMatch(peer -> !runs.variant(peer.variant(true)).isEmpty());
  }

  /** What those lose that could wait; empty if nobody was run both ways. */
  private static Optional<String> losses(Runs runs) {
    List<String> losses =
        Arrays.stream(Peer.values())
            .filter(Peer::canWait)
            .filter(peer -> !runs.variant(peer.variant(true)).isEmpty())
            .filter(peer -> !runs.variant(peer.variant(false)).isEmpty())
            .map(
                peer ->
                    "%s has %s of the rows right"
                        .formatted(
                            label(peer),
                            new Completeness(runs.variant(peer.variant(false))).rightShare()))
            .toList();
    return losses.isEmpty() ? Optional.empty() : Optional.of(Labels.list(losses));
  }

  private static Table table(List<String> disorders, Runs runs) {
    List<Table.Row> rows = new ArrayList<>();
    for (String disorder : disorders) {
      Runs there = runs.where(DISORDER, disorder);
      Arrays.stream(Peer.values())
          .flatMap(peer -> Stream.of(peer.variant(false), peer.variant(true)))
          .distinct()
          .filter(variant -> !there.variant(variant).isEmpty())
          .map(variant -> row(disorder, variant, there))
          .forEach(rows::add);
    }
    return new Table(
        "Low voltage: what a user would take instead",
        2,
        List.of(
            "input",
            "variant",
            "records/s",
            "of the hand-written program",
            "of Flink 1.14",
            "CPU a record",
            "rows right",
            "records lost",
            "runs"),
        rows);
  }

  private static Table.Row row(String disorder, String variant, Runs runs) {
    Runs of = runs.variant(variant);
    Optional<Sample> rate = of.sample(Metric.RECORDS_PER_SECOND);
    Completeness completeness = new Completeness(of);
    return new Table.Row(
        List.of(
            Labels.order(disorder),
            Variant.of(variant).label(),
            Amount.range(rate, Amount::count),
            Comparison.part(rate, rate(Peer.HAND_WRITTEN, runs), Amount::share),
            Comparison.part(rate, rate(Peer.FLINK, runs), Comparison::multiple),
            Amount.range(of.sample(Metric.CPU_PER_RECORD), Amount::micros),
            completeness.rightRows(),
            completeness.lostRecords(),
            String.valueOf(of.count())),
        completeness.incomplete());
  }
}
