/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Sample;

/** How one figure stands to another, in words that go for better and for worse. */
final class Comparison {

  /** Less than this apart is called equal. */
  private static final double EQUAL = 0.05;

  private static final double MANY = 10;

  private Comparison() {}

  /** "3.1 times as many as Flink", "about as many as Flink", "23 % fewer than Flink". */
  private static String many(double value, double reference, String whose) {
    double ratio = value / reference;
    if (Math.abs(ratio - 1) < EQUAL) {
      return "about as many as " + whose;
    }
    return ratio > 1
        ? fold(ratio) + " times as many as " + whose
        : wholePercent(1 - ratio) + " fewer than " + whose;
  }

  /**
   * As {@link #many}, of rates, and whether the runs' ranges overlap, so that it may be chance;
   * empty if one of them is missing.
   */
  static Optional<String> many(Runs runs, Runs reference, String whose) {
    return Pair.of(reference, runs)
        .map(
            pair -> {
              String words = many(pair.trilinkRate().median(), pair.baseRate().median(), whose);
              boolean apart = Math.abs(pair.ratio() - 1) >= EQUAL;
              return apart ? words + pair.caveat() : words;
            });
  }

  /** As {@link #many}, and whether the reference has lost rows. */
  static Optional<String> beside(Runs runs, Runs reference, String whose) {
    return many(runs, reference, whose).map(words -> words + Completeness.clause(reference));
  }

  /** "99 ms by Trilink", for each variant that was measured: the known ones in their order. */
  static List<String> byVariant(Runs there, List<String> known, Metric metric) {
    return there.variants(known).stream()
        .flatMap(
            of ->
                of.words(metric).stream()
                    .map(amount -> amount + " by " + PublishedVariant.of(of).inText()))
        .toList();
  }

  /** Whether a difference may be chance: some run of the one was as fast as some of the other. */
  static boolean overlap(Sample one, Sample other) {
    boolean ranges = one.runs() > 1 && other.runs() > 1;
    return ranges && one.min() <= other.max() && other.min() <= one.max();
  }

  /** The ratio of the medians; empty if the whole is 0. */
  static OptionalDouble part(Sample value, Sample whole) {
    return whole.median() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(value.median() / whole.median());
  }

  /** Whether a ratio is called less, not equal. */
  static boolean isLess(double ratio) {
    return ratio <= 1 - EQUAL;
  }

  /** "3.1×". */
  static String multiple(double ratio) {
    return fold(ratio) + "×";
  }

  /** "3.14", "12.3", "123". */
  static String fold(double ratio) {
    return ratio < MANY
        ? String.format(Locale.ROOT, "%.1f", ratio)
        : String.format(Locale.ROOT, "%,.0f", ratio);
  }

  /** How much less a ratio is than 1, or more: "1.3 %", "-0.2 %". */
  static String percentLess(double ratio) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * (1 - ratio));
  }

  /** More digits would claim what few runs cannot tell. */
  private static String wholePercent(double share) {
    return Math.round(100 * share) + " %";
  }
}
