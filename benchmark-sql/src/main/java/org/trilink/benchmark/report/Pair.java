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

  /** How many runs there are, Flink's first. */
  String count() {
    return base.count() + " and " + trilink.count();
  }

  /**
   * Where Trilink is slowest and fastest beside Flink, with the same rows; empty if nowhere.
   *
   * @param which what the cases are
   * @param name of a case
   */
  static Optional<String> extremes(String which, List<Pair> cases, Function<Pair, String> name) {
    List<Pair> equal = cases.stream().filter(Pair::exact).toList();
    if (equal.isEmpty()) {
      return Optional.empty();
    }
    Comparator<Pair> byRatio = Comparator.comparingDouble(Pair::ratio);
    Function<Pair, String> words =
        pair -> name.apply(pair) + ", " + pair.multiple() + pair.caveat();
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
