/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.flink.RefusedForms;
import org.trilink.planner.testing.ExpectedResults;
import org.trilink.planner.testing.KeysApart;
import org.trilink.planner.testing.SqlJob;
import org.trilink.runtime.testing.Combinations;

/**
 * Flink's own operators with a watermark per key, run as jobs over keys that are minutes apart.
 * What they must yield is what stock Flink yields for each key alone.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class KeyWatermarkOperatorTest {

  private static final String SELECT = "SELECT /*+ TRILINK('watermark'='key') */ k, ";

  private static final String TUMBLE =
      "TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))";

  /** With at most one time column, as the result of a job cannot have more. */
  private static final String SELF_JOIN =
      SELECT.replace(" k, ", " ")
          + "a.k, a.v, a.name, CAST(a.ts AS STRING), b.v, b.name, CAST(b.ts AS STRING) ";

  /** The number of runs of stock Flink at most, until it loses something. */
  private static final int RUNS = 20;

  private static final Map<String, String> QUERIES = new LinkedHashMap<>();

  static {
    QUERIES.put("tumble", groupBy("TUMBLE", "INTERVAL '10' SECOND"));
    QUERIES.put("hop", groupBy("HOP", "INTERVAL '5' SECOND, INTERVAL '20' SECOND"));
    QUERIES.put("session", groupBy("SESSION", "INTERVAL '1' SECOND"));
    QUERIES.put("unbounded range", over(""));
    QUERIES.put(
        "bounded range", over("RANGE BETWEEN INTERVAL '5' SECOND PRECEDING AND CURRENT ROW"));
    QUERIES.put("unbounded rows", over("ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"));
    QUERIES.put("bounded rows", over("ROWS BETWEEN 3 PRECEDING AND CURRENT ROW"));
    QUERIES.put("match", match(""));
    QUERIES.put("window top-n", top("k, v, name, ts, n", TUMBLE, "v, ts", "n <= 2"));
    QUERIES.put(
        "window top-n without the time",
        top(
            "k, v, name, n",
            "(SELECT k, v, name, window_start, window_end FROM "
                + TUMBLE
                    .replace("TUMBLE(", "HOP(")
                    .replace("INTERVAL", "INTERVAL '5' SECOND, INTERVAL")
                + ")",
            "v, name",
            "n <= 2"));
    if (!RefusedForms.NAMES.contains("DEDUPLICATION")) {
      QUERIES.put("window deduplication", top("k, v, name, ts", TUMBLE, "ts DESC", "n = 1"));
    }
    QUERIES.put("interval join", intervalJoin("JOIN"));
    QUERIES.put("outer interval join", intervalJoin("FULL JOIN"));
    QUERIES.put("window join", windowJoin("JOIN"));
    QUERIES.put("outer window join", windowJoin("LEFT JOIN"));
    QUERIES.put("temporal join", temporalJoin("JOIN"));
    QUERIES.put("outer temporal join", temporalJoin("LEFT JOIN"));
    QUERIES.put("match within a time", match("WITHIN INTERVAL '4' SECOND"));
  }

  private final List<List<Row>> rowsByKey = KeysApart.generate(23).byKey();
  private final List<Row> interleaved = KeysApart.generate(23).interleaved();
  private final ExpectedResults expected = new ExpectedResults();

  private static String groupBy(String window, String sizes) {
    return SELECT
        + "%1$s_START(ts, %2$s), %1$s_END(ts, %2$s), %1$s_ROWTIME(ts, %2$s), COUNT(*), SUM(v),"
            .formatted(window, sizes)
        + " MAX(name), COUNT(DISTINCT v) FROM t GROUP BY k, %s(ts, %s)".formatted(window, sizes);
  }

  private static String over(String frame) {
    return SELECT
        + "ts, v, SUM(v) OVER w, COUNT(DISTINCT v) OVER w, MAX(name) OVER w FROM t"
        + " WINDOW w AS (PARTITION BY k ORDER BY ts "
        + frame
        + ")";
  }

  private static String match(String within) {
    return SELECT
        + "f, l, s FROM t MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts"
        + " MEASURES FIRST(A.ts) AS f, MATCH_ROWTIME() AS l, SUM(B.v) AS s"
        + " AFTER MATCH SKIP PAST LAST ROW PATTERN (A B+ C) "
        + within
        + " DEFINE A AS A.v < 3, B AS B.v >= 3, C AS C.v < 3)";
  }

  private static String top(String columns, String from, String order, String filter) {
    return "SELECT /*+ TRILINK('watermark'='key') */ "
        + columns
        + " FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k, window_start, window_end ORDER BY "
        + order
        + ") AS n FROM "
        + from
        + ") WHERE "
        + filter;
  }

  private static String intervalJoin(String join) {
    return SELF_JOIN
        + "FROM t AS a "
        + join
        + " t AS b ON a.k = b.k AND b.ts BETWEEN a.ts - INTERVAL '1' SECOND AND a.ts + INTERVAL '2'"
        + " SECOND AND a.v < b.v";
  }

  private static String windowJoin(String join) {
    String windows = "(SELECT * FROM " + TUMBLE + ")";
    return SELF_JOIN
        + ("FROM %s AS a %s %s AS b ON a.k = b.k AND a.window_start = b.window_start"
                + " AND a.window_end = b.window_end AND a.v < b.v")
            .formatted(windows, join, windows);
  }

  private static String temporalJoin(String join) {
    return SELF_JOIN
        + "FROM t AS a "
        + join
        + " versions FOR SYSTEM_TIME AS OF a.ts AS b ON a.k = b.k AND a.v < b.v";
  }

  /** In each build every second query on the heap, and the others on RocksDB. */
  static Stream<Arguments> queriesAndBackends() {
    return queriesOn(true);
  }

  /** Queries that run on RocksDB without a savepoint do so on the heap with one. */
  static Stream<Arguments> queriesAndOtherBackends() {
    return queriesOn(false);
  }

  private static Stream<Arguments> queriesOn(boolean firstRocksDb) {
    List<Arguments> jobs = new ArrayList<>();
    boolean first = firstRocksDb;
    for (String query : QUERIES.keySet()) {
      first = !first;
      for (boolean rocksDb : new boolean[] {false, true}) {
        if (Combinations.runs(rocksDb == first)) {
          jobs.add(Arguments.of(query, rocksDb));
        }
      }
    }
    return jobs.stream();
  }

  static Stream<String> queries() {
    return QUERIES.keySet().stream();
  }

  /**
   * All queries except OVER with a bounded frame, which drops by the key's own last result, also in
   * stock Flink.
   */
  static Stream<String> queriesThatDropByWatermark() {
    return queries().filter(query -> !query.startsWith("bounded"));
  }

  @ParameterizedTest(name = "{0}, RocksDB: {1}")
  @MethodSource("queriesAndBackends")
  void yieldsForEveryKeyWhatStockFlinkYieldsForThatKeyAlone(String query, boolean rocksDb)
      throws Exception {
    List<String> actual =
        new SqlJob(interleaved)
            .withTrilink()
            .withParallelism(2)
            .onRocksDb(rocksDb)
            .run(QUERIES.get(query));

    assertThat(actual).containsExactlyInAnyOrderElementsOf(expected(query));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("queriesThatDropByWatermark")
  void losesNothingWhereStockFlinkDropsTheRecordsOfLateKeys(String query) throws Exception {
    List<String> lost = List.of();
    for (int run = 0; run < RUNS && lost.isEmpty(); run++) { // which input of a join comes first?
      lost = new ArrayList<>(expected(query));
      new SqlJob(interleaved).withParallelism(2).run(QUERIES.get(query)).forEach(lost::remove);
    }

    assertThat(lost).isNotEmpty(); // a join may yield wrong rows instead of the right ones
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("queries")
  void yieldsTheSameWithinABoundThatNoKeyExceeds(String query) throws Exception {
    String sql = QUERIES.get(query).replace("'key'", "'key', 'watermark.max-skew' = '10 min'");

    assertThat(new SqlJob(interleaved).withTrilink().run(sql))
        .containsExactlyInAnyOrderElementsOf(expected(query));
  }

  @ParameterizedTest(name = "{0}, RocksDB: {1}")
  @MethodSource("queriesAndOtherBackends")
  void goesOnFromASavepointAtAnotherParallelism(
      String query, boolean rocksDb, @TempDir Path savepoints) throws Exception {
    String sql = QUERIES.get(query);
    SqlJob job = new SqlJob(interleaved).withTrilink().onRocksDb(rocksDb);
    SqlJob.Stopped stopped =
        job.withParallelism(2).runUntil(sql, interleaved.size() / 2, savepoints);
    List<String> all = new ArrayList<>(stopped.results());
    int before = all.size();
    all.addAll(job.withParallelism(3).resume(sql, stopped.savepoint()));

    assertThat(before).isBetween(1, expected(query).size() - 1);
    assertThat(all).containsExactlyInAnyOrderElementsOf(expected(query));
  }

  /** Rows at the last millisecond of a window, three of each time: a delay of 0 becomes 1 ms. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("queries")
  void keepsRowsOfAKeyThatShareATime(String query) throws Exception {
    List<List<Row>> byKey = List.of(rowsThatShareTimes("k0", 0), rowsThatShareTimes("k1", -600));
    List<Row> alternating = new ArrayList<>();
    for (int i = 0; i < byKey.get(0).size(); i++) {
      alternating.add(byKey.get(0).get(i));
      alternating.add(byKey.get(1).get(i));
    }
    String sql = QUERIES.get(query).replace("'key'", "'key', 'watermark.delay' = '0 ms'");

    assertThat(new SqlJob(alternating).withTrilink().withParallelism(2).run(sql))
        .containsExactlyInAnyOrderElementsOf(SqlJob.runStockForEach(byKey, QUERIES.get(query)));
  }

  private static List<Row> rowsThatShareTimes(String key, long shiftInSeconds) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 45; i++) {
      rows.add(
          Row.of(
              key,
              i % 7,
              "name " + i,
              LocalDateTime.ofEpochSecond(
                  1_600_000_009L + shiftInSeconds + 10L * (i / 3), 999_000_000, ZoneOffset.UTC)));
    }
    return rows;
  }

  @Test
  void feedsStockOperatorsBehindItWithoutLoss() throws Exception {
    String perRow =
        "SELECT /*+ TRILINK('watermark'='key', 'watermark.max-skew'='10 min') */ ts,"
            + " COUNT(*) OVER (PARTITION BY k ORDER BY ts) AS c FROM t";
    String totals =
        "SELECT SUM(n) FROM (SELECT window_start, COUNT(c) AS n FROM TABLE(TUMBLE(("
            + perRow
            + "), DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end)";

    assertThat(new SqlJob(interleaved).withTrilink().withParallelism(2).run(totals))
        .contains("+U[" + interleaved.size() + "]");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"unbounded range", "bounded rows", "interval join", "temporal join"})
  void worksWithATimeToLiveOfState(String query) throws Exception {
    assertThat(
            new SqlJob(interleaved)
                .withTrilink()
                .with("table.exec.state.ttl", "1 h")
                .run(QUERIES.get(query)))
        .containsExactlyInAnyOrderElementsOf(expected(query));
  }

  private List<String> expected(String query) throws Exception {
    return expected.of(query, () -> SqlJob.runStockForEach(rowsByKey, QUERIES.get(query)));
  }
}
