/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import static net.jqwik.api.Combinators.combine;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.lifecycle.PropagationMode;
import org.apache.flink.types.Row;
import org.apache.flink.util.FileUtils;
import org.trilink.planner.testing.Changelog;
import org.trilink.planner.testing.SqlJob;
import org.trilink.planner.testing.trial.TimedTrials;
import org.trilink.runtime.merge.store.MariaTestServer;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.merge.store.StoreServer;

/**
 * Random aggregates that are merged in a real Redis or MariaDB, by random triggers, on Trilink and
 * on Flink; some of the jobs fail halfway, some are continued at another parallelism. Rows of a key
 * are distributed over all subtasks.
 */
@Tag("slow")
@AddLifecycleHook(value = TimedTrials.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class GlobalMergePropertyTest {

  private static final Map<String, StoreServer> SERVERS = new HashMap<>();
  private static Path folder;

  @BeforeContainer
  static void start() throws Exception {
    SERVERS.put("redis", RedisTestServer.started("secret"));
    SERVERS.put("mysql", MariaTestServer.started());
    folder = Files.createTempDirectory("global-merge");
  }

  @AfterContainer
  static void stop() throws Exception {
    for (StoreServer server : SERVERS.values()) {
      server.close();
    }
    FileUtils.deleteDirectory(folder.toFile());
  }

  private enum Interruption {
    NONE,
    CRASH,
    RESCALE
  }

  /** How a query is run. */
  private record Run(
      String store,
      String options,
      int parallelism,
      boolean rocksDb,
      Interruption interruption,
      int rescaledTo) {}

  /** A query with a placeholder for its hint, and its input. */
  private record Trial(String sql, boolean windowed, long seedOfRows, Run run) {

    /**
     * The rows of the input. Keys are NULL only with windows: without them, the key is the PRIMARY
     * KEY of upserts.
     */
    List<Row> rows() {
      Random random = new Random(seedOfRows);
      LocalDateTime time = LocalDateTime.of(2020, 9, 13, 12, 0, 0);
      List<Row> rows = new ArrayList<>();
      int count = 60 + random.nextInt(240);
      for (int i = 0; i < count; i++) {
        time = time.plusNanos(1_000_000L * random.nextInt(200));
        rows.add(
            Row.of(
                windowed && random.nextInt(8) == 0 ? null : "key " + random.nextInt(6),
                random.nextInt(8) == 0 ? null : random.nextInt(9) - 2,
                "name " + random.nextInt(50),
                time));
      }
      return rows;
    }
  }

  @Provide
  Arbitrary<Trial> trials() {
    Arbitrary<String> aggregates =
        Arbitraries.of(
                "COUNT(v) AS cv",
                "SUM(v) AS s",
                "MIN(v) AS mi",
                "MAX(name) AS ma",
                "AVG(v) AS a",
                "SUM(CAST(v AS DECIMAL(20, 3))) AS d",
                "MIN(ts) AS t",
                "COUNT(*) FILTER (WHERE v > 3) AS f",
                "AVG(v) FILTER (WHERE name > 'name 2') AS fa")
            .list()
            .uniqueElements()
            .ofMinSize(1)
            .ofMaxSize(5)
            .map(list -> String.join(", ", list));
    Arbitrary<String> groups =
        Arbitraries.of(
            "k, window_start, window_end|TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '2' SECOND)",
            "window_start, window_end|TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' SECOND)",
            "k, window_start, window_end|HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '1' SECOND, INTERVAL"
                + " '3' SECOND)",
            "k, window_start, window_end|CUMULATE(TABLE t, DESCRIPTOR(ts), INTERVAL '2' SECOND,"
                + " INTERVAL '6' SECOND)",
            "k, TUMBLE(ts, INTERVAL '3' SECOND)|",
            "HOP(ts, INTERVAL '1' SECOND, INTERVAL '2' SECOND)|",
            "k|");
    return combine(groups, aggregates, Arbitraries.longs().between(0, 1_000_000), runs())
        .as(GlobalMergePropertyTest::trial);
  }

  private static Trial trial(String group, String aggregates, long seed, Run run) {
    String keys = group.substring(0, group.indexOf('|'));
    String function = group.substring(group.indexOf('|') + 1);
    boolean legacy = keys.contains("(");
    String shown =
        legacy
            ? keys.replaceFirst("TUMBLE\\(", "TUMBLE_START(").replaceFirst("HOP\\(", "HOP_END(")
            : keys;
    String sql =
        "SELECT /*+ %s */ "
            + (legacy ? shown + " AS w" : shown)
            + ", COUNT(*) AS c, "
            + aggregates
            + " FROM "
            + (function.isEmpty() ? "t" : "TABLE(" + function + ")")
            + " GROUP BY "
            + keys;
    return new Trial(sql, !keys.equals("k"), seed, run);
  }

  private static Arbitrary<Run> runs() {
    Arbitrary<String> options =
        Arbitraries.of(
            "",
            ", 'global-merge.emit'='period', 'global-merge.emit.delay'='5 ms'",
            ", 'global-merge.emit'='count', 'global-merge.emit.records'='7'",
            ", 'global-merge.emit'='period,count', 'global-merge.emit.delay'='30 ms',"
                + " 'global-merge.emit.records'='20'");
    return combine(
            Arbitraries.of("redis", "mysql"),
            options,
            Arbitraries.integers().between(1, 3),
            Arbitraries.of(false, true),
            Arbitraries.of(Interruption.class),
            Arbitraries.integers().between(1, 4))
        .as(Run::new);
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void yieldsWhatFlinkYields(@ForAll("trials") Trial trial) throws Exception {
    List<String> expected =
        result(trial, job(trial, false).run(trial.sql().replace("/*+ %s */", "")));

    assertThat(result(trial, run(trial))).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static SqlJob job(Trial trial, boolean trilink) {
    SqlJob job = new SqlJob(trial.rows()).withUpsertsBy(trial.windowed() ? null : "k");
    return trilink
        ? job.withTrilink()
            .with("table.optimizer.trilink.strict", "true")
            .onRocksDb(trial.run().rocksDb())
            .withParallelism(trial.run().parallelism())
        : job;
  }

  private static List<String> run(Trial trial) throws Exception {
    Run run = trial.run();
    String sql =
        trial
            .sql()
            .formatted(
                "TRILINK('exchange'='global-merge', 'global-merge.store'='%s'%s)"
                    .formatted(SERVERS.get(run.store()).address(), run.options()));
    return switch (run.interruption()) {
      case NONE -> job(trial, true).run(sql);
      case CRASH -> job(trial, true).runWithCrash(sql, newFolder());
      case RESCALE -> runAtTwoParallelisms(trial, sql);
    };
  }

  private static List<String> runAtTwoParallelisms(Trial trial, String sql) throws Exception {
    int half = trial.rows().size() / 2;
    SqlJob.Stopped first = job(trial, true).withCheckpoints().runUntil(sql, half, newFolder());
    List<String> all = new ArrayList<>(first.results());
    all.addAll(
        job(trial, true)
            .withCheckpoints()
            .withParallelism(trial.run().rescaledTo())
            .resume(sql, first.savepoint()));
    return all;
  }

  private static Path newFolder() throws IOException {
    return Files.createTempDirectory(folder, "job");
  }

  /** The final result: with upserts, the last one of each key. */
  private static List<String> result(Trial trial, List<String> changes) {
    if (trial.windowed()) {
      return Changelog.materialize(changes);
    }
    return List.copyOf(
        changes.stream()
            .map(change -> change.substring(2))
            .collect(
                Collectors.toMap(
                    row -> row.substring(0, row.indexOf(',')), row -> row, (before, last) -> last))
            .values());
  }
}
