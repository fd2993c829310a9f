/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import static net.jqwik.api.Combinators.combine;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;

/** Queries that join the sources t and u, or t with itself, by the key. */
final class Joins {

  private static final String SIDES =
      "l.v AS v1, r.v AS v2, l.name AS name1, r.name AS name2, CAST(l.ts AS TIMESTAMP(3)) AS ts1,"
          + " CAST(r.ts AS TIMESTAMP(3)) AS ts2, l.v + r.v AS n";

  private Joins() {}

  static Arbitrary<String> intervalJoins(Key key, Arbitrary<Source> left, Arbitrary<Source> right) {
    return combine(
            left,
            kinds(),
            right,
            Arbitraries.integers().between(-10, 10),
            Arbitraries.integers().between(0, 12),
            conditions())
        .as(
            (l, kind, r, lower, length, condition) ->
                "SELECT %s, %s FROM %s AS l %s %s AS r ON %s"
                        .formatted(
                            key.list("l."),
                            SIDES,
                            l.asTable(),
                            kind,
                            r.asTable(),
                            key.equal("l.", "r."))
                    + " AND l.ts BETWEEN r.ts + INTERVAL '%d' SECOND AND r.ts + INTERVAL '%d' SECOND"
                        .formatted(lower, lower + length)
                    + condition);
  }

  static Arbitrary<String> windowJoins(Key key, Arbitrary<Source> left, Arbitrary<Source> right) {
    return combine(sides(key, left, right), kinds(), conditions())
        .as(
            (sides, kind, condition) ->
                "SELECT %s, l.window_start AS start1, r.window_end AS end2, %s"
                        .formatted(key.list("l."), SIDES)
                    + " FROM %s AS l %s %s AS r ON %s%s"
                        .formatted(sides.get1(), kind, sides.get2(), sameWindow(key), condition));
  }

  /**
   * Semi- and anti-joins. Flink cannot plan them with a condition besides the equality of columns.
   */
  static Arbitrary<String> windowExists(Key key, Arbitrary<Source> left, Arbitrary<Source> right) {
    return combine(sides(key, left, right), Arbitraries.of("EXISTS", "NOT EXISTS"))
        .as(
            (sides, exists) ->
                "SELECT %s, l.window_start AS start1, l.name, CAST(l.ts AS TIMESTAMP(3)) AS ts1,"
                        .formatted(key.list("l."))
                    + " l.v AS n FROM %s AS l WHERE %s (SELECT * FROM %s AS r WHERE %s)"
                        .formatted(sides.get1(), exists, sides.get2(), sameWindow(key)));
  }

  /**
   * Both sides in the same windows: rows of both or, as Flink cannot plan a mixture, sums of both.
   */
  private static Arbitrary<Tuple2<String, String>> sides(
      Key key, Arbitrary<Source> left, Arbitrary<Source> right) {
    Arbitrary<String> formats =
        Arbitraries.of(
            "(SELECT * FROM TABLE(%2$s))",
            "(SELECT %1$s, window_start, window_end, window_time AS ts, SUM(v) AS v,"
                + " MAX(name) AS name FROM TABLE(%2$s)"
                + " GROUP BY %1$s, window_start, window_end, window_time)");
    return combine(left, right, formats, Windows.functions())
        .as(
            (l, r, format, window) ->
                Tuple.of(
                    format.formatted(key.list(), window.formatted(l.asArgument())),
                    format.formatted(key.list(), window.formatted(r.asArgument()))));
  }

  private static String sameWindow(Key key) {
    return key.equal("l.", "r.")
        + " AND l.window_start = r.window_start AND l.window_end = r.window_end";
  }

  /** Temporal joins with the version of u's row at the time of the left row. */
  static Arbitrary<String> temporalJoins(Key key, Arbitrary<Source> left) {
    return combine(left, Arbitraries.of("JOIN", "LEFT JOIN"), conditions())
        .as(
            (l, kind, condition) ->
                "SELECT %s, %s FROM %s AS l %s versions FOR SYSTEM_TIME AS OF l.ts AS r ON %s%s"
                    .formatted(
                        key.list("l."),
                        SIDES,
                        l.asTable(),
                        kind,
                        key.equal("l.", "r."),
                        condition));
  }

  private static Arbitrary<String> kinds() {
    return Arbitraries.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN");
  }

  private static Arbitrary<String> conditions() {
    return Arbitraries.of("", " AND l.v < r.v", " AND l.name <> r.name");
  }
}
