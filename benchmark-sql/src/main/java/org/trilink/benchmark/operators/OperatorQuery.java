/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.operators;

import java.util.List;
import java.util.Map;
import org.trilink.benchmark.embedded.EmbeddedQuery;
import org.trilink.launcher.local.Engine;

/** A keyed operator, in the smallest query that has it. */
public enum OperatorQuery {
  GROUP_BY_TUMBLE(
      "GROUP BY TUMBLE",
      """
      SELECT HINT k, TUMBLE_START(ts, INTERVAL '1' MINUTE), COUNT(*), MIN(v)
      FROM input
      GROUP BY k, TUMBLE(ts, INTERVAL '1' MINUTE)"""),
  GROUP_BY_HOP(
      "GROUP BY HOP",
      """
      SELECT HINT k, HOP_START(ts, INTERVAL '1' MINUTE, INTERVAL '5' MINUTE), COUNT(*), MIN(v)
      FROM input
      GROUP BY k, HOP(ts, INTERVAL '1' MINUTE, INTERVAL '5' MINUTE)"""),
  GROUP_BY_SESSION(
      "GROUP BY SESSION",
      """
      SELECT HINT k, SESSION_START(ts, INTERVAL '7.001' SECOND(1, 3)), COUNT(*), MIN(v)
      FROM input
      GROUP BY k, SESSION(ts, INTERVAL '7.001' SECOND(1, 3))"""),
  OVER_RANGE(
      "OVER RANGE",
      """
      SELECT HINT k, ts, AVG(v) OVER (
        PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL '1' MINUTE PRECEDING AND CURRENT ROW)
      FROM input"""),
  MATCH_RECOGNIZE(
      "MATCH_RECOGNIZE",
      """
      SELECT HINT *
      FROM input MATCH_RECOGNIZE (
        PARTITION BY k ORDER BY ts
        MEASURES A.ts AS a, C.v AS c
        ONE ROW PER MATCH AFTER MATCH SKIP PAST LAST ROW
        PATTERN (A B C)
        DEFINE A AS A.v < 30, B AS B.v < 50, C AS C.v < 50)"""),
  MATCH_RECOGNIZE_QUANTIFIED(
      "MATCH_RECOGNIZE, L{2} R",
      """
      SELECT HINT *
      FROM input MATCH_RECOGNIZE (
        PARTITION BY k ORDER BY ts
        MEASURES FIRST(L.ts) AS since, R.ts AS recovered
        ONE ROW PER MATCH AFTER MATCH SKIP PAST LAST ROW
        PATTERN (L{2} R)
        DEFINE L AS L.v < 50, R AS R.v >= 50)"""),
  TVF_TUMBLE(
      "window TVF TUMBLE",
      """
      SELECT HINT k, window_start, COUNT(*), MIN(v)
      FROM TABLE(TUMBLE(TABLE input, DESCRIPTOR(ts), INTERVAL '1' MINUTE))
      GROUP BY k, window_start, window_end"""),
  WINDOW_TOP_N(
      "window Top-N",
      """
      SELECT k, window_start, v, ts, n
      FROM (
        SELECT HINT *, ROW_NUMBER() OVER (
          PARTITION BY k, window_start, window_end ORDER BY v DESC, ts) AS n
        FROM TABLE(TUMBLE(TABLE input, DESCRIPTOR(ts), INTERVAL '1' MINUTE)))
      WHERE n <= 3"""),
  INTERVAL_JOIN(
      "interval join",
      """
      SELECT HINT a.k, a.ts, CAST(b.ts AS TIMESTAMP(3)), b.v
      FROM input a, input b
      WHERE a.k = b.k AND b.ts BETWEEN a.ts - INTERVAL '10' SECOND AND a.ts"""),
  DEDUPLICATION(
      "deduplication",
      """
      SELECT k, v, ts
      FROM (SELECT HINT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts) AS n FROM input)
      WHERE n = 1"""),
  GROUP_BY_LEAST_KEY(
      "GROUP BY with least-key",
      """
      SELECT HINT k, COUNT(*), MIN(v)
      FROM input
      GROUP BY k""",
      "'partition' = 'least-key'");

  /** The value of {@code watermark.order} that is true of the input. */
  static final String BY_KEY = "by-key";

  /** The table that they read. */
  private static final String INPUT = "input";

  private static final String KEY_WATERMARKS = "'watermark' = 'key', 'watermark.order' = '%s'";

  private final String label;
  private final String sql;
  private final String hint;

  /**
   * @param sql with HINT in the place of the hint
   */
  OperatorQuery(String label, String sql) {
    this(label, sql, KEY_WATERMARKS);
  }

  OperatorQuery(String label, String sql, String hint) {
    this.label = label;
    this.sql = sql;
    this.hint = hint;
  }

  private String sql(Engine engine, String order) {
    return switch (engine) {
      case FLINK -> sql.replace("HINT ", "");
      case TRILINK -> sql.replace("HINT", "/*+ TRILINK(" + hint.formatted(order) + ") */");
    };
  }

  /** The query as the engine is given it, over an input whose keys are said to be in order. */
  public EmbeddedQuery over(InOrderInput input, Engine engine) {
    return over(input, engine, BY_KEY);
  }

  /**
   * The query as the engine is given it, over an input.
   *
   * @param order a value of {@code watermark.order}
   */
  EmbeddedQuery over(InOrderInput input, Engine engine, String order) {
    return new EmbeddedQuery(engine, Map.of(), List.of(input.ddl(INPUT)), sql(engine, order));
  }

  /** Whether keys have their own event time, for which the order of their records matters. */
  boolean hasKeyWatermarks() {
    return hint.equals(KEY_WATERMARKS) && this != DEDUPLICATION;
  }

  /** The coordinate's value. */
  @Override
  public String toString() {
    return label;
  }
}
