/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import static net.jqwik.api.Combinators.combine;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** The first rows of each key's windows: window Top-N and window deduplication. */
final class WindowRanks {

  private WindowRanks() {}

  static Arbitrary<String> of(Key key, Arbitrary<Source> sources) {
    Arbitrary<String> orders =
        Arbitraries.of("v", "name DESC", "ts", "ts DESC", "v DESC, name", "name, v, ts DESC");
    return combine(sources, Windows.functions(), orders, filters())
        .as(
            (source, window, order, filter) ->
                "SELECT %s, v AS n, name, CAST(ts AS TIMESTAMP(3)) AS t, window_end, place FROM %s WHERE %s"
                    .formatted(key.list(), ranked(key, source, window, order), filter));
  }

  static Arbitrary<String> filters() {
    return Arbitraries.of("place = 1", "place <= 3", "place < 6");
  }

  /** The rows of windows with their ranks. */
  static String ranked(Key key, Source source, String window, String order) {
    return "(SELECT *, ROW_NUMBER() OVER (PARTITION BY %s, window_start, window_end ORDER BY %s) AS place"
            .formatted(key.list(), order)
        + " FROM TABLE(%s))".formatted(window.formatted(source.asArgument()));
  }
}
