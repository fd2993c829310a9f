/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import static net.jqwik.api.Combinators.combine;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Window table-valued functions. Left out where Flink 1.14 itself is wrong: windows with an offset
 * may never fire; CUMULATE with one step only never clears its state.
 */
final class Windows {

  private Windows() {}

  /** Formats with one argument, which is the input of TUMBLE and the like. */
  static Arbitrary<String> functions() {
    Arbitrary<Integer> size = Arbitraries.integers().between(1, 40);
    Arbitrary<Integer> steps = Arbitraries.integers().between(2, 5);
    Arbitrary<Integer> step = Arbitraries.integers().between(1, 12);
    return Arbitraries.oneOf(
        size.map("TUMBLE(%%s, DESCRIPTOR(ts), INTERVAL '%d' SECOND)"::formatted),
        combine(step, Arbitraries.integers().between(1, 5))
            .as((slide, slides) -> function("HOP", slide, slides)),
        combine(step, steps).as((length, count) -> function("CUMULATE", length, count)));
  }

  private static String function(String name, int step, int steps) {
    return "%s(%%s, DESCRIPTOR(ts), INTERVAL '%d' SECOND, INTERVAL '%d' SECOND)"
        .formatted(name, step, step * steps);
  }

  /** Calls as in GROUP BY TUMBLE(...), with % for the suffix of the function's name. */
  static Arbitrary<String> groups() {
    Arbitrary<Integer> size = Arbitraries.integers().between(1, 40);
    return Arbitraries.oneOf(
        size.map("TUMBLE%%s(ts, INTERVAL '%d' SECOND)"::formatted),
        combine(Arbitraries.integers().between(1, 12), size)
            .as("HOP%%s(ts, INTERVAL '%d' SECOND, INTERVAL '%d' SECOND)"::formatted),
        Arbitraries.integers()
            .between(1, 10)
            .map("SESSION%%s(ts, INTERVAL '%d' SECOND)"::formatted));
  }
}
