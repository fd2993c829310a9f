/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * How a query is run.
 *
 * @param sources the parallelism of the source; all rows of a key are from one subtask
 * @param boundedSkew whether with a max-skew that no key exceeds, or with none
 * @param inSession whether the options are the session's, or a hint's
 */
record Setup(
    int parallelism,
    int sources,
    boolean rocksDb,
    boolean objectReuse,
    boolean boundedSkew,
    boolean inSession) {

  static Arbitrary<Setup> setups() {
    return setups(Arbitraries.integers().between(1, 3));
  }

  /** Setups with one source. */
  static Arbitrary<Setup> setups(Arbitrary<Integer> parallelisms) {
    return setups(parallelisms, Arbitraries.just(1));
  }

  /** Setups with several subtasks, so that keys can be moved. */
  static Arbitrary<Setup> setupsOfSubtasks() {
    return setups(Arbitraries.integers().between(2, 3), Arbitraries.integers().between(1, 3));
  }

  private static Arbitrary<Setup> setups(
      Arbitrary<Integer> parallelisms, Arbitrary<Integer> sources) {
    Arbitrary<Boolean> either = Arbitraries.of(false, true);
    return Combinators.combine(parallelisms, sources, either, either, either, either)
        .as(Setup::new);
  }
}
