/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.RowsSource;
import org.trilink.planner.testing.SeenMetrics;
import org.trilink.planner.testing.SqlJob;
import org.trilink.runtime.placement.KeyPlacementStrategy;
import org.trilink.runtime.testing.Await;

/** A user's strategy that throws or takes long, in the JobManager or in a task. */
@Tag("slow")
class BadStrategyTest {

  private static final int KEYS = 8;
  private static final int ROWS = 4_000;

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration REST_LIMIT = Duration.ofSeconds(5);

  /** Checkpoints to be completed after the first judgement. */
  private static final int CHECKPOINTS = 10;

  private static final String SQL =
      "SELECT /*+ TRILINK('partition'='%s', 'partition.monitor'='period',"
          + " 'partition.monitor.interval'='1 s', 'partition.monitor.sample-rate'='1.0') */ v,"
          + " COUNT(*) AS c FROM t GROUP BY v, TUMBLE(ts, INTERVAL '10' SECOND)";

  /** Even keys, which have most records, go to the first of two subtasks. */
  private abstract static class OnlyInTasks implements KeyPlacementStrategy {

    private static final long serialVersionUID = 1L;

    @Override
    public final int keyGroup(RowData key, int maxParallelism) {
      if (!Thread.currentThread().getThreadGroup().getName().equals("Flink Task Threads")) {
        misbehave();
      }
      int number = key.getInt(0);
      return number % 2 * maxParallelism / 2 + number / 2;
    }

    abstract void misbehave();
  }

  /** Needs a minute for a key. */
  public static final class Sleeps extends OnlyInTasks {

    private static final long serialVersionUID = 1L;

    @Override
    void misbehave() {
      try {
        TimeUnit.MINUTES.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Has a bug. */
  public static final class Throws extends OnlyInTasks {

    private static final long serialVersionUID = 1L;

    @Override
    void misbehave() {
      throw new IllegalStateException("This bug belongs to the test.");
    }
  }

  /** Has a bug that shows in tasks. */
  public static final class ThrowsInATask implements KeyPlacementStrategy {

    private static final long serialVersionUID = 1L;

    @Override
    public int keyGroup(RowData key, int maxParallelism) {
      throw new IllegalStateException("This bug belongs to the test.");
    }
  }

  @AfterEach
  void forget() {
    RowsSource.setPace(null);
    SeenMetrics.watch(Set.of());
  }

  private static List<Row> rows() {
    LocalDateTime time = LocalDateTime.of(2020, 9, 13, 12, 0, 0);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int key = i < KEYS || i % 8 == 0 ? i % KEYS : 2 * (i % (KEYS / 2));
      rows.add(Row.of("key", key, "name", time));
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(classes = {Sleeps.class, Throws.class})
  void costsTheJobNothing(Class<? extends KeyPlacementStrategy> strategy) throws Exception {
    String sql = SQL.formatted(strategy.getName());
    List<String> expected = new SqlJob(rows()).run(sql);
    List<Duration> rest = new ArrayList<>();
    SeenMetrics.watch(Set.of("numSyncs"));
    RowsSource.setPace(
        row -> {
          if (row == ROWS - 1) {
            awaitSync();
            awaitCheckpoints(rest);
          }
        });

    List<String> results =
        new SqlJob(rows()).withTrilink().withParallelism(2).withCheckpoints().run(sql);

    assertThat(results).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(rest)
        .isNotEmpty()
        .allSatisfy(duration -> assertThat(duration).isLessThan(REST_LIMIT));
  }

  /** No other place would be right: a key's state is where its earlier records have gone. */
  @Test
  void failsTheJobThatNeedsIt() {
    String sql =
        "SELECT /*+ TRILINK('partition'='%s') */ v, COUNT(*) FROM t GROUP BY v"
            .formatted(ThrowsInATask.class.getName());

    assertThatThrownBy(() -> new SqlJob(rows()).withTrilink().withParallelism(2).run(sql))
        .hasStackTraceContaining("This bug belongs to the test.")
        .hasStackTraceContaining(ThrowsInATask.class.getName() + ".keyGroup");
  }

  /** Until then loads were judged, and the strategy needed for each key that is moved. */
  private static void awaitSync() {
    Await.until("a Sync", LIMIT, () -> SeenMetrics.sum("numSyncs") >= 1);
  }

  /**
   * Waits for some more checkpoints.
   *
   * @param rest gets how long each call of the REST interface has taken
   */
  private static void awaitCheckpoints(List<Duration> rest) throws Exception {
    int enough = RunningMonitor.checkpoints() + CHECKPOINTS;
    Await.until(
        CHECKPOINTS + " checkpoints",
        () -> {
          long start = System.nanoTime();
          RunningMonitor.status();
          boolean areEnough = RunningMonitor.checkpoints() >= enough;
          rest.add(Duration.ofNanos(System.nanoTime() - start));
          return areEnough;
        });
  }
}
