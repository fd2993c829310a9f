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
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.planner.testing.ExpectedResults;
import org.trilink.planner.testing.SqlJob;

/**
 * Jobs under key-level watermarks that are stopped, rescaled and crash. In total they yield what
 * stock Flink yields for each key alone.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyWatermarkStateTest {

  private static final int KEYS = 8;

  private static final String SELECT =
      "SELECT /*+ TRILINK('watermark'='key', 'watermark.max-skew'='30 min') */ k, ";

  private static final Map<String, String> QUERIES = new LinkedHashMap<>();

  static {
    QUERIES.put(
        "window TVF",
        SELECT
            + "window_start, COUNT(*), SUM(v), COUNT(DISTINCT name) FROM TABLE(HOP(TABLE t,"
            + " DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '20' SECOND))"
            + " GROUP BY k, window_start, window_end");
    QUERIES.put(
        "session",
        SELECT
            + "SESSION_START(ts, INTERVAL '1' SECOND), COUNT(*), SUM(v) FROM t"
            + " GROUP BY k, SESSION(ts, INTERVAL '1' SECOND)");
    QUERIES.put(
        "over",
        SELECT
            + "ts, v, SUM(v) OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL '5' SECOND"
            + " PRECEDING AND CURRENT ROW) FROM t");
    QUERIES.put(
        "match",
        SELECT
            + "f, s FROM t MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts"
            + " MEASURES FIRST(A.ts) AS f, SUM(B.v) AS s"
            + " AFTER MATCH SKIP PAST LAST ROW PATTERN (A B+ C) WITHIN INTERVAL '8' SECOND"
            + " DEFINE A AS A.v < 3, B AS B.v >= 3, C AS C.v < 3)");
  }

  private final List<List<Row>> rowsByKey = new ArrayList<>();
  private final List<Row> interleaved = new ArrayList<>();
  private final ExpectedResults expected = new ExpectedResults();

  /** Keys whole minutes apart, each in order of time. */
  @BeforeAll
  void generate() {
    Random random = new Random(31);
    long[] clocks = new long[KEYS];
    for (int key = 0; key < KEYS; key++) {
      rowsByKey.add(new ArrayList<>());
      clocks[key] = 1_600_000_000_000L - 60_000L * key;
    }
    for (int i = 0; i < 160 * KEYS; i++) {
      int key = random.nextInt(KEYS);
      clocks[key] += random.nextInt(1500);
      Row row =
          Row.of(
              "k" + key,
              random.nextInt(7),
              "name " + random.nextInt(5),
              LocalDateTime.ofEpochSecond(
                  clocks[key] / 1000, (int) (clocks[key] % 1000) * 1_000_000, ZoneOffset.UTC));
      interleaved.add(row);
      rowsByKey.get(key).add(row);
    }
  }

  static Stream<Arguments> queriesAndBackends() {
    return QUERIES.keySet().stream()
        .flatMap(query -> Stream.of(Arguments.of(query, false), Arguments.of(query, true)));
  }

  @ParameterizedTest(name = "{0}, RocksDB: {1}")
  @MethodSource("queriesAndBackends")
  void goesOnAtFiveThenOneSubtasks(String query, boolean rocksDb, @TempDir Path savepoints)
      throws Exception {
    String sql = QUERIES.get(query);
    int third = interleaved.size() / 3;
    SqlJob job = new SqlJob(interleaved).withTrilink().onRocksDb(rocksDb);
    SqlJob.Stopped atTwo = job.withParallelism(2).runUntil(sql, third, savepoints);
    SqlJob.Stopped atFive =
        job.withParallelism(5).resumeUntil(sql, atTwo.savepoint(), 2 * third, savepoints);
    List<String> atOne = job.withParallelism(1).resume(sql, atFive.savepoint());

    List<String> all = new ArrayList<>(atTwo.results());
    all.addAll(atFive.results());
    all.addAll(atOne);
    assertThat(atTwo.results()).isNotEmpty();
    assertThat(atFive.results()).isNotEmpty();
    assertThat(all).containsExactlyInAnyOrderElementsOf(expected(query));
  }

  @ParameterizedTest(name = "{0}, RocksDB: {1}")
  @MethodSource("queriesAndBackends")
  void goesOnFromACheckpointAfterACrash(String query, boolean rocksDb, @TempDir Path checkpoints)
      throws Exception {
    assertThat(
            new SqlJob(interleaved)
                .withTrilink()
                .withParallelism(2)
                .onRocksDb(rocksDb)
                .runWithCrash(QUERIES.get(query), checkpoints))
        .containsExactlyInAnyOrderElementsOf(expected(query));
  }

  private List<String> expected(String query) throws Exception {
    return expected.of(query, () -> SqlJob.runStockForEach(rowsByKey, QUERIES.get(query)));
  }
}
