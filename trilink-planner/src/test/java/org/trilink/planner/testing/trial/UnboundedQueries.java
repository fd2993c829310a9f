/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import static net.jqwik.api.Combinators.combine;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Queries without event time. Their results are changelog streams. */
final class UnboundedQueries {

  private UnboundedQueries() {}

  static Arbitrary<Query> by(Key key) {
    Arbitrary<Source> t = Source.of("t", key);
    Arbitrary<Source> u = Source.of("u", key);
    return Arbitraries.oneOf(
            aggregates(key, t),
            ranks(key, t),
            joins(key, t, u),
            exists(key, t, u, "EXISTS", "NOT EXISTS"))
        .map(sql -> new Query(key, sql));
  }

  /** Queries whose results are inserts only. */
  static Arbitrary<Query> inserts(Key key) {
    return exists(key, Source.of("t", key), Source.of("u", key), "EXISTS")
        .map(sql -> new Query(key, sql));
  }

  static Arbitrary<String> aggregates(Key key, Arbitrary<Source> sources) {
    return combine(sources, Aggregates.overGroups(), Arbitraries.of("", " HAVING COUNT(v) > 1"))
        .as(
            (source, aggregates, having) ->
                "SELECT %1$s, COUNT(*) AS n, %2$s FROM %3$s GROUP BY %1$s%4$s"
                    .formatted(key.list(), aggregates, source.asTable(), having));
  }

  /** Top-N and deduplication. */
  private static Arbitrary<String> ranks(Key key, Arbitrary<Source> sources) {
    return combine(
            sources,
            Arbitraries.of("v, name, ts", "name DESC, ts, v", "ts", "ts DESC"),
            Arbitraries.of("place = 1", "place <= 3"))
        .as((source, order, filter) -> ranked(key, order, source, filter));
  }

  private static String ranked(Key key, String order, Source source, String filter) {
    return ("SELECT %1$s, v, name FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY %1$s ORDER BY"
            + " %2$s) AS place FROM %3$s) WHERE %4$s")
        .formatted(key.list(), order, source.asTable(), filter);
  }

  private static Arbitrary<String> joins(Key key, Arbitrary<Source> left, Arbitrary<Source> right) {
    return combine(
            left,
            Arbitraries.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"),
            right,
            Arbitraries.of("", " AND l.v < r.v"))
        .as(
            (l, kind, r, condition) ->
                // only three rows of a key on one side, as the join would otherwise be large
                "SELECT %s, l.v AS v1, r.v AS v2, l.name FROM %s AS l %s (%s) AS r ON %s%s"
                    .formatted(
                        key.list("l."),
                        l.asTable(),
                        kind,
                        ranked(key, "v, name, ts", r, "place <= 3"),
                        key.equal("l.", "r."),
                        condition));
  }

  private static Arbitrary<String> exists(
      Key key, Arbitrary<Source> left, Arbitrary<Source> right, String... kinds) {
    return combine(left, Arbitraries.of(kinds), right)
        .as(
            (l, exists, r) ->
                "SELECT %s, l.v, l.name FROM %s AS l WHERE %s (SELECT * FROM %s AS r WHERE %s AND r.v > 4)"
                    .formatted(
                        key.list("l."), l.asTable(), exists, r.asTable(), key.equal("l.", "r.")));
  }
}
