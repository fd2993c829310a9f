/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.smallheap;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.trilink.benchmark.embedded.EmbeddedQuery;
import org.trilink.benchmark.operators.InOrderInput;
import org.trilink.launcher.local.Engine;

/**
 * Four operators in one job, and each record has a new key: whatever they keep of keys in memory is
 * of no use, and fills the heap.
 */
final class NewKeys {

  /** The keys of the input; each has a record in five seconds. */
  private static final int KEYS = 1_000;

  /** A record's key and second make up its new key. */
  private static final String RECORDS =
      """
      CREATE TEMPORARY VIEW records AS
      SELECT k + %d * TIMESTAMPDIFF(SECOND, TIMESTAMP '2020-09-13 00:00:00', ts) AS k, v, ts
      FROM input"""
          .formatted(KEYS);

  /** The order is not said, as nobody knows it of most topics. */
  private static final String EVENT_TIME = "'watermark' = 'key'";

  private static final List<String> PARTS =
      List.of(
          part(
              EVENT_TIME,
              """
              1, k, window_start, COUNT(*)
              FROM TABLE(TUMBLE(TABLE records, DESCRIPTOR(ts), INTERVAL '1' MINUTE))
              GROUP BY k, window_start, window_end"""),
          part(
              EVENT_TIME,
              """
              2, k, window_start, COUNT(*)
              FROM TABLE(HOP(TABLE records, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '5' MINUTE))
              GROUP BY k, window_start, window_end"""),
          part(
              EVENT_TIME,
              """
              3, k, CAST(ts AS TIMESTAMP(3)), COUNT(*) OVER (
                PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL '1' MINUTE PRECEDING AND CURRENT ROW)
              FROM records"""),
          part(
              "'partition' = 'modulo'",
              """
              4, k, CAST(NULL AS TIMESTAMP(3)), COUNT(DISTINCT v)
              FROM records
              GROUP BY k"""));

  private NewKeys() {}

  private static String part(String hint, String sql) {
    return "SELECT /*+ TRILINK(" + hint + ") */ " + sql;
  }

  /** The job as the engine is given it. */
  static EmbeddedQuery of(long rows, Engine engine) {
    Stream<String> parts = PARTS.stream();
    return new EmbeddedQuery(
        engine,
        Map.of(),
        List.of(new InOrderInput(rows, KEYS).ddl("input"), RECORDS),
        (engine == Engine.TRILINK ? parts : parts.map(sql -> sql.replaceFirst("/\\*.*?\\*/ ", "")))
            .collect(Collectors.joining("\nUNION ALL\n")));
  }
}
