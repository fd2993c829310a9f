/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A query for each kind of keyed operator. {@code <hint>} is the placeholder of the hint, {@code
 * <key>} that of the key's columns, and {@code <l.r>} that of the equality of the key's columns of
 * two sides.
 */
final class KeyedQueries {

  private static final String TUMBLE =
      "TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))";

  private static final String SIDES =
      "l.v, l.name, r.name, CAST(l.ts AS STRING), CAST(r.ts AS STRING)";

  private static final Map<String, String> QUERIES = new LinkedHashMap<>();

  /** Kinds whose results, or inputs by the same key, are updates, so that their keys stay. */
  private static final Set<String> WITH_UPDATES =
      Set.of(
          "group by",
          "group by in mini-batches",
          "group by, distinct",
          "group by, distinct in two phases",
          "incremental group by",
          "first row",
          "last row in mini-batches",
          "top-n",
          "top-n of changes",
          "outer join",
          "outer join in mini-batches",
          "temporal join");

  static {
    QUERIES.put("tumble in two phases", windows("TUMBLE", "INTERVAL '10' SECOND"));
    QUERIES.put("hop", windows("HOP", "INTERVAL '5' SECOND, INTERVAL '20' SECOND"));
    QUERIES.put(
        "cumulate in one phase", windows("CUMULATE", "INTERVAL '5' SECOND, INTERVAL '20' SECOND"));
    QUERIES.put("tumble in one phase", windows("TUMBLE", "INTERVAL '10' SECOND"));
    QUERIES.put(
        "group by tumble",
        "SELECT <hint> <key>, COUNT(*), MAX(name) FROM t GROUP BY <key>, TUMBLE(ts, INTERVAL '10'"
            + " SECOND)");
    QUERIES.put(
        "group by session",
        "SELECT <hint> <key>, COUNT(*), MAX(name) FROM t GROUP BY <key>, SESSION(ts, INTERVAL '1'"
            + " SECOND)");
    QUERIES.put("group by", groupBy("COUNT(*), SUM(v), MIN(name)"));
    QUERIES.put("group by in mini-batches", groupBy("COUNT(*), SUM(v), MIN(name)"));
    QUERIES.put("group by, distinct in two phases", groupBy("COUNT(*), COUNT(DISTINCT name)"));
    QUERIES.put("incremental group by", groupBy("COUNT(*), COUNT(DISTINCT name)"));
    QUERIES.put(
        "over",
        "SELECT <hint> <key>, name, SUM(v) OVER (PARTITION BY <key> ORDER BY ts ROWS BETWEEN 3"
            + " PRECEDING AND CURRENT ROW) FROM t");
    QUERIES.put(
        "match",
        "SELECT <hint> * FROM t MATCH_RECOGNIZE (PARTITION BY <key> ORDER BY ts MEASURES"
            + " FIRST(A.ts) AS f, LAST(B.name) AS l AFTER MATCH SKIP PAST LAST ROW PATTERN (A B)"
            + " DEFINE A AS A.name > 'name 1', B AS B.name < 'name 3')");
    QUERIES.put("first row", top("v, k, name, ts", "t", "ts", "n = 1"));
    QUERIES.put("last row in mini-batches", top("v, k, name, ts", "t", "ts DESC", "n = 1"));
    QUERIES.put("top-n", top("v, k, name, n", "t", "name, ts", "n <= 3"));
    QUERIES.put(
        "top-n of changes",
        top(
            "v, k, c, n",
            "(SELECT v, k, name, COUNT(*) AS c FROM t GROUP BY v, k, name)",
            "c DESC, name",
            "n <= 2"));
    QUERIES.put(
        "window top-n",
        top("v, k, name, n", TUMBLE, "name, ts", "n <= 2")
            .replace("BY <key> ORDER", "BY <key>, window_start, window_end ORDER"));
    String join = join("(SELECT * FROM t) AS l JOIN <names> AS r ON <l.r>");
    QUERIES.put("join", join);
    String outerJoin =
        join("(SELECT * FROM t) AS l LEFT JOIN <names> AS r ON <l.r> AND l.name < r.name");
    QUERIES.put("outer join", outerJoin);
    QUERIES.put(
        "semi-join",
        "SELECT <hint> l.v, l.k, l.name FROM t AS l WHERE EXISTS (SELECT * FROM t AS r WHERE <l.r>"
            + " AND r.name = 'name 4')");
    QUERIES.put(
        "interval join",
        join("t AS l JOIN t AS r ON <l.r> AND l.ts BETWEEN r.ts - INTERVAL '1' SECOND AND r.ts"));
    QUERIES.put(
        "outer interval join",
        join(
            "t AS l FULL JOIN t AS r ON <l.r> AND l.ts BETWEEN r.ts - INTERVAL '1' SECOND AND"
                + " r.ts AND l.name < r.name"));
    QUERIES.put(
        "window join",
        join(
            "(SELECT * FROM <tumble>) AS l FULL JOIN (SELECT * FROM <tumble>) AS r ON <l.r> AND"
                    .replace("<tumble>", TUMBLE)
                + " l.window_start = r.window_start AND l.window_end = r.window_end AND l.name <"
                + " r.name"));
    QUERIES.put(
        "temporal join",
        "SELECT <hint> l.v, l.name, r.name FROM t AS l LEFT JOIN <versions> FOR SYSTEM_TIME AS OF"
            + " l.ts AS r ON <l.r>");
    QUERIES.put("join in mini-batches", join); // which some versions of Flink have
    QUERIES.put("outer join in mini-batches", outerJoin);
    QUERIES.put("group by, distinct", groupBy("COUNT(*), COUNT(DISTINCT name), MAX(name)"));
  }

