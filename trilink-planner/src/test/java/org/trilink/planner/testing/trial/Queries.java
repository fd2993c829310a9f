/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import static net.jqwik.api.Combinators.combine;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;

/**
 * The grammar of the queries: each method returns queries over the source, all with a number n
 * among their columns. A new operator is a new method, and a line in {@link #over}.
 */
final class Queries {

  private Queries() {}

  /** Queries by the key, with and without a filter or a computed column above them. */
  static Arbitrary<Query> by(Key key) {
    return by(key, over(key, Queries::sources, Queries::windowless));
  }

  /** Queries as {@link #by(Key)} draws them, without operators over the results of others. */
  static Arbitrary<Query> withoutCascades(Key key) {
    return by(
        key,
        over(key, Source::of, Source::of)
            .filter(sql -> !sql.contains("window_time AS ts")) // joins of windows' sums
            .filter(sql -> !sql.contains(" versions "))); // updates, which a move can reorder
  }

  private static Arbitrary<Query> by(Key key, Arbitrary<String> operators) {
    Arbitrary<String> above =
        Arbitraries.of(
            "%s",
            "SELECT * FROM (%s) WHERE n > 1",
            "SELECT n * 2 AS m, q.* FROM (%s) AS q",
            "SELECT n FROM (%s)");
    return combine(operators, above)
        .filter(Queries::canBePlanned)
        .as((sql, format) -> new Query(key, format.formatted(sql)));
  }

  /** Flink cannot plan a window aggregate one of whose calls with FILTER is not used above. */
  private static boolean canBePlanned(String sql, String above) {
    return !sql.contains("FILTER") || !above.startsWith("SELECT n FROM");
  }

  /** Operators over some sources, and window joins over others. */
  private static Arbitrary<String> over(Key key, Sources sources, Sources ofJoins) {
    Arbitrary<Source> t = sources.of("t", key);
    Key sorted = key.inTableOrder();
    return Arbitraries.oneOf(
        windowAggregates(key, t),
        groupWindows(key, t),
        overAggregates(key, t),
        matches(sorted, sources.of("t", sorted)),
        WindowRanks.of(key, t),
        Joins.intervalJoins(key, t, sources.of("u", key)),
        Joins.windowJoins(key, ofJoins.of("t", key), ofJoins.of("u", key)),
        Joins.windowExists(key, ofJoins.of("t", key), ofJoins.of("u", key)),
        Joins.temporalJoins(key, t));
  }

  /** Draws the sources that operators by a key may read of a table. */
  private interface Sources {
    Arbitrary<Source> of(String table, Key key);
  }

  /** The table's rows, or the results of another operator over them. */
  private static Arbitrary<Source> sources(String table, Key key) {
    Arbitrary<Source> rows = Source.of(table, key);
    return Arbitraries.frequencyOf(Tuple.of(3, rows), Tuple.of(1, Cascades.of(key, rows)));
  }

  private static Arbitrary<Source> windowless(String table, Key key) {
    Arbitrary<Source> rows = Source.of(table, key);
    return Arbitraries.frequencyOf(Tuple.of(3, rows), Tuple.of(1, Cascades.ofRows(key, rows)));
  }

  /** Aggregates over a window table-valued function. */
  static Arbitrary<String> windowAggregates(Key key, Arbitrary<Source> sources) {
    return combine(
            sources,
            Windows.functions(),
            Aggregates.overGroups(),
            Arbitraries.of("", ", window_time"),
            Arbitraries.of("", " HAVING COUNT(v) > 1"))
        .as(
            (source, window, aggregates, time, having) ->
                "SELECT %1$s, window_start, window_end%2$s, COUNT(*) AS n, %3$s FROM TABLE(%4$s)"
                        .formatted(
                            key.list(), time, aggregates, window.formatted(source.asArgument()))
                    + " GROUP BY %s, window_start, window_end%s%s"
                        .formatted(key.list(), time, having));
  }

  /** The older GROUP BY TUMBLE(...), HOP and SESSION. */
  static Arbitrary<String> groupWindows(Key key, Arbitrary<Source> sources) {
    return combine(sources, Windows.groups(), Aggregates.overGroups())
        .as(
            (source, window, aggregates) ->
                "SELECT %s, %s AS s, %s AS e, COUNT(*) AS n, %s FROM %s GROUP BY %s, %s"
                    .formatted(
                        key.list(),
                        window.formatted("_START"),
                        window.formatted("_END"),
                        aggregates,
                        source.asTable(),
                        key.list(),
                        window.formatted("")));
  }

  static Arbitrary<String> overAggregates(Key key, Arbitrary<Source> sources) {
    Arbitrary<String> frames =
        Arbitraries.oneOf(
            Arbitraries.of("", "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"),
            Arbitraries.integers()
                .between(1, 40)
                .map("RANGE BETWEEN INTERVAL '%d' SECOND PRECEDING AND CURRENT ROW"::formatted),
            Arbitraries.integers()
                .between(1, 9)
                .map("ROWS BETWEEN %d PRECEDING AND CURRENT ROW"::formatted));
    return combine(sources, Aggregates.overFrames(), frames)
        .as(
            (source, aggregates, frame) ->
                "SELECT %1$s, ts, v, name, COUNT(*) OVER w AS n, %2$s FROM %3$s WINDOW w AS"
                        .formatted(key.list(), aggregates, source.asTable())
                    + " (PARTITION BY %s ORDER BY ts %s)".formatted(key.list(), frame));
  }

  /** The key's columns must be in the order of its source: otherwise Flink mixes up their types. */
  static Arbitrary<String> matches(Key key, Arbitrary<Source> sources) {
    Arbitrary<String> skips =
        Arbitraries.of("PAST LAST ROW", "TO NEXT ROW", "TO FIRST B", "TO LAST B", "TO LAST C");
    Arbitrary<String> patterns =
        Arbitraries.of("A B C", "A B+ C", "A B+? C", "A B{1,3} C", "A X? B C", "A X* B+ C");
    Arbitrary<String> withins =
        Arbitraries.integers().between(1, 30).injectNull(0.5).map(Queries::within);
    Map<String, List<String>> conditions =
        Map.of(
            "A", List.of("A.v < 3", "A.v IS NULL", "TRUE"),
            "B", List.of("B.v >= 3", "B.v > LAST(A.v, 0)", "B.v >= LAST(B.v, 1) OR B.v > 4"),
            "C", List.of("C.v < 3", "C.name <> 'x'", "C.v > AVG(B.v)"));
    return combine(
            sources,
            skips,
            patterns,
            withins,
            Arbitraries.of(conditions.get("A")),
            Arbitraries.of(conditions.get("B")),
            Arbitraries.of(conditions.get("C")))
        .as(
            (source, skip, pattern, within, a, b, c) ->
                "SELECT %s, f, l, n, s FROM %s MATCH_RECOGNIZE (PARTITION BY %s ORDER BY ts"
                        .formatted(key.list(), source.asTable(), key.list())
                    + " MEASURES FIRST(A.ts) AS f, MATCH_ROWTIME() AS l, COUNT(B.v) AS n,"
                    + " SUM(B.v) AS s AFTER MATCH SKIP %s PATTERN (%s) %s"
                        .formatted(skip, pattern, within)
                    + " DEFINE A AS %s, B AS %s, C AS %s, X AS X.v = 5)".formatted(a, b, c));
  }

  private static String within(Integer seconds) {
    return seconds == null ? "" : "WITHIN INTERVAL '%d' SECOND".formatted(seconds);
  }
}
