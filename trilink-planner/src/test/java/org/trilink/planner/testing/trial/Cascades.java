/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import static net.jqwik.api.Combinators.combine;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Results of operators as sources of other operators with the same key. */
final class Cascades {

  private Cascades() {}

  static Arbitrary<Source> of(Key key, Arbitrary<Source> sources) {
    return Arbitraries.oneOf(
        ofRows(key, sources), windowAggregates(key, sources), windowRanks(key, sources));
  }

  /**
   * Only sources over which window joins can be planned: Flink cannot plan them over windows of
   * windows.
   */
  static Arbitrary<Source> ofRows(Key key, Arbitrary<Source> sources) {
    return Arbitraries.oneOf(groupWindows(key, sources), overAggregates(key, sources));
  }

  private static Arbitrary<Source> windowAggregates(Key key, Arbitrary<Source> sources) {
    return combine(sources, Windows.functions())
        .as(
            (source, window) ->
                query(
                    ("SELECT %1$s, SUM(v) AS v, MAX(name) AS name, window_time AS ts"
                            + " FROM TABLE(%2$s) GROUP BY %1$s, window_start, window_end, window_time")
                        .formatted(key.list(), window.formatted(source.asArgument()))));
  }

  private static Arbitrary<Source> windowRanks(Key key, Arbitrary<Source> sources) {
    return combine(sources, Windows.functions(), WindowRanks.filters())
        .as(
            (source, window, filter) ->
                query(
                    "SELECT %s, v, name, window_time AS ts FROM %s WHERE %s"
                        .formatted(
                            key.list(),
                            WindowRanks.ranked(key, source, window, "v, name"),
                            filter)));
  }

  private static Arbitrary<Source> groupWindows(Key key, Arbitrary<Source> sources) {
    return combine(sources, Windows.groups())
        .as(
            (source, window) ->
                query(
                    ("SELECT %1$s, MAX(v) AS v, MIN(name) AS name, %2$s AS ts FROM %3$s"
                            + " GROUP BY %1$s, %4$s")
                        .formatted(
                            key.list(),
                            window.formatted("_ROWTIME"),
                            source.asTable(),
                            window.formatted(""))));
  }

  private static Arbitrary<Source> overAggregates(Key key, Arbitrary<Source> sources) {
    return sources.map(
        source ->
            query(
                "SELECT %1$s, SUM(v) OVER (PARTITION BY %1$s ORDER BY ts) AS v, name, ts FROM %2$s"
                    .formatted(key.list(), source.asTable())));
  }

  private static Source query(String sql) {
    return new Source("(" + sql + ")");
  }
}
