/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.PublishedVariant.FLINK;
import static org.trilink.benchmark.report.PublishedVariant.TRILINK;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.report.Chart.Series;
import org.trilink.benchmark.result.Sample;

/**
 * The gains of Trilink where stock Flink has every row right, too. A rate beside one that was
 * reached by losing rows is no gain, so that those are not among them.
 */
final class EqualResults {

  /**
   * A situation in which both results are the oracle's.
   *
   * @param what what is compared in the situation: a workload's title, or a share of late records
   * @param label the same below its bars
   * @param situation "in order, on the heap"
   */
  record Gain(String what, String label, String situation, Pair engines) {

    double ratio() {
      return engines.ratio();
    }

    /** "low voltage 2.0×". */
    private String words() {
      return Labels.inText(what) + " " + Comparison.multiple(ratio()) + engines.caveat();
    }
  }

  /**
   * The beginning of the report: its message, to be read in ten seconds.
   *
   * @param value in the largest type
   * @param claim what it is, to be read on from it
   * @param basis what it rests on
   * @param figure the same as a chart
   */
  record Lead(String value, String claim, String basis, Block.Figure figure) {}

  private EqualResults() {}

  /**
   * Empty if there is no such situation.
   *
   * @param gains of a report, in the order in which they are to be read
   */
  static Optional<Lead> lead(List<Gain> gains) {
    return gains.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Lead(
                multiples(gains),
                "stock Flink's records/s, with the same rows",
                "Stock Flink, too, has every row right. " + basis(gains),
                figure(gains)));
  }

  /** "Input in order, on the heap: low voltage 2.0×, bridge 1.5×." for each situation. */
  private static String basis(List<Gain> gains) {
    return gains.stream()
        .map(Gain::situation)
        .distinct()
        .map(
            situation ->
                gains.stream()
                    .filter(gain -> gain.situation().equals(situation))
                    .map(Gain::words)
                    .collect(Collectors.joining(", ", "Input " + situation + ": ", ".")))
        .collect(Collectors.joining(" "));
  }

  /** "1.3 – 2.0×". */
  private static String multiples(List<Gain> gains) {
    Comparator<Gain> byRatio = Comparator.comparingDouble(Gain::ratio);
    String from = Comparison.fold(gains.stream().min(byRatio).orElseThrow().ratio());
    String to = Comparison.fold(gains.stream().max(byRatio).orElseThrow().ratio());
    return (to.equals(from) ? to : from + " – " + to) + "×";
  }

  private static Block.Figure figure(List<Gain> gains) {
    Chart chart =
        new Chart(
            "bar",
            "",
            "records/s",
            gains.stream().map(Gain::label).toList(),
            false,
            null,
            List.of(
                new Series(PublishedVariant.of(FLINK), points(gains, Pair::baseRate)),
                new Series(PublishedVariant.of(TRILINK), points(gains, Pair::trilinkRate))));
    return new Block.Figure(
        "The same rows, records/s",
        "",
        List.of(new Block.Panel("Both have every row right", chart)));
  }

  private static List<Point> points(List<Gain> gains, Function<Pair, Sample> rate) {
    return gains.stream()
        .map(gain -> rate.apply(gain.engines()))
        .map(sample -> Point.of(sample, false).labelled(Amount.count(sample.median())))
        .toList();
  }
}
