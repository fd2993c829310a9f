/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
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
import org.trilink.runtime.placement.ModuloPlacement;
import org.trilink.runtime.testing.Combinations;

/** Operators with placed keys yield what Flink's own operators do, regardless of the placement. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyPlacementTest {

  private static final int KEYS = 11;
  private static final int MAX_PARALLELISM = 720;
  private static final int[] PARALLELISMS = {2, 5, 1};

  /** By strategy: the columns of the key. */
  private static final Map<String, String[]> KEY_BY_STRATEGY =
      Map.of(
          "'partition'='least-key'", new String[] {"v", "k"},
          "'partition'='least-count'", new String[] {"k"},
          "'partition'='weight', 'partition.weight-draw'='random', 'partition.weights'='<weights>'",
              new String[] {"v"},
          "'partition'='hash'", new String[] {"k", "v"},
          "'partition'='modulo'", new String[] {"v"},
          "'partition'='weight', 'partition.weights'='<weights>'", new String[] {"k"},
          "'partition'='org.trilink.planner.testing.ByLength'", new String[] {"k", "v"});

  private final List<Row> rows = inOrder();
  private final ExpectedResults expected = new ExpectedResults();

  /** One key is NULL. */
  private static List<Row> inOrder() {
    Random random = new Random(41);
    LocalDateTime time = LocalDateTime.of(2020, 9, 13, 12, 0, 0);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 50 * KEYS; i++) {
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

  /**
   * Every query with three strategies, in each build with one of them; strategies, parallelism and
   * backend vary.
   */
  static Stream<Arguments> jobs() {
    List<Arguments> jobs = new ArrayList<>();
    List<String> strategies = KEY_BY_STRATEGY.keySet().stream().sorted().toList();
    int number = 0;
    for (String query : KeyedQueries.names()) {
      for (int i = 0; i < 3; i++) {
        String strategy = strategies.get(number % strategies.size());
        int parallelism = PARALLELISMS[number % PARALLELISMS.length];
        boolean rocksDb = number / PARALLELISMS.length % 2 == 1;
        String hint = strategy.replace("<weights>", weights(parallelism));
        if (Combinations.runs(i == number / 3 % 3)) {
          jobs.add(Arguments.of(query, hint, KEY_BY_STRATEGY.get(strategy), parallelism, rocksDb));
        }
        number++;
      }
    }
    return jobs.stream();
  }

  static String weights(int parallelism) {
    return parallelism == 1 ? "100" : parallelism == 2 ? "70,30" : "40,30,20,0,10";
  }

  @ParameterizedTest(name = "{0}, {1}, {3} subtasks, RocksDB: {4}")
  @MethodSource("jobs")
  void yieldsWhatFlinkYields(
      String query, String hint, String[] key, int parallelism, boolean rocksDb) throws Exception {
    SqlJob job = new SqlJob(rows).withTrilink().withParallelism(parallelism).onRocksDb(rocksDb);
    KeyedQueries.settings(query).forEach(job::with);

    assertThat(Changelog.materialize(job.run(KeyedQueries.sql(query, hint, key))))
        .containsExactlyInAnyOrderElementsOf(expected(query, key));
  }

  private List<String> expected(String query, String[] key) throws Exception {
    String sql = KeyedQueries.sql(query, "", key);
    return expected.of(
        sql,
        () -> {
          SqlJob stock = new SqlJob(rows);
          KeyedQueries.settings(query).forEach(stock::with);
          List<String> results = Changelog.materialize(stock.run(sql));
          assertThat(results).hasSizeGreaterThanOrEqualTo(KEYS - 1);
          return results;
        });
  }

  // ------------------------------------------------------------------------ where the keys are

  @Test
  void keysAreWhereALocalStrategySays() throws Exception {
    Map<Object, Integer> subtasks = subtasksByKey("'partition'='modulo'", "v");

    assertThat(subtasks).hasSize(KEYS);
    subtasks.forEach((key, subtask) -> assertThat(subtask).isEqualTo(moduloSubtask((Integer) key)));
  }

  private static int moduloSubtask(Integer key) {
    ModuloPlacement modulo = new ModuloPlacement();
    modulo.open(RowType.of(new IntType()));
    int group = modulo.keyGroup(GenericRowData.of(key), MAX_PARALLELISM);
    return KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(MAX_PARALLELISM, 5, group);
  }

  @Test
  void noKeyIsWhereTheWeightIsZero() throws Exception {
    String weights = "'partition'='weight', 'partition.weights'='0,50,0,50,0'";

    assertThat(subtasksByKey(weights, "k").values()).containsOnly(1, 3);
    assertThat(subtasksByKey(weights + ", 'partition.weight-draw'='random'", "k").values())
        .containsOnly(1, 3);
  }

  @Test
  void leastKeySpreadsTheKeysEvenly() throws Exception {
    Map<Integer, Long> keysBySubtask =
        subtasksByKey("'partition'='least-key'", "k").values().stream()
            .collect(Collectors.groupingBy(subtask -> subtask, Collectors.counting()));

    assertThat(keysBySubtask).hasSize(5);
    assertThat(keysBySubtask.values()).allMatch(keys -> keys == 2 || keys == 3);
  }

  @Test
  void aKeyThatWasBusyHasItsSubtaskForItself(@TempDir Path folder) throws Exception {
    aBusyKeyHasItsSubtaskForItself(
        Files.writeString(folder.resolve("counts.csv"), "5,1000000\n").toString());
  }

  @Test
  void aKeyThatWasBusyByATableHasItsSubtaskForItself() throws Exception {
    aBusyKeyHasItsSubtaskForItself("counts");
  }

  private void aBusyKeyHasItsSubtaskForItself(String history) throws Exception {
    Map<Object, Integer> subtasks =
        subtasksByKey("'partition'='least-count', 'partition.history'='" + history + "'", "v");

    Integer ofBusyKey = subtasks.remove(5);
    assertThat(subtasks.values()).doesNotContain(ofBusyKey);
    assertThat(new HashSet<>(subtasks.values())).hasSize(4);
  }

  /** The subtask of each key, with five subtasks. */
  private Map<Object, Integer> subtasksByKey(String hint, String key) throws Exception {
    Map<Object, Integer> subtasks = new HashMap<>();
    SqlJob job = new SqlJob(rows).withTrilink().withAnyMaxParallelism().withParallelism(5);
    for (Row result : job.runOnSubtasks(KeyedQueries.sql("group by", hint, key))) {
      Integer subtask = result.getFieldAs(0);
      Row row = result.getFieldAs(1);
      Integer before = subtasks.put(row.getField(0), subtask);
      assertThat(before).isIn(subtask, null);
    }
    return subtasks;
  }
}
