/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.planner.testing.ExpectedResults;
import org.trilink.planner.testing.SqlJob;

/**
 * Queries with window aggregates over keys that are minutes apart, run as jobs. What they must
 * yield is what stock Flink yields for each key alone.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyWatermarkWindowAggregateTest {

  private static final String AGGREGATES =
      "COUNT(*), SUM(v), AVG(CAST(v AS DOUBLE)), MIN(v), MAX(name), COUNT(DISTINCT v),"
          + " COUNT(DISTINCT name) FILTER (WHERE v > 2), COUNT(*) FILTER (WHERE v > 4)";

  private static final String MORE_AGGREGATES =
      "FIRST_VALUE(v), LAST_VALUE(name), LISTAGG(name), STDDEV_POP(CAST(v AS DOUBLE)),"
          + " VAR_SAMP(CAST(v AS DOUBLE)), COLLECT(v), SUM(DISTINCT v), COUNT(v + 1)";

  private static final Map<String, String> QUERIES = new LinkedHashMap<>();

  static {
    QUERIES.put("tumble", query("TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)"));
    QUERIES.put("more aggregates", QUERIES.get("tumble").replace(AGGREGATES, MORE_AGGREGATES));
    QUERIES.put(
        "hop", query("HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '20' SECOND)"));
    QUERIES.put(
        "cumulate",
        query("CUMULATE(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '20' SECOND)"));
    QUERIES.put(
        "GROUP BY HOP, of aggregates that depend on the order in which slices are merged",
        "SELECT /*+ TRILINK('watermark'='key') */ k,"
            + " HOP_START(ts, INTERVAL '5' SECOND, INTERVAL '20' SECOND), LISTAGG(name),"
            + " SUM(CASE WHEN v = 3 THEN 1E16 ELSE CAST(v AS DOUBLE) END)"
            + " FROM t GROUP BY k, HOP(ts, INTERVAL '5' SECOND, INTERVAL '20' SECOND)");
  }

  private final List<List<Row>> rowsByKey = new ArrayList<>();
  private final List<Row> interleaved = new ArrayList<>();
  private final ExpectedResults expected = new ExpectedResults();

  private static String query(String window) {
    return "SELECT /*+ TRILINK('watermark'='key') */ k, window_start, window_end, window_time, "
        + AGGREGATES
        + " FROM TABLE("
        + window
        + ") GROUP BY k, window_start, window_end, window_time";
  }

  /** Six keys, each a minute behind the previous one, with records slightly out of order. */
  @BeforeAll
  void generate() {
    Random random = new Random(17);
    for (int key = 0; key < 6; key++) {
      rowsByKey.add(new ArrayList<>());
    }
    for (int second = 0; second < 90; second++) {
      for (int key = 0; key < 6; key++) {
        long seconds = 1_600_000_000L + second - 60L * key + random.nextInt(3);
        Row row =
            Row.of(
                key == 4 ? null : "k" + key,
                random.nextInt(7),
                "name " + random.nextInt(100),
                LocalDateTime.ofEpochSecond(
                    seconds, 1_000_000 * random.nextInt(1000), ZoneOffset.UTC));
        interleaved.add(row);
        rowsByKey.get(key).add(row);
      }
    }
  }

  static Stream<Arguments> queriesAndBackends() {
    return QUERIES.keySet().stream()
        .flatMap(query -> Stream.of(Arguments.of(query, false), Arguments.of(query, true)));
  }

  @ParameterizedTest(name = "{0}, RocksDB: {1}")
  @MethodSource("queriesAndBackends")
  void yieldsForEveryKeyWhatStockFlinkYieldsForThatKeyAlone(String query, boolean rocksDb)
      throws Exception {
    String sql = QUERIES.get(query);

    List<String> actual =
        new SqlJob(interleaved).withTrilink().withParallelism(2).onRocksDb(rocksDb).run(sql);

    assertThat(actual).containsExactlyInAnyOrderElementsOf(expected(sql));
  }

  @Test
  void losesNothingWhereStockFlinkDropsTheRecordsOfLateKeys() throws Exception {
    String sql = QUERIES.get("tumble");
    assertThat(new SqlJob(interleaved).withParallelism(2).run(sql))
        .hasSizeLessThan(expected(sql).size());
  }

  private List<String> expected(String sql) throws Exception {
    return expected.of(sql, () -> SqlJob.runStockForEach(rowsByKey, sql));
  }

  @Test
  void firesSilentKeysWithinTheSkewAndLosesNothing() throws Exception {
    String sql = QUERIES.get("tumble").replace("'key'", "'key', 'watermark.max-skew' = '10 min'");
    assertThat(new SqlJob(interleaved).withTrilink().run(sql))
        .containsExactlyInAnyOrderElementsOf(expected(QUERIES.get("tumble")));
  }

  @Test
  void feedsStockOperatorsBehindItWithoutLoss() throws Exception {
    String perKey =
        "SELECT /*+ TRILINK('watermark'='key', 'watermark.max-skew'='10 min') */ k, window_time AS"
            + " wt, COUNT(*) AS c FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND))"
            + " GROUP BY k, window_start, window_end, window_time";
    String overall =
        "SELECT SUM(c) FROM (SELECT window_start, SUM(c) AS c FROM TABLE(TUMBLE(("
            + perKey
            + "), DESCRIPTOR(wt), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end)";

    List<String> totals = new SqlJob(interleaved).withTrilink().withParallelism(2).run(overall);

    assertThat(totals).contains("+U[" + interleaved.size() + "]");
  }

  @ParameterizedTest(name = "RocksDB: {0}")
  @MethodSource("backends")
  void goesOnFromASavepointAtAnotherParallelism(boolean rocksDb, @TempDir Path savepoints)
      throws Exception {
    String sql = QUERIES.get("hop");
    SqlJob job = new SqlJob(interleaved).withTrilink().onRocksDb(rocksDb);
    SqlJob.Stopped stopped =
        job.withParallelism(2).runUntil(sql, interleaved.size() / 2, savepoints);
    List<String> all = new ArrayList<>(stopped.results());
    int before = all.size();
    all.addAll(job.withParallelism(3).resume(sql, stopped.savepoint()));

    assertThat(before).isBetween(1, expected(sql).size() - 1);
    assertThat(all).containsExactlyInAnyOrderElementsOf(expected(sql));
  }

  static Stream<Boolean> backends() {
    return Stream.of(false, true);
  }

  @Test
  void failsOnANullRowtime() {
    List<Row> rows = new ArrayList<>(Collections.singletonList(Row.of("k", 1, "name", null)));
    assertThatThrownBy(() -> new SqlJob(rows).withTrilink().run(QUERIES.get("tumble")))
        .hasStackTraceContaining("RowTime field should not be null");
  }
}
