/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.planner.testing.KeysApart;
import org.trilink.planner.testing.SqlJob;
import org.trilink.runtime.testing.Combinations;

/**
 * Event-time operators over the results of others, run as jobs over keys that are minutes apart. If
 * all of them have the same keys, a job must yield what stock Flink yields for each key alone.
 * Otherwise it must not lose a row.
 */
@Tag("slow")
class CascadesJobTest {

  private static final KeysApart ROWS = KeysApart.generate(29);

  private static final String HINT = "/*+ TRILINK('watermark'='key') */";
  private static final String BOUNDED_HINT =
      "/*+ TRILINK('watermark'='key', 'watermark.max-skew'='10 min') */";

  private static final String WINDOWS =
      "(SELECT k, window_start, window_end, window_time AS wt, COUNT(*) AS c, SUM(v) AS s"
          + " FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '10' SECOND))"
          + " GROUP BY k, window_start, window_end, window_time)";

  private static final Map<String, String> SAME_KEYS = new LinkedHashMap<>();

  static {
    SAME_KEYS.put(
        "windows of windows",
        "SELECT "
            + HINT
            + " k, window_start, SUM(c), MAX(s) FROM TABLE(TUMBLE((SELECT k, wt, c, s FROM "
            + WINDOWS
            + "), DESCRIPTOR(wt), INTERVAL '20' SECOND)) GROUP BY k, window_start, window_end");
    SAME_KEYS.put(
        "OVER of windows",
        "SELECT " + HINT + " k, wt, c, SUM(s) OVER (PARTITION BY k ORDER BY wt) FROM " + WINDOWS);
    SAME_KEYS.put(
        "windows of OVER",
        "SELECT "
            + HINT
            + " k, window_start, SUM(s) FROM TABLE(TUMBLE((SELECT k, ts, SUM(v) OVER (PARTITION BY k"
            + " ORDER BY ts) AS s FROM t), DESCRIPTOR(ts), INTERVAL '10' SECOND))"
            + " GROUP BY k, window_start, window_end");
    SAME_KEYS.put(
        "top-n of windows",
        "SELECT "
            + HINT
            + " k, wt, c, s FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k, window_start,"
            + " window_end ORDER BY s) AS n FROM "
            + WINDOWS
            + ") WHERE n <= 2");
    // each result is in two windows, which are emitted one right after the other, with the same
    // time
    SAME_KEYS.put(
        "top-n in overlapping windows of windows",
        "SELECT "
            + HINT
            + " k, wt, window_end, c, s FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k,"
            + " window_start, window_end ORDER BY s, wt) AS n FROM TABLE(HOP((SELECT k, wt, c, s FROM "
            + WINDOWS
            + "), DESCRIPTOR(wt), INTERVAL '5' SECOND, INTERVAL '10' SECOND))) WHERE n <= 2");
    SAME_KEYS.put("join of windows", joinOfWindows("a.k, a.wt, a.c, b.s", HINT));
    SAME_KEYS.put(
        "windows of a join of windows",
        "SELECT "
            + HINT
            + " k, window_start, SUM(c) FROM TABLE(TUMBLE(("
            + joinOfWindows("b.k, a.wt, a.c", "")
            + "), DESCRIPTOR(wt), INTERVAL '20' SECOND)) GROUP BY k, window_start, window_end");
  }

  private static String joinOfWindows(String columns, String hint) {
    return "SELECT %s %s FROM %s AS a JOIN %s AS b ON a.k = b.k"
            .formatted(hint, columns, WINDOWS, WINDOWS)
        + " AND a.window_start = b.window_start AND a.window_end = b.window_end";
  }

  /** In each build every second query on the heap, and the others on RocksDB. */
  static Stream<Arguments> queriesAndBackends() {
    List<Arguments> jobs = new ArrayList<>();
    boolean first = true;
    for (String query : SAME_KEYS.keySet()) {
      first = !first;
      for (boolean rocksDb : new boolean[] {false, true}) {
        if (Combinations.runs(rocksDb == first)) {
          jobs.add(Arguments.of(query, rocksDb));
        }
      }
    }
    return jobs.stream();
  }

