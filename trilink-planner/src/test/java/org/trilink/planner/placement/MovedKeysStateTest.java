/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.planner.testing.Changelog;
import org.trilink.planner.testing.ExpectedResults;
import org.trilink.planner.testing.RowsSource;
import org.trilink.planner.testing.SqlJob;
import org.trilink.runtime.placement.SyncDrill;

/**
 * Jobs whose keys are moved all the time, and that are stopped, rescaled and crash, yield what
 * Flink yields.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MovedKeysStateTest {

  private static final int KEYS = 9;
  private static final int ROWS = 900;
  private static final String MONITOR =
      ", 'partition.monitor'='threshold', 'partition.monitor.sample-rate'='1.0'";

  private final List<Row> rows = inOrder();
  private final ExpectedResults expected = new ExpectedResults();

  private static List<Row> inOrder() {
    Random random = new Random(43);
    LocalDateTime time = LocalDateTime.of(2020, 9, 13, 12, 0, 0);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int key = random.nextInt(KEYS);
      time = time.plusNanos(1_000_000L * random.nextInt(200));
      rows.add(Row.of("key ".repeat(key % 4) + key, key - 2, "name " + random.nextInt(5), time));
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

  static Stream<Arguments> jobs() {
    return Stream.of(
        Arguments.of("tumble in one phase", "'partition'='modulo'", "v", false),
        Arguments.of("over", "'partition'='auto'", "k", true),
        Arguments.of("match", "'partition'='least-count'", "v", false),
        Arguments.of("join", "'partition'='least-key'", "v", true),
        Arguments.of("group by session", "'partition'='hash'", "k", false));
  }

  @ParameterizedTest(name = "{0}, {1}, RocksDB: {3}")
  @MethodSource("jobs")
  void goesOnAtFiveThenThreeSubtasks(
      String query, String hint, String key, boolean rocksDb, @TempDir Path savepoints)
      throws Exception {
    List<String> stock = expected(query, key);
    String sql = KeyedQueries.sql(query, hint + MONITOR, key);
    SqlJob job = job(query).onRocksDb(rocksDb);
    RowsSource.setPace(new SyncPace(ROWS / 6, ROWS / 3, 3));
    SqlJob.Stopped atTwo = job.withParallelism(2).runUntil(sql, ROWS / 3, savepoints);
    RowsSource.setPace(new SyncPace(ROWS / 2, ROWS * 2 / 3, 3));
    SqlJob.Stopped atFive =
        job.withParallelism(5).resumeUntil(sql, atTwo.savepoint(), ROWS * 2 / 3, savepoints);
    RowsSource.setPace(new SyncPace(ROWS * 5 / 6, ROWS, 3));
    List<String> atThree = job.withParallelism(3).resume(sql, atFive.savepoint());

    List<String> all = new ArrayList<>(atTwo.results());
    all.addAll(atFive.results());
    all.addAll(atThree);
    assertThat(Changelog.materialize(all)).containsExactlyInAnyOrderElementsOf(stock);
  }

  @ParameterizedTest(name = "{0}, {1}, RocksDB: {3}")
  @MethodSource("jobs")
  void goesOnFromACheckpointAfterACrash(
      String query, String hint, String key, boolean rocksDb, @TempDir Path checkpoints)
      throws Exception {
    List<String> stock = expected(query, key);
    RowsSource.setPace(new SyncPace(ROWS / 5, ROWS, 12));
    List<String> results =
        job(query)
            .onRocksDb(rocksDb)
            .withParallelism(2)
            .runWithCrash(KeyedQueries.sql(query, hint + MONITOR, key), checkpoints);

    assertThat(Changelog.materialize(results)).containsExactlyInAnyOrderElementsOf(stock);
  }

  @ParameterizedTest(name = "unaligned: {0}, {1}")
  @CsvSource({"true, EXACTLY_ONCE", "false, EXACTLY_ONCE", "false, AT_LEAST_ONCE"})
  void takesCheckpointsBetweenSyncs(boolean unaligned, String mode) throws Exception {
    String query = "tumble in one phase";
    List<String> stock = expected(query, "v");
    SqlJob job =
        job(query)
            .withParallelism(3)
            .withCheckpoints()
            .with("execution.checkpointing.unaligned", String.valueOf(unaligned))
            .with("execution.checkpointing.mode", mode);
    RowsSource.setPace(new SyncPace(ROWS / 5, ROWS, 8));

    assertThat(
            Changelog.materialize(
                job.run(KeyedQueries.sql(query, "'partition'='auto'" + MONITOR, "v"))))
        .containsExactlyInAnyOrderElementsOf(stock);
  }

  private SqlJob job(String query) {
    SqlJob job =
        new SqlJob(rows)
            .withTrilink()
            .withAnyMaxParallelism()
            .with("table.optimizer.trilink.strict", "true");
    KeyedQueries.settings(query).forEach(job::with);
    return job;
  }

  private List<String> expected(String query, String key) throws Exception {
    String sql = KeyedQueries.sql(query, "", key);
    return expected.of(
        sql,
        () -> {
          RowsSource.setPace(null);
          return Changelog.materialize(new SqlJob(rows).run(sql));
        });
  }
}
