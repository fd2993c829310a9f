/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * The description of a row, with its time relative to the previous row of the same key.
 *
 * @param key one of the input's keys, modulo their number
 * @param gap how far the key's maximum event time advances, in ms
 * @param disorder how far the row is behind that, in ms; less than the delay of the table
 * @param v null or a small number
 * @param name null or a word
 */
record Event(int key, int gap, int disorder, Integer v, String name) {

  static Arbitrary<Event> events() {
    Arbitrary<Integer> gap =
        Arbitraries.frequencyOf(
            Tuple.of(6, Arbitraries.integers().between(0, 2_500)),
            Tuple.of(2, Arbitraries.just(0)),
            Tuple.of(1, Arbitraries.integers().between(2_500, 30_000)));
    Arbitrary<Integer> disorder =
        Arbitraries.frequencyOf(
            Tuple.of(1, Arbitraries.just(0)),
            Tuple.of(1, Arbitraries.integers().between(0, (int) Input.DELAY.toMillis() - 1)));
    return Combinators.combine(
            Arbitraries.integers().between(0, Input.MAX_KEYS - 1),
            gap,
            disorder,
            Arbitraries.integers().between(0, 6).injectNull(0.1),
            Arbitraries.of("x", "y", "zebra", "").injectNull(0.1))
        .as(Event::new);
  }
}
