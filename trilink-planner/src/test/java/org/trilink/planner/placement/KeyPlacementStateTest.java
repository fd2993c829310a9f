/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.planner.testing.Changelog;
import org.trilink.planner.testing.ExpectedResults;
import org.trilink.planner.testing.SqlJob;
import org.trilink.runtime.testing.Combinations;

/** Jobs with placed keys that are stopped, rescaled and crash yield in total what Flink yields. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyPlacementStateTest {

  private static final int KEYS = 9;
  private static final int ROWS = 900;
  private static final String WEIGHTS = "'partition'='weight', 'partition.weights'='70,30'";
  private static final String CUSTOM = "'partition'='org.trilink.planner.testing.ByLength'";

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

  /** In each build every second job. */
  static Stream<Arguments> rescaledJobs() {
    return Combinations.oneOf(2, jobs());
  }

  /** In each build the others. */
  static Stream<Arguments> crashingJobs() {
    return Combinations.oneOf(2, Stream.concat(jobs().skip(1), jobs().limit(1)));
  }

  private static Stream<Arguments> jobs() {
    return Stream.of(
        Arguments.of("tumble in two phases", "'partition'='modulo'", "v", false),
        Arguments.of("group by", "'partition'='least-key'", "k", true),
        Arguments.of("over", WEIGHTS, "k", true),
        Arguments.of("match", "'partition'='least-count'", "v", false),
        Arguments.of("outer join", "'partition'='least-key'", "v", false),
        Arguments.of("join", CUSTOM, "k", true),
        Arguments.of("hop", WEIGHTS + ", 'partition.weight-draw'='random'", "k", false),
        Arguments.of("group by session", "'partition'='hash'", "k", true));
  }

  @ParameterizedTest(name = "{0}, {1}, RocksDB: {3}")
  @MethodSource("rescaledJobs")
  void goesOnAtFiveThenThreeSubtasks(
      String query, String hint, String key, boolean rocksDb, @TempDir Path savepoints)
      throws Exception {
    String sql = KeyedQueries.sql(query, hint, key);
    SqlJob job = job(query).onRocksDb(rocksDb);
    SqlJob.Stopped atTwo = job.withParallelism(2).runUntil(sql, ROWS / 3, savepoints);
    SqlJob.Stopped atFive =
        job.withParallelism(5).resumeUntil(sql, atTwo.savepoint(), ROWS * 2 / 3, savepoints);
    List<String> atThree = job.withParallelism(3).resume(sql, atFive.savepoint());

    List<String> all = new ArrayList<>(atTwo.results());
    all.addAll(atFive.results());
    all.addAll(atThree);
    assertThat(atTwo.results()).isNotEmpty();
    assertThat(atFive.results()).isNotEmpty();
    assertThat(Changelog.materialize(all))
        .containsExactlyInAnyOrderElementsOf(expected(query, key));
  }

  @ParameterizedTest(name = "{0}, {1}, RocksDB: {3}")
  @MethodSource("crashingJobs")
  void goesOnFromACheckpointAfterACrash(
      String query, String hint, String key, boolean rocksDb, @TempDir Path checkpoints)
      throws Exception {
    List<String> results =
        job(query)
            .onRocksDb(rocksDb)
            .withParallelism(2)
            .runWithCrash(KeyedQueries.sql(query, hint, key), checkpoints);

    assertThat(Changelog.materialize(results))
        .containsExactlyInAnyOrderElementsOf(expected(query, key));
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
    return expected.of(sql, () -> Changelog.materialize(new SqlJob(rows).run(sql)));
  }

  // ------------------------------------------------------------------------ what state is bound to

  @Test
  void anotherStrategyIsRefused(@TempDir Path savepoints) throws Exception {
    String savepoint = savepoint("'partition'='modulo'", savepoints);

    for (String other : List.of("'partition'='least-key'", "'partition'='hash'")) {
      assertThatThrownBy(
              () -> job("group by").resume(KeyedQueries.sql("group by", other, "v"), savepoint))
          .isInstanceOf(ValidationException.class)
          .hasMessage(
              "Keys in savepoint '%s' are placed by 'modulo', and this statement places them by"
                  + " '%s': the state of a key can be restored only where the key was placed. Keep"
                  + " the former value of 'partition', or start without the savepoint.",
              savepoint, other.replaceAll(".*='|'", ""));
    }
  }

  @Test
  void noStrategyAtAllIsRefused(@TempDir Path savepoints) throws Exception {
    String savepoint = savepoint("'partition'='modulo'", savepoints);

    assertThatThrownBy(
            () -> job("group by").resume(KeyedQueries.sql("group by", "", "v"), savepoint))
        .hasStackTraceContaining("partition=modulo");
  }

  @Test
  void aStrategyForKeysThatHadNoneIsRefused(@TempDir Path savepoints) throws Exception {
    String savepoint = savepoint("", savepoints);

    assertThatThrownBy(
            () ->
                job("group by")
                    .resume(KeyedQueries.sql("group by", "'partition'='modulo'", "v"), savepoint))
        .hasMessageStartingWith(
            "Keys in savepoint '%s' are placed by 'hash', and this statement places them by"
                + " 'modulo'",
            savepoint);
  }

  @Test
  void aMonitorOverKeysThatHadNoneIsRefused(@TempDir Path savepoints) throws Exception {
    String savepoint = savepoint("over", "'partition'='modulo'", savepoints);

    assertThatThrownBy(
            () ->
                job("over")
                    .resume(
                        KeyedQueries.sql(
                            "over", "'partition'='modulo', 'partition.monitor'='threshold'", "v"),
                        savepoint))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "Keys in savepoint '%s' are placed by 'modulo', and this statement places them by"
                + " 'modulo (monitored)': the state of a key can be restored only where the key was"
                + " placed. Keep the former values of 'partition' and 'partition.monitor', or start"
                + " without the savepoint.",
            savepoint);
  }

  @Test
  void anotherMaxParallelismIsRefused(@TempDir Path savepoints) throws Exception {
    String savepoint = savepoint("'partition'='modulo'", savepoints);

    assertThatThrownBy(
            () ->
                job("group by")
                    .with("pipeline.max-parallelism", "128")
                    .resume(KeyedQueries.sql("group by", "'partition'='modulo'", "v"), savepoint))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "Savepoint '%s' was taken with a max parallelism of 720, but the job's is set to 128."
                + " Keyed state cannot be restored with another max parallelism. Set"
                + " 'pipeline.max-parallelism' to 720, or leave it out; or start without the"
                + " savepoint.",
            savepoint);
  }

  /** With 7 subtasks the default would be 5040. */
  @Test
  void theMaxParallelismOfTheSavepointIsTaken(@TempDir Path savepoints) throws Exception {
    String sql = KeyedQueries.sql("group by", "'partition'='modulo'", "v");
    SqlJob.Stopped stopped = job("group by").withParallelism(7).runUntil(sql, ROWS / 2, savepoints);
    List<String> all = new ArrayList<>(stopped.results());
    all.addAll(job("group by").withParallelism(2).resume(sql, stopped.savepoint()));

    assertThat(Changelog.materialize(all))
        .containsExactlyInAnyOrderElementsOf(expected("group by", "v"));
  }

  @Test
  void aSavepointThatIsNotThere(@TempDir Path savepoints) {
    String missing = savepoints.resolve("missing").toUri().toString();

    assertThatThrownBy(
            () ->
                job("group by")
                    .resume(KeyedQueries.sql("group by", "'partition'='modulo'", "v"), missing))
        .isInstanceOf(ValidationException.class)
        .hasMessageStartingWith("The max parallelism of savepoint '%s' cannot be read: ", missing)
        .hasMessageEndingWith(
            " Set 'pipeline.max-parallelism' to the value that the savepoint was taken with.");
  }

  private String savepoint(String hint, Path savepoints) throws Exception {
    return savepoint("group by", hint, savepoints);
  }

  private String savepoint(String query, String hint, Path savepoints) throws Exception {
    return job(query)
        .withParallelism(2)
        .runUntil(KeyedQueries.sql(query, hint, "v"), ROWS / 2, savepoints)
        .savepoint();
  }
}
