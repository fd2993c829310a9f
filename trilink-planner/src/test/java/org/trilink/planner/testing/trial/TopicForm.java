/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

/** A query on a topic, with k, a time w and the bits of records for the first columns. */
enum TopicForm {
  TUMBLE(
      Result.WINDOW,
      "SELECT k, window_start AS w, SUM(b) AS bits FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts),"
          + " INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end"),
  HOP(
      Result.WINDOW,
      "SELECT k, window_start AS w, SUM(b) AS bits FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts),"
          + " INTERVAL '5' SECOND, INTERVAL '20' SECOND)) GROUP BY k, window_start, window_end"),
  CUMULATE(
      Result.WINDOW,
      "SELECT k, window_end AS w, SUM(b) AS bits FROM TABLE(CUMULATE(TABLE t, DESCRIPTOR(ts),"
          + " INTERVAL '5' SECOND, INTERVAL '20' SECOND)) GROUP BY k, window_start, window_end"),
  GROUP_BY_TUMBLE(
      Result.WINDOW,
      "SELECT k, TUMBLE_START(ts, INTERVAL '10' SECOND) AS w, SUM(b) AS bits FROM t GROUP BY k,"
          + " TUMBLE(ts, INTERVAL '10' SECOND)"),
  GROUP_BY_SESSION(
      Result.SESSION,
      "SELECT k, SESSION_START(ts, INTERVAL '7' SECOND) AS w, SUM(b) AS bits FROM t GROUP BY k,"
          + " SESSION(ts, INTERVAL '7' SECOND)"),
  OVER(
      Result.RECORD,
      "SELECT k, ts AS w, b AS bits, COUNT(*) OVER (PARTITION BY k ORDER BY ts) AS n FROM t"),
  OVER_ROWS(
      Result.RECORD,
      "SELECT k, ts AS w, b AS bits, SUM(b) OVER (PARTITION BY k ORDER BY ts ROWS BETWEEN 2"
          + " PRECEDING AND CURRENT ROW) AS n FROM t"),
  OVER_RANGE(
      Result.RECORD,
      "SELECT k, ts AS w, b AS bits, SUM(b) OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN"
          + " INTERVAL '5' SECOND PRECEDING AND CURRENT ROW) AS n FROM t"),
  TOP_N(
      Result.RECORD,
      "SELECT k, window_start AS w, b AS bits FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY"
          + " k, window_start, window_end ORDER BY b) AS n FROM TABLE(TUMBLE(TABLE t,"
          + " DESCRIPTOR(ts), INTERVAL '10' SECOND))) WHERE n < 100"),
  DEDUPLICATION(
      Result.LATEST_OF_WINDOW,
      "SELECT k, window_start AS w, b AS bits FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY"
          + " k, window_start, window_end ORDER BY ts DESC) AS n FROM TABLE(TUMBLE(TABLE t,"
          + " DESCRIPTOR(ts), INTERVAL '10' SECOND))) WHERE n = 1"),
  MATCH(
      Result.RECORD,
      "SELECT k, w, bits FROM t MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES A.ts AS w,"
          + " A.b AS bits PATTERN (A) DEFINE A AS TRUE)"),
  WINDOW_JOIN(
      Result.RECORD,
      "SELECT l.k, l.window_start AS w, l.b AS bits FROM (SELECT * FROM TABLE(TUMBLE(TABLE t,"
          + " DESCRIPTOR(ts), INTERVAL '10' SECOND))) l JOIN (SELECT * FROM TABLE(TUMBLE(TABLE t,"
          + " DESCRIPTOR(ts), INTERVAL '10' SECOND))) r ON l.k = r.k AND l.window_start ="
          + " r.window_start AND l.window_end = r.window_end AND l.b - r.b = 0"),
  INTERVAL_JOIN(
      Result.RECORD,
      "SELECT l.k, l.ts AS w, l.b AS bits FROM t l JOIN t r ON l.k = r.k AND r.ts BETWEEN"
          + " l.ts - INTERVAL '5' SECOND AND l.ts + INTERVAL '5' SECOND AND l.b - r.b = 0"),
  TEMPORAL_JOIN(
      Result.RECORD,
      "SELECT t.k, t.ts AS w, t.b AS bits FROM t LEFT JOIN v FOR SYSTEM_TIME AS OF t.ts ON t.k ="
          + " v.k"),
  CASCADE(
      Result.WINDOW,
      "SELECT k, window_start AS w, SUM(bits) AS bits FROM TABLE(TUMBLE((SELECT k, SUM(b) AS"
          + " bits, window_time AS wt FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '5'"
          + " SECOND)) GROUP BY k, window_start, window_end, window_time), DESCRIPTOR(wt),"
          + " INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end");

  /** The view v: the versions of each key's row. */
  static final String VERSIONS =
      "SELECT k, ts, b FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS n"
          + " FROM t) WHERE n = 1";

  /** The records of which a row of the results is made. */
  enum Result {
    /** One record; it must not come twice. */
    RECORD,
    /** All records of a window of a key, which must not come twice. */
    WINDOW,
    /** The records of a session, which may be several where a late one would have merged them. */
    SESSION,
    /** The latest record of a window of ten seconds of a key; the others do not show. */
    LATEST_OF_WINDOW
  }

  private final Result result;
  private final String sql;

  TopicForm(Result result, String sql) {
    this.result = result;
    this.sql = sql;
  }

  String sql() {
    return sql;
  }

  Result result() {
    return result;
  }

  /** Whether 'exchange'='local-merge' is possible. */
  boolean merges() {
    return this == TUMBLE || this == HOP || this == CUMULATE || this == GROUP_BY_TUMBLE;
  }

  /** Whether each record is in one window of ten seconds, and the results are its sums. */
  boolean tumbles() {
    return this == TUMBLE || this == GROUP_BY_TUMBLE;
  }

  /** Whether keys may move: not those of the deduplication, nor below an operator on results. */
  boolean canMove() {
    return this != TEMPORAL_JOIN && this != CASCADE;
  }

  /**
   * Whether stock Flink forgets a key that falls silent, and then takes rows of it that are behind
   * those that it has emitted.
   */
  boolean forgetsKeys() {
    return this == OVER_RANGE;
  }

  /** Whether the topic is read into two inputs of an operator, each at a speed of its own. */
  boolean isJoin() {
    return this == WINDOW_JOIN || this == INTERVAL_JOIN || this == TEMPORAL_JOIN;
  }
}