  private KeyedQueries() {}

  private static String windows(String function, String sizes) {
    return "SELECT <hint> <key>, window_start, COUNT(*), MAX(name), COUNT(DISTINCT name) FROM TABLE("
        + function
        + "(TABLE t, DESCRIPTOR(ts), "
        + sizes
        + ")) GROUP BY <key>, window_start, window_end";
  }

  private static String groupBy(String aggregates) {
    return "SELECT <hint> <key>, " + aggregates + " FROM t GROUP BY <key>";
  }

  private static String top(String columns, String from, String order, String filter) {
    return "SELECT <hint> "
        + columns
        + " FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY <key> ORDER BY "
        + order
        + ") AS n FROM "
        + from
        + ") WHERE "
        + filter;
  }

  private static String join(String from) {
    return "SELECT <hint> "
        + SIDES
        + " FROM "
        + from.replace("<names>", "(SELECT * FROM t WHERE name = 'name 3' OR name = 'name 1')");
  }

  static Iterable<String> names() {
    return QUERIES.keySet();
  }

  /** The kinds whose keys may be moved. */
  static List<String> namesOfMovable() {
    return QUERIES.keySet().stream().filter(name -> !WITH_UPDATES.contains(name)).toList();
  }

  /**
   * The query.
   *
   * @param hint the options, empty for none
   * @param key columns of t, the first of them v or k
   */
  static String sql(String name, String hint, String... key) {
    StringBuilder equal = new StringBuilder();
    for (String column : key) {
      equal.append(equal.length() == 0 ? "" : " AND ").append("l.%1$s = r.%1$s".formatted(column));
    }
    return QUERIES
        .get(name)
        .replace("<hint>", hint.isEmpty() ? "" : "/*+ TRILINK(" + hint + ") */")
        .replace("<versions>", key[0].equals("k") ? "versions" : "versions_by_v")
        .replace("<l.r>", equal)
        .replace("<key>", String.join(", ", key));
  }

  /** The settings that are needed to get this kind of operator. */
  static Map<String, String> settings(String name) {
    Map<String, String> settings = new LinkedHashMap<>();
    if (name.contains("one phase")) {
      settings.put("table.optimizer.agg-phase-strategy", "ONE_PHASE");
    }
    if (name.contains("mini-batches") || name.startsWith("incremental")) {
      settings.put("table.exec.mini-batch.enabled", "true");
      settings.put("table.exec.mini-batch.allow-latency", "200 ms");
      settings.put("table.exec.mini-batch.size", "50");
    }
    if (name.contains("distinct in two") || name.startsWith("incremental")) {
      settings.put("table.optimizer.distinct-agg.split.enabled", "true");
    }
    return settings;
  }
}
