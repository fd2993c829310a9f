/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Labels.DISORDER;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.trilink.benchmark.peers.Peer;
import org.trilink.benchmark.result.BenchmarkResult;
import org.trilink.benchmark.result.Metric;

/** Low-voltage with what a user would take instead. */
final class PeersChapter {

  static final Chapter CHAPTER =
      new Chapter(
          "peers",
          "Peers",
          "Low voltage on two nodes that nothing limits, with what a user would take instead: SQL"
              + " on Flink 1.20, Kafka Streams by its processor API and its DSL, and a DataStream"
              + " program in GeoFlink's style, in which neighbouring sensors share a key. Where keys"
              + " are late, the chart has those that wait for records as long as they are late; the"
              + " table also has what they lose if they do not. GeoFlink is the third column of the"
              + " paper's comparisons.",
          PeersChapter::add);

  private static final String TITLE = "Low voltage: what a user would take instead";

  /**
   * The peers that have bars; programs in RocksDB, and the one by hand, far above all, are in the
   * table.
   */
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

  private static final List<String> VARIANTS =
      Arrays.stream(Peer.values())
          .flatMap(peer -> Stream.of(peer.variant(false), peer.variant(true)))
          .distinct()
          .toList();

  private PeersChapter() {}

  private static void add(BenchmarkResult result, Content content) {
    List<Runs> places = Runs.of(result).by(DISORDER);
    for (Runs place : places) {
      addRates(place, content);
      addLosses(place, content);
    }
    Chart chart = Chart.bars("", "records/s", places, Labels::order);
    DRAWN.forEach(
        peer -> chart.series(variant(peer), place -> atItsMostComplete(peer, place), Runs::rate));
    content.figure(TITLE, "", chart.panel("Measured"));
    content.table(
        Table.of(TITLE, Runs.variants(places, VARIANTS))
            .label("input", Labels::order)
            .label("variant", Labels::variant)
            .column("records/s", of -> of.text(Metric.RECORDS_PER_SECOND))
            .column(
                "of the hand-written program", Comparison.of(Variant.HAND_WRITTEN, Amount::share))
            .column(
                "of Flink 1.14",
                of ->
                    Comparison.part(
                        of.rate(), atItsMostComplete(Peer.FLINK, of).rate(), Comparison::multiple))
            .column("CPU a record", of -> of.text(Metric.CPU_PER_RECORD))
            .column("rows right", Completeness::rightRows)
            .column("records lost", Completeness::lostRecords)
            .column("runs", Labels::count));
  }

  /**
   * The runs of a peer that wait for late records, where it can and has to; else all of its runs.
   */
  private static Runs atItsMostComplete(Peer peer, Runs place) {
    Runs waiting = place.variant(peer.variant(true));
    return waiting.isEmpty() ? place.variant(peer.variant(false)) : waiting;
  }

  private static Variant variant(Peer peer) {
    return Variant.of(peer.variant(false));
  }

  /** The fastest of Trilink's beside the others. */
  private static void addRates(Runs place, Content content) {
    Runs best =
        TRILINKS.stream()
            .map(peer -> atItsMostComplete(peer, place))
            .max(Comparator.comparing(of -> of.median(Metric.RECORDS_PER_SECOND).orElse(0)))
            .orElseThrow();
    List<String> comparisons =
        OTHERS.stream()
            .flatMap(
                peer ->
                    Comparison.beside(best, atItsMostComplete(peer, place), variant(peer).label())
                        .stream())
            .toList();
    if (!comparisons.isEmpty()) {
      content.finding(
          "Low voltage, %s%s: %s reads %s, %s.",
          Labels.order(place),
          waiting(place).findAny().isPresent() ? ", where those wait that have to" : "",
          Labels.variant(best),
          best.reads(),
          Labels.list(comparisons));
    }
  }

  /** The peers that were run so that they wait for late records. */
  private static Stream<Peer> waiting(Runs place) {
    return Arrays.stream(Peer.values())
        .filter(Peer::canWait)
        .filter(peer -> !place.variant(peer.variant(true)).isEmpty());
  }

  /** Adds a finding on what the peers lose that could wait; nothing if nobody was run both ways. */
  private static void addLosses(Runs place, Content content) {
    List<String> losses =
        waiting(place)
            .map(peer -> place.variant(peer.variant(false)))
            .filter(hasty -> !hasty.isEmpty())
            .map(
                hasty ->
                    "%s has %s of the rows right"
                        .formatted(Labels.variant(hasty), Completeness.rightShare(hasty)))
            .toList();
    if (!losses.isEmpty()) {
      content.finding(
          "Low voltage, %s, without waiting for late records: %s."
              .formatted(Labels.order(place), Labels.list(losses)));
    }
  }
}
