/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A job over numbered rows: it counts the rows of each key, one by one, and in windows. Its results
 * show which rows it has read, and so which counts are expected.
 */
final class NumberedRows {

  private static final int KEYS = 23;
  private static final int ROWS_PER_SECOND = 1_000;
  private static final int SOURCES = 4;
  private static final int ROWS_PER_WINDOW = 100;

  /** The seconds for which there are rows; the job is stopped before that. */
  private static final int SECONDS = 240;

  /** The seconds for each failure for which there are rows, if there are many failures. */
  private static final int SECONDS_PER_FAILURE = 40;

  private static final String MOVED =
      "/*+ TRILINK('partition'='%s', 'partition.monitor'='threshold',"
          + " 'partition.monitor.sample-rate'='1.0', 'partition.control'='redis://%s/moves') */";

  private static final String SCRIPT =
      """
      CREATE TEMPORARY TABLE t (id BIGINT, k AS CAST(id % <keys> AS INT),
        ts AS TO_TIMESTAMP_LTZ(id * 10, 3), p AS PROCTIME(), WATERMARK FOR ts AS ts) WITH (
        'connector' = 'datagen', 'rows-per-second' = '<rate>', 'fields.id.kind' = 'sequence',
        'fields.id.start' = '0', 'fields.id.end' = '<end>');
      CREATE TEMPORARY TABLE counts (k INT, id BIGINT, c BIGINT)
        WITH ('connector' = 'filesystem', 'path' = 'file://<folder>/counts', 'format' = 'csv');
      CREATE TEMPORARY TABLE windows (k INT, w BIGINT, c BIGINT, s BIGINT)
        WITH ('connector' = 'filesystem', 'path' = 'file://<folder>/windows', 'format' = 'csv');
      BEGIN STATEMENT SET;
      INSERT INTO counts SELECT <auto> k, id, COUNT(*) OVER (PARTITION BY k ORDER BY p
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM t;
      INSERT INTO windows SELECT <least-key> k, MIN(id) / <window>, COUNT(*), SUM(id)
        FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' SECOND))
        GROUP BY k, window_start, window_end;
      END;
      """;

  private final Path folder;
  private final int rows;

  /**
   * @param folder of the results
   * @param failures the number of failures of the job
   */
  NumberedRows(Path folder, int failures) {
    this.folder = folder;
    rows = ROWS_PER_SECOND * Math.max(SECONDS, SECONDS_PER_FAILURE * failures);
  }

  /**
   * @param redis {@code host:port} of the server from which commands are received
   */
  SqlScript script(String redis) {
    return new SqlScript(
        SCRIPT
            .replace("<keys>", String.valueOf(KEYS))
            .replace("<rate>", String.valueOf(ROWS_PER_SECOND))
            .replace("<end>", String.valueOf(rows - 1))
            .replace("<window>", String.valueOf(ROWS_PER_WINDOW))
            .replace("<folder>", folder.toString())
            .replace("<auto>", MOVED.formatted("auto", redis))
            .replace("<least-key>", MOVED.formatted("least-key", redis)));
  }

  /** Asserts that the results contain every row that was read exactly once, and no other row. */
  void assertExact() throws IOException {
    Map<Integer, List<Long>> counts = new HashMap<>();
    SortedSet<Long> ids = new TreeSet<>();
    for (long[] row : results("counts")) {
      assertThat(row[0]).isEqualTo(row[1] % KEYS);
      assertThat(ids.add(row[1])).as("row %d is the first of its number", row[1]).isTrue();
      counts.computeIfAbsent((int) row[0], none -> new ArrayList<>()).add(row[2]);
    }
    assertThat(counts).hasSize(KEYS);
    counts.forEach(
        (key, ofKey) ->
            assertThat(ofKey.stream().sorted().toList())
                .as("counts of key %d", key)
                .isEqualTo(Stream.iterate(1L, next -> next + 1).limit(ofKey.size()).toList()));
    assertNoneIsMissing(ids);
    assertThat(
            results("windows").stream()
                .map(row -> "%d,%d,%d,%d".formatted(row[0], row[1], row[2], row[3]))
                .toList())
        .containsExactlyInAnyOrderElementsOf(windows(ids));
  }

  /** Each source subtask reads every fourth row, up to some row. */
  private static void assertNoneIsMissing(SortedSet<Long> ids) {
    for (int source = 0; source < SOURCES; source++) {
      int number = source;
      List<Long> read = ids.stream().filter(id -> id % SOURCES == number).toList();
      assertThat(read)
          .isNotEmpty()
          .isEqualTo(
              Stream.iterate((long) source, next -> next + SOURCES).limit(read.size()).toList());
    }
  }

  private static List<String> windows(SortedSet<Long> ids) {
    Map<List<Long>, List<Long>> byWindow = new HashMap<>();
    for (long id : ids) {
      byWindow
          .computeIfAbsent(List.of(id % KEYS, id / ROWS_PER_WINDOW), none -> new ArrayList<>())
          .add(id);
    }
    return byWindow.entrySet().stream()
        .map(
            window ->
                "%d,%d,%d,%d"
                    .formatted(
                        window.getKey().get(0),
                        window.getKey().get(1),
                        window.getValue().size(),
                        window.getValue().stream().mapToLong(Long::longValue).sum()))
        .toList();
  }

  /** The committed results. */
  private List<long[]> results(String table) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(table))) {
      List<long[]> rows = new ArrayList<>();
      for (Path file :
          files.filter(file -> !file.getFileName().toString().startsWith(".")).toList()) {
        for (String line : Files.readAllLines(file)) {
          rows.add(Stream.of(line.split(",")).mapToLong(Long::parseLong).toArray());
        }
      }
      return rows;
    }
  }
}
