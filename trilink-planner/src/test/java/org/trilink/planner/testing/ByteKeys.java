/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.types.Row;

/**
 * Queries with keys whose bytes are easily changed on their way: keys are the same if their bytes
 * are, and the subtask of a key is found by these.
 */
public final class ByteKeys {

  private ByteKeys() {}

  /** Expressions of the keys. */
  public static Stream<String> keys() {
    return Stream.of(
        "d / d", // NaN, of which there are several
        "f / f",
        "-d", // -0.0
        "-f",
        "ROW(v, nan)",
        "ROW(v, neg)",
        "ROW(v, amount)", // NULL, for which there are 16 bytes
        "amount",
        "CAST(amount AS DECIMAL(34, 9))",
        "CAST(v AS CHAR(4))",
        "CAST(ts AS TIMESTAMP(9))",
        "CAST(NULLIF(ts, ts) AS TIMESTAMP(9))",
        "b",
        "CAST(name AS BYTES)",
        "CAST(name AS VARBINARY(3))",
        "ROW(v, b)",
        "ROW(CAST(name AS BYTES), ROW(b, v))",
        "ARRAY[b, x'ff']",
        "ARRAY[d / d, -d]",
        "MAP[v, b]",
        "AS_RAW(v)",
        "ROW(r, b)",
        "ARRAY[AS_RAW(v)]");
  }

  /** The keys that stock Flink plans in windows, which are all but rows. */
  public static Stream<String> keysOfWindows() {
    return keys().filter(key -> !key.startsWith("ROW"));
  }

  /** Ten rows of each key, in order. */
  public static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      rows.add(Row.of("a", i % 6, "n" + i % 4, LocalDateTime.of(2024, 1, 1, 0, 0, i / 10)));
    }
    return rows;
  }

  /** A GROUP BY of the key. */
  public static String groupBy(String key, String hint) {
    return "SELECT %s COUNT(*) AS c, MIN(v) AS m FROM (%s) GROUP BY g"
        .formatted(hint, withKey(key));
  }

  /** A GROUP BY of the key and windows. */
  public static String windows(String key, String hint) {
    return "SELECT %s COUNT(*) AS c, MIN(v) AS m FROM TABLE(TUMBLE((%s), DESCRIPTOR(ts),"
            .formatted(hint, withKey(key))
        + " INTERVAL '1' MINUTE)) GROUP BY g, window_start, window_end";
  }

  /** A GROUP BY of multisets, which are those of windows. */
  public static String multisets(String hint) {
    return "SELECT %s COUNT(*) AS c FROM (SELECT COLLECT(name) AS g FROM TABLE(TUMBLE(TABLE t,"
            .formatted(hint)
        + " DESCRIPTOR(ts), INTERVAL '1' SECOND)) GROUP BY k, window_start, window_end) GROUP BY g";
  }

  private static String withKey(String key) {
    return """
        SELECT v, ts, %s AS g FROM (
          SELECT v, ts, name, b, d, f, d / d AS nan, -d AS neg, amount, AS_RAW(v) AS r FROM (
            SELECT v, ts, name, CAST(v AS DOUBLE) AS d, CAST(v AS FLOAT) AS f,
              CASE WHEN v > 3 THEN x'0001' ELSE x'fffe' END AS b,
              CAST(NULLIF(v, 0) AS DECIMAL(30, 5)) AS amount
            FROM t))"""
        .formatted(key);
  }

  /** Asserts that the result of a query with a hint is that of stock Flink, on three subtasks. */
  public static void assertLikeStock(String query) throws Exception {
    List<String> trilink = new SqlJob(rows()).withTrilink().withParallelism(3).run(query);
    List<String> stock = new SqlJob(rows()).withParallelism(3).run(query);

    assertThat(Changelog.materialize(trilink))
        .hasSizeGreaterThan(0)
        .containsExactlyInAnyOrderElementsOf(Changelog.materialize(stock));
  }
}
