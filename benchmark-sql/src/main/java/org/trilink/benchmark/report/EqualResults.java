/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import static org.trilink.benchmark.report.Variant.FLINK;
import static org.trilink.benchmark.report.Variant.TRILINK;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.trilink.benchmark.report.Chart.Point;
import org.trilink.benchmark.result.Sample;

/**
 * What Trilink gains where stock Flink has every row right, too. A rate beside one that was reached
 * by losing rows is no gain, so that those are not in it.
 */
final class EqualResults {

  /**
   * A situation in which both results are the oracle's.
   *
   * @param what what is compared in the situation: a workload's title, or a share of late records
   * @param label the same below its bars
   * @param situation "in order, on the heap"
   * @param flink records/s
   * @param trilink records/s
   */
  record Gain(String what, String label, String situation, Sample flink, Sample trilink) {

    double ratio() {
      return trilink.median() / flink.median();
    }

    /** "low voltage 2.0×". */
    private String words() {
      String overlap =
          Comparison.overlap(trilink, flink) ? " (though the runs' ranges overlap)" : "";
      return Labels.inText(what) + " " + Comparison.multiple(ratio()) + overlap;
    }
  }

  private final List<Gain> gains;

  /**
   * Of a report.
   *
   * @param gains in the order in which they are to be read
   */
  EqualResults(List<Gain> gains) {
    this.gains = List.copyOf(gains);
  }

  /** Empty if there is no such situation. */
  Optional<Lead> lead() {
    return gains.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Lead(
                multiples(),
                "stock Flink's records/s, with the same rows",
                "Stock Flink, too, has every row right. " + basis(),
                figure()));
  }

  /** "Input in order, on the heap: low voltage 2.0×, bridge 1.5×." for each situation. */
  private String basis() {
    return situations()
        .map(
            situation ->
                "Input %s: %s."
                    .formatted(
                        situation,
                        gains.stream()
                            .filter(gain -> gain.situation().equals(situation))
                            .map(Gain::words)
                            .collect(Collectors.joining(", "))))
        .collect(Collectors.joining(" "));
  }

  private Stream<String> situations() {
    return gains.stream().map(Gain::situation).distinct();
  }

  /** "1.3 – 2.0×". */
  private String multiples() {
    Gain least = gains.stream().min(Comparator.comparingDouble(Gain::ratio)).orElseThrow();
    Gain most = gains.stream().max(Comparator.comparingDouble(Gain::ratio)).orElseThrow();
    String from = Comparison.times(least.ratio());
    String to = Comparison.multiple(most.ratio());
    return to.equals(from + "×") ? to : from + " – " + to;
  }

  private Figure figure() {
    List<Variant> variants = List.of(Variant.of(FLINK), Variant.of(TRILINK));
    Chart chart =
        new Chart("", gains.stream().map(Gain::label).toList(), "records/s")
            .withValues()
            .bars(variants.get(0), gains.stream().map(gain -> point(gain.flink())).toList())
            .bars(variants.get(1), gains.stream().map(gain -> point(gain.trilink())).toList());
    return new Figure(
        "The same rows, records/s",
        "",
        variants,
        List.of(chart.panel("Both have every row right")));
  }

  private static Optional<Point> point(Sample sample) {
    return Optional.of(new Point(sample, false));
  }
}
