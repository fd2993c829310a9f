/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.planner.testing.Changelog;
import org.trilink.planner.testing.ExpectedResults;
import org.trilink.planner.testing.RowsSource;
import org.trilink.planner.testing.SqlJob;
import org.trilink.runtime.placement.SyncDrill;

/** Operators whose keys are moved all the time yield what Flink's own operators do. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MovedKeysTest {

  private static final int KEYS = 11;
  private static final int SYNCS = 6;
  private static final int ROWS = 50 * KEYS;

  private static final int[] PARALLELISMS = {2, 5, 3};

  private static final String MONITOR =
      ", 'partition.monitor'='threshold', 'partition.monitor.sample-rate'='1.0'";

  /** By strategy: the columns of the key. */
  private static final Map<String, String[]> KEY_BY_STRATEGY =
      Map.of(
          "'partition'='least-key'", new String[] {"v", "k"},
          "'partition'='least-count'", new String[] {"k"},
          "'partition'='hash'", new String[] {"k", "v"},
          "'partition'='auto'", new String[] {"k"},
          "'partition'='modulo'", new String[] {"v"},
          "'partition'='org.trilink.planner.testing.ByLength'", new String[] {"k", "v"});

  private final List<Row> rows = inOrder();
  private final ExpectedResults expected = new ExpectedResults();

  /** One key is NULL. */
  private static List<Row> inOrder() {
    Random random = new Random(41);
    LocalDateTime time = LocalDateTime.of(2020, 9, 13, 12, 0, 0);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int key = random.nextInt(KEYS);
      time = time.plusNanos(1_000_000L * random.nextInt(200));
      rows.add(
          Row.of(
              key == 3 ? null : "key ".repeat(key % 4) + key,
              key == 3 ? null : key - 2,
              "name " + random.nextInt(5),
              time));
    }
    return rows;
  }

  @BeforeAll
  static void startDrill() {
    System.setProperty(SyncDrill.PROPERTY, "true");
  }

  @AfterAll
  static void endDrill() {
    System.clearProperty(SyncDrill.PROPERTY);
    RowsSource.setPace(null);
  }

  /** Strategies, parallelism and backend change from one query to the next. */
  static Stream<Arguments> jobs() {
    List<Arguments> jobs = new ArrayList<>();
    List<String> strategies = KEY_BY_STRATEGY.keySet().stream().sorted().toList();
    int number = 0;
    for (String query : KeyedQueries.namesOfMovable()) {
      String strategy = strategies.get(number % strategies.size());
      int parallelism = PARALLELISMS[number % PARALLELISMS.length];
      boolean rocksDb = number / PARALLELISMS.length % 2 == 1;
      jobs.add(
          Arguments.of(
              query, strategy + MONITOR, KEY_BY_STRATEGY.get(strategy), parallelism, rocksDb));
      number++;
    }
    Integer only = Integer.getInteger("trilink.only-job");
    return only == null ? jobs.stream() : Stream.of(jobs.get(only));
  }

  @ParameterizedTest(name = "{0}, {1}, {3} subtasks, RocksDB: {4}")
  @MethodSource("jobs")
  void yieldsWhatFlinkYields(
      String query, String hint, String[] key, int parallelism, boolean rocksDb) throws Exception {
    List<String> stock = expected(query, key);
    SqlJob job =
        new SqlJob(rows)
            .withTrilink()
            .withParallelism(parallelism)
            .onRocksDb(rocksDb)
            .with("table.optimizer.trilink.strict", "true");
    KeyedQueries.settings(query).forEach(job::with);
    int before = SyncDrill.done();
    RowsSource.setPace(new SyncPace(4 * ROWS / 10, ROWS, SYNCS));

    assertThat(Changelog.materialize(job.run(KeyedQueries.sql(query, hint, key))))
        .containsExactlyInAnyOrderElementsOf(stock);
    assertThat(SyncDrill.done()).isGreaterThanOrEqualTo(before + SYNCS / 2);
  }

  private List<String> expected(String query, String[] key) throws Exception {
    String sql = KeyedQueries.sql(query, "", key);
    return expected.of(
        sql,
        () -> {
          RowsSource.setPace(null);
          SqlJob stock = new SqlJob(rows);
          KeyedQueries.settings(query).forEach(stock::with);
          return Changelog.materialize(stock.run(sql));
        });
  }
}