  @ParameterizedTest(name = "{0}, RocksDB: {1}")
  @MethodSource("queriesAndBackends")
  void yieldsForEveryKeyWhatStockFlinkYieldsForThatKeyAlone(String query, boolean rocksDb)
      throws Exception {
    String sql = SAME_KEYS.get(query);
    List<String> expected = SqlJob.runStockForEach(ROWS.byKey(), sql);

    assertThat(job().withParallelism(2).onRocksDb(rocksDb).run(sql))
        .containsExactlyInAnyOrderElementsOf(expected);

    List<String> lostByStock = new ArrayList<>(expected);
    new SqlJob(ROWS.interleaved()).withParallelism(2).run(sql).forEach(lostByStock::remove);
    assertThat(lostByStock).isNotEmpty();
  }

  @Test
  void losesNothingToOperatorsOfOtherKeysAbove() throws Exception {
    String total =
        "SELECT SUM(c) FROM (SELECT window_start, SUM(c) AS c FROM TABLE(TUMBLE((SELECT "
            + BOUNDED_HINT
            + " wt, c FROM "
            + WINDOWS
            + "), DESCRIPTOR(wt), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end)";

    assertThat(job().withParallelism(2).run(total)) // each row is in two windows
        .contains("+U[" + 2 * ROWS.interleaved().size() + "]");
  }

  @Test
  void losesNoResultToAStockOperatorAboveAUnionWithAnUnhintedBranch() throws Exception {
    String hinted = "SELECT " + BOUNDED_HINT + " k, wt, c FROM " + WINDOWS;
    String stock = "SELECT k, wt, c FROM " + WINDOWS;
    // Flink 1.14 loses the second branch of a UNION ALL that is directly in TUMBLE's brackets
    String union = "(SELECT * FROM (" + hinted + " UNION ALL " + stock + "))";
    String total =
        "SELECT SUM(c) FROM (SELECT window_start, SUM(c) AS c FROM TABLE(TUMBLE("
            + union
            + ", DESCRIPTOR(wt), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end)";
    long fromBranches = last(job().run("SELECT SUM(c) FROM " + union));

    assertThat(fromBranches)
        .isBetween(2L * ROWS.interleaved().size(), 4L * ROWS.interleaved().size() - 1);
    assertThat(last(job().run(total))).isEqualTo(fromBranches);
  }

  private static long last(List<String> sums) {
    return sums.stream()
        .filter(sum -> !sum.startsWith("-"))
        .mapToLong(sum -> Long.parseLong(sum.replaceAll(".*\\[(\\d+)]", "$1")))
        .max()
        .orElseThrow();
  }

  @Test
  void worksAcrossStatementsThatShareAView() throws Exception {
    String windows = WINDOWS.replace("SELECT", "SELECT " + HINT);
    String over =
        "SELECT " + HINT + " k, CAST(SUM(s) OVER (PARTITION BY k ORDER BY wt) AS BIGINT) FROM ";
    String joined =
        "SELECT "
            + HINT
            + " a.k, a.s + b.c FROM %1$s AS a JOIN %1$s AS b ON a.k = b.k"
            + " AND a.window_start = b.window_start AND a.window_end = b.window_end";
    List<String> definitions =
        List.of(
            "CREATE TEMPORARY VIEW shared AS SELECT * FROM " + windows,
            "CREATE TEMPORARY TABLE sums (k STRING, s BIGINT) WITH ('connector' = 'collected')",
            "CREATE TEMPORARY TABLE joined (k STRING, s BIGINT) WITH ('connector' = 'collected')");
    List<String> inserts =
        List.of(
            "INSERT INTO sums " + over + "shared",
            "INSERT INTO joined " + joined.formatted("shared"));

    List<String> expected = new ArrayList<>();
    expected.addAll(SqlJob.runStockForEach(ROWS.byKey(), over + WINDOWS));
    expected.addAll(SqlJob.runStockForEach(ROWS.byKey(), joined.formatted(WINDOWS)));
    assertThat(job().runAll(definitions, inserts)).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static SqlJob job() {
    return new SqlJob(ROWS.interleaved()).withTrilink();
  }
}
