/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.ByteKeys;
import org.trilink.planner.testing.Changelog;
import org.trilink.planner.testing.ExpectedResults;
import org.trilink.planner.testing.RowsSource;
import org.trilink.planner.testing.SqlJob;
import org.trilink.runtime.merge.store.MariaTestServer;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.merge.store.StoreServer;

/**
 * Jobs that merge in a store yield what Flink yields, despite failures and restarts. Rows of a key
 * are distributed over all subtasks.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GlobalMergeTest {

  private static final int ROWS = 600;

  private static final String AGGREGATES =
      "COUNT(*) AS c, COUNT(v) AS cv, SUM(v) AS s, MIN(v) AS mi, MAX(name) AS ma, AVG(v) AS a,"
          + " SUM(CAST(v AS DECIMAL(20, 3))) AS d, COUNT(*) FILTER (WHERE v > 3) AS f";

  private static final Map<String, String> QUERIES = new LinkedHashMap<>();

  static {
    QUERIES.put("tumble", windows("TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '2' SECOND)"));
    QUERIES.put(
        "hop", windows("HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL '4' SECOND)"));
    QUERIES.put(
        "cumulate",
        windows("CUMULATE(TABLE t, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '8' SECOND)"));
    QUERIES.put(
        "group by tumble",
        "SELECT /*+ %s */ k, TUMBLE_START(ts, INTERVAL '3' SECOND) AS ws, TUMBLE_ROWTIME(ts,"
            + " INTERVAL '3' SECOND) AS wt, "
            + AGGREGATES
            + " FROM t GROUP BY k, TUMBLE(ts, INTERVAL '3' SECOND)");
    QUERIES.put(
        "group by hop",
        "SELECT /*+ %s */ HOP_END(ts, INTERVAL '1' SECOND, INTERVAL '3' SECOND) AS we, "
            + AGGREGATES
            + " FROM t GROUP BY HOP(ts, INTERVAL '1' SECOND, INTERVAL '3' SECOND)");
    QUERIES.put("group by", "SELECT /*+ %s */ k, " + AGGREGATES + " FROM t GROUP BY k");
  }

  private final List<Row> rows = inOrder();
  private final ExpectedResults expected = new ExpectedResults();
  private final Map<String, StoreServer> servers = new HashMap<>();

  private static String windows(String function) {
    return "SELECT /*+ %s */ k, window_start, window_end, "
        + AGGREGATES
        + " FROM TABLE("
        + function
        + ") GROUP BY k, window_start, window_end";
  }

  private static List<Row> inOrder() {
    Random random = new Random(44);
    LocalDateTime time = LocalDateTime.of(2020, 9, 13, 12, 0, 0);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int key = random.nextInt(7);
      time = time.plusNanos(1_000_000L * random.nextInt(100));
      rows.add(
          Row.of(
              "key ".repeat(key % 4) + key,
              key == 5 || random.nextInt(9) == 0 ? null : random.nextInt(9) - 2,
              "name " + random.nextInt(50),
              time));
    }
    return rows;
  }

  @BeforeAll
  void startServers() throws Exception {
    servers.put("redis", RedisTestServer.started("secret"));
    servers.put("mysql", MariaTestServer.started());
  }

  @AfterAll
  void stopServers() throws Exception {
    for (StoreServer server : servers.values()) {
      server.close();
    }
  }

  private SqlJob job(String query) {
    return new SqlJob(rows)
        .withTrilink()
        .withUpsertsBy(query.equals("group by") ? "k" : null)
        .with("table.optimizer.trilink.strict", "true");
  }

  private String sql(String query, String store, String options) {
    return QUERIES
        .get(query)
        .formatted(
            "TRILINK('exchange'='global-merge', 'global-merge.store'='%s'%s)"
                .formatted(servers.get(store).address(), options));
  }

  private List<String> expected(String query) throws Exception {
    SqlJob stock = new SqlJob(rows).withUpsertsBy(query.equals("group by") ? "k" : null);
    return expected.of(
        query, () -> result(query, stock.run(QUERIES.get(query).replace("/*+ %s */", ""))));
  }

  /** The final result: with upserts, the last one of each key. */
  private static List<String> result(String query, List<String> changes) {
    if (!query.equals("group by")) {
      return Changelog.materialize(changes);
    }
    Map<String, String> last = new HashMap<>();
    for (String change : changes) {
      String row = change.substring(2);
      last.put(row.substring(0, row.indexOf(',')), row);
    }
    return List.copyOf(last.values());
  }

  static Stream<Arguments> jobs() {
    return Stream.of(
        Arguments.of("redis", "tumble"),
        Arguments.of("mysql", "tumble"),
        Arguments.of("mysql", "hop"),
        Arguments.of("redis", "cumulate"),
        Arguments.of("redis", "group by tumble"),
        Arguments.of("mysql", "group by hop"),
        Arguments.of("redis", "group by"),
        Arguments.of("mysql", "group by"));
  }

  // ------------------------------------------------------------------------------- results

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("jobs")
  void withoutCheckpoints(String store, String query) throws Exception {
    assertThat(result(query, job(query).withParallelism(3).run(sql(query, store, ""))))
        .containsExactlyInAnyOrderElementsOf(expected(query));
  }

  static Stream<String> emissions() {
    return Stream.of(
        "'global-merge.emit'='period', 'global-merge.emit.delay'='5 ms'",
        "'global-merge.emit'='count', 'global-merge.emit.records'='7'",
        "'global-merge.emit'='punctuated'",
        "'global-merge.emit'='punctuated', 'global-merge.emit.when'='v > 4 AND k IS NOT NULL'",
        "'global-merge.emit'='period,count,punctuated', 'global-merge.emit.delay'='50 ms',"
            + " 'global-merge.emit.records'='50'");
  }

  @ParameterizedTest
  @MethodSource("emissions")
  void emissionModes(String emission) throws Exception {
    for (boolean checkpoints : List.of(false, true)) {
      SqlJob job = job("hop").withParallelism(2);
      List<String> results =
          (checkpoints ? job.withCheckpoints() : job).run(sql("hop", "redis", ", " + emission));

      assertThat(results.stream().map(row -> row.substring(2)))
          .containsExactlyInAnyOrderElementsOf(expected("hop"));
    }
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("jobs")
  void goesOnFromACheckpointAfterACrash(String store, String query, @TempDir Path checkpoints)
      throws Exception {
    List<String> results =
        job(query)
            .onRocksDb(query.equals("tumble"))
            .withParallelism(2)
            .runWithCrash(sql(query, store, ""), checkpoints);

    assertThat(result(query, results)).containsExactlyInAnyOrderElementsOf(expected(query));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("jobs")
  void goesOnAtFourThenOneSubtask(String store, String query, @TempDir Path savepoints)
      throws Exception {
    String sql =
        sql(query, store, ", 'global-merge.emit'='count', 'global-merge.emit.records'='9'");
    SqlJob job = job(query).withCheckpoints().onRocksDb(query.equals("hop"));
    SqlJob.Stopped atTwo = job.withParallelism(2).runUntil(sql, ROWS / 3, savepoints);
    SqlJob.Stopped atFour =
        job.withParallelism(4).resumeUntil(sql, atTwo.savepoint(), ROWS * 2 / 3, savepoints);
    List<String> atOne = job.withParallelism(1).resume(sql, atFour.savepoint());

    List<String> all = new ArrayList<>(atTwo.results());
    all.addAll(atFour.results());
    all.addAll(atOne);
    assertThat(result(query, all)).containsExactlyInAnyOrderElementsOf(expected(query));
  }

  @Test
  void keysWithWatermarksOfTheirOwn() throws Exception {
    String sql =
        QUERIES
            .get("tumble")
            .formatted(
                "TRILINK('watermark'='key', 'exchange'='global-merge', 'global-merge.store'='%s')"
                    .formatted(servers.get("redis").address()));

    assertThat(result("tumble", job("tumble").withParallelism(2).run(sql)))
        .containsExactlyInAnyOrderElementsOf(expected("tumble"));
  }

  static Stream<String> byteKeys() {
    return ByteKeys.keysOfWindows();
  }

  /** A store must not take two keys for one, nor change one. */
  @ParameterizedTest
  @MethodSource("byteKeys")
  void keysOfTheStoreAreTheirBytes(String key) throws Exception {
    for (String store : List.of("redis", "mysql")) {
      ByteKeys.assertLikeStock(
          ByteKeys.windows(
              key,
              "/*+ TRILINK('exchange'='global-merge', 'strict'='true', 'global-merge.store'='%s') */"
                  .formatted(servers.get(store).address())));
    }
  }

  // ------------------------------------------------------------------------------ the store

  @ParameterizedTest
  @ValueSource(strings = {"redis", "mysql"})
  void theStoreIsKilledAndComesBack(String store) throws Exception {
    CompletableFuture<Void> killed =
        CompletableFuture.runAsync(
            () -> {
              try {
                RowsSource.awaitRow(ROWS / 3);
                servers.get(store).kill();
                servers.get(store).start();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    RowsSource.pauseAt(ROWS / 2, killed);
    List<String> results =
        job("tumble").withCheckpoints().withParallelism(2).run(sql("tumble", store, ""));

    killed.get();
    assertThat(result("tumble", results)).containsExactlyInAnyOrderElementsOf(expected("tumble"));
  }

  // -------------------------------------------------------------------------------- runs

  @Test
  void aStatementThatIsStartedAgainStartsFromNothing() throws Exception {
    String sql = sql("group by", "redis", "");

    for (int run = 0; run < 2; run++) {
      assertThat(result("group by", job("group by").withParallelism(2).run(sql)))
          .containsExactlyInAnyOrderElementsOf(expected("group by"));
    }
  }

  @Test
  void aSavepointThatTheStoreIsAheadOfIsRefused(@TempDir Path savepoints) throws Exception {
    String sql = sql("group by", "redis", "");
    SqlJob job = job("group by").withCheckpoints().withParallelism(2);
    SqlJob.Stopped first = job.runUntil(sql, ROWS / 3, savepoints);
    job.resumeUntil(sql, first.savepoint(), ROWS * 2 / 3, savepoints);

    assertThatThrownBy(() -> job.resume(sql, first.savepoint()))
        .hasStackTraceContaining("records would be counted twice");
  }
}
