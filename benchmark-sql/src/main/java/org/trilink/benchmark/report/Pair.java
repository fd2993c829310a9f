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
import org.trilink.benchmark.result.Sample;

/** Flink and Trilink in one situation, in which the rate of both was measured. */
record Pair(Runs base, Runs trilink) {

  /** Empty if one of them was not measured. */
  static Optional<Pair> of(Runs there) {
    return of(there.variant(FLINK), there.variant(TRILINK));
  }

  static Optional<Pair> of(Runs base, Runs trilink) {
    return base.rate().isEmpty() || trilink.rate().isEmpty()
        ? Optional.empty()
        : Optional.of(new Pair(base, trilink));
  }

  /** Whether both have every row right. */
  boolean exact() {
    return base.exact() && trilink.exact();
  }

  /** Trilink's rate over the other's. */
  double ratio() {
    return trilinkRate().median() / baseRate().median();
  }

  Sample baseRate() {
    return base.rate().orElseThrow();
  }

  Sample trilinkRate() {
    return trilink.rate().orElseThrow();
  }

  /** Whether the difference may be chance. */
  boolean overlap() {
    return Comparison.overlap(trilinkRate(), baseRate());
  }

  /** To be said behind the ratio; empty if the difference is no chance. */
  String caveat() {
    return overlap() ? " (though the runs' ranges overlap)" : "";
  }

  /** "1.07×": with two digits, for many ratios near 1. */
  String multiple() {
    return Amount.ratio(ratio()) + "×";
  }

  /** "3.1×". */
  String times() {
    return Comparison.multiple(ratio());
  }

  /** The ratio with at most two decimals: 6.5. */
  double hundredths() {
    return Math.round(100 * ratio()) / 100.0;
  }

  /** The ratio in percent. */
  String share() {
    return Amount.share(ratio());
  }

  /** The ratio as a share of what it could be at most. */
  String shareOf(double most) {
    return Amount.share(ratio() / most);
  }

  /** Beside Trilink with Flink's watermark as the floor; empty if the order does not matter. */
  Optional<Pair> anyOrder() {
    return of(base, base.variant(PublishedVariant.ANY_ORDER));
  }

  /** How many runs there are, Flink's first. */
  String counts() {
    return base.count() + " and " + trilink.count();
  }

  /**
   * Where Trilink is slowest and fastest beside Flink, with the same rows; empty if nowhere.
   *
   * @param which what the cases are
   */
  static Optional<String> extremes(List<Pair> cases, String which) {
    List<Pair> equal = cases.stream().filter(Pair::exact).toList();
    if (equal.isEmpty()) {
      return Optional.empty();
    }
    Comparator<Pair> byRatio = Comparator.comparingDouble(Pair::ratio);
    Function<Pair, String> words =
        pair -> Labels.situation(pair.trilink()) + ", " + pair.multiple() + pair.caveat();
    int different = cases.size() - equal.size();
    return Optional.of(
        "%s, with the same rows: Trilink reads fewer records/s than Flink in %d of %d cases. As a multiple of Flink's rate, it is slowest with %s; and fastest with %s.%s"
            .formatted(
                which,
                equal.stream().filter(pair -> Comparison.isLess(pair.ratio())).count(),
                equal.size(),
                words.apply(equal.stream().min(byRatio).orElseThrow()),
                words.apply(equal.stream().max(byRatio).orElseThrow()),
                different == 0
                    ? ""
                    : " In %d more the results differ, and these do not count."
                        .formatted(different)));
  }
}
