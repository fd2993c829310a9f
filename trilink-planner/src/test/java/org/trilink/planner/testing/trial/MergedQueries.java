/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import static net.jqwik.api.Combinators.combine;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Queries over t whose records can be merged before the exchange. */
final class MergedQueries {

  private MergedQueries() {}

  /** Aggregates over event-time windows. */
  static Arbitrary<String> windowed(Key key) {
    Arbitrary<Source> sources = Source.of("t", key);
    return withUserDefinedFunctions(
        Arbitraries.oneOf(
            Queries.windowAggregates(key, sources),
            Queries.groupWindows(key, sources).filter(sql -> !sql.contains("SESSION"))));
  }

  /** Without windows. */
  static Arbitrary<String> unbounded(Key key) {
    Arbitrary<Source> sources = Source.of("t", key);
    return withUserDefinedFunctions(
        Arbitraries.oneOf(
            UnboundedQueries.aggregates(key, sources),
            sources.map(
                source -> "SELECT DISTINCT %s FROM %s".formatted(key.list(), source.asTable()))));
  }

  /** Aggregates without GROUP BY columns. */
  static Arbitrary<String> withoutKeys(Key key) {
    Arbitrary<Source> sources = Source.of("t", key);
    return withUserDefinedFunctions(
        Arbitraries.oneOf(
            combine(sources, Aggregates.overGroups())
                .as(
                    (source, aggregates) ->
                        "SELECT COUNT(*) AS n, %s FROM %s".formatted(aggregates, source.asTable())),
            combine(sources, Windows.functions(), Aggregates.overGroups())
                .as(
                    (source, window, aggregates) ->
                        ("SELECT window_start, window_end, COUNT(*) AS n, %s FROM TABLE(%s)"
                                + " GROUP BY window_start, window_end")
                            .formatted(aggregates, window.formatted(source.asArgument())))));
  }

  private static Arbitrary<String> withUserDefinedFunctions(Arbitrary<String> queries) {
    return combine(queries, Arbitraries.of("MAX(v)", "widest(v)"))
        .as((sql, greatest) -> sql.replace("MAX(v)", greatest));
  }
}
