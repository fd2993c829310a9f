/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.util.Map;

/**
 * Queries by sensor over a table {@code t} of {@link Readings}; {@code %s} is the placeholder of a
 * hint. All have a filter and a projection between table and operator.
 */
public final class SensorQueries {

  public static final Map<String, String> ALL =
      Map.ofEntries(
          Map.entry(
              "group by",
              "SELECT %s k, COUNT(*) AS c, SUM(v) AS s, COUNT(DISTINCT d) AS ds FROM t"
                  + " WHERE seen(id) GROUP BY k"),
          Map.entry(
              "group by more columns",
              "SELECT %s d + 1 AS e, k, MAX(v) AS m, COUNT(*) AS c FROM t WHERE seen(id)"
                  + " GROUP BY d + 1, k"),
          Map.entry(
              "group by, of texts",
              "SELECT %s k, MAX(UPPER(k) || CAST(v AS STRING)) AS m,"
                  + " FIRST_VALUE('f' || CAST(v AS STRING)) AS f,"
                  + " LAST_VALUE('l' || CAST(v AS STRING)) AS l, LISTAGG(CAST(v AS STRING)) AS g,"
                  + " COUNT(DISTINCT k || CAST(v AS STRING)) AS c FROM t"
                  + " WHERE seen(id) GROUP BY k"),
          Map.entry(
              "tumble, of texts",
              "SELECT %s k, window_start, MAX(UPPER(k) || CAST(v AS STRING)) AS m,"
                  + " LISTAGG(CAST(v AS STRING)) AS g FROM TABLE(TUMBLE("
                  + "(SELECT * FROM t), DESCRIPTOR(ts), INTERVAL '10' SECOND))"
                  + " WHERE seen(id) GROUP BY window_start, window_end, k"),
          Map.entry(
              "tumble",
              "SELECT %s k, window_start, COUNT(*) AS c, SUM(v) AS s FROM TABLE(TUMBLE("
                  + "(SELECT * FROM t), DESCRIPTOR(ts), INTERVAL '10' SECOND))"
                  + " WHERE seen(id) GROUP BY window_start, window_end, k"),
          Map.entry(
              "hop",
              "SELECT %s k, window_start, window_end, MAX(v) AS m FROM TABLE(HOP(TABLE t,"
                  + " DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '15' SECOND))"
                  + " WHERE seen(id) GROUP BY k, window_start, window_end"),
          Map.entry(
              "legacy tumble",
              "SELECT %s k, TUMBLE_START(ts, INTERVAL '10' SECOND) AS b, SUM(v) AS s FROM t"
                  + " WHERE seen(id) GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)"),
          Map.entry(
              "session",
              "SELECT %s k, SESSION_START(ts, INTERVAL '2' SECOND) AS b, COUNT(*) AS c FROM t"
                  + " WHERE seen(id) GROUP BY k, SESSION(ts, INTERVAL '2' SECOND)"),
          Map.entry(
              "over",
              "SELECT %s k, id, SUM(v) OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN"
                  + " INTERVAL '20' SECOND PRECEDING AND CURRENT ROW) AS s FROM t WHERE seen(id)"),
          Map.entry(
              "deduplicate",
              "SELECT k, v, id FROM (SELECT %s *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts"
                  + " DESC) AS n FROM t WHERE seen(id)) WHERE n = 1"),
          Map.entry(
              "top n",
              "SELECT k, v, id FROM (SELECT %s *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v,"
                  + " id) AS n FROM t WHERE seen(id)) WHERE n <= 2"),
          Map.entry(
              "match",
              "SELECT %s * FROM (SELECT * FROM t WHERE seen(id)) MATCH_RECOGNIZE (PARTITION BY k"
                  + " ORDER BY ts MEASURES A.id AS a, B.id AS b AFTER MATCH SKIP PAST LAST ROW"
                  + " PATTERN (A B) DEFINE A AS A.v < 50, B AS B.v >= 50)"));

  private SensorQueries() {}

  public static String sql(String query, String hint) {
    return ALL.get(query).formatted(hint.isEmpty() ? "" : "/*+ TRILINK(" + hint + ") */");
  }
}
