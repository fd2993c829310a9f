package org.trilink.planner.runtime.property;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * How a query is run.
 *
 * @param boundedSkew whether with a max-skew that no key exceeds, or with none
 * @param inSession whether the options are the session's, or a hint's
 */
record Setup(
    int parallelism, boolean rocksDb, boolean objectReuse, boolean boundedSkew, boolean inSession) {

  static Arbitrary<Setup> setups() {
    Arbitrary<Boolean> either = Arbitraries.of(false, true);
    return Combinators.combine(Arbitraries.integers().between(1, 3), either, either, either, either)
        .as(Setup::new);
  }
}
