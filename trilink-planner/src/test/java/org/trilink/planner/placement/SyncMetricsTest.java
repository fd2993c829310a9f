/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.testing.RowsSource;
import org.trilink.planner.testing.SeenMetrics;
import org.trilink.planner.testing.SqlJob;
import org.trilink.runtime.testing.Await;

/** The metrics after the monitor has moved keys. */
class SyncMetricsTest {

  private static final int KEYS = 8;
  private static final int ROWS = 4_000;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final Set<String> METRICS =
      Set.of(
          "numSyncs",
          "numSyncsNotDone",
          "numKeysMoved",
          "numBytesMoved",
          "numJudgementsRefused",
          "movedKeys",
          "lastSyncDuration",
          "balanceDegree",
          "balanceDegreeBeforeSync",
          "extraComputeTime",
          "keyAboveFairShare",
          "settingsSetAtRunTime",
          "targetSubtask.placedKeys",
          "targetSubtask.placedRecords",
          "numKeysMovedOut",
          "numBytesMovedOut",
          "numKeysMovedIn",
          "numBytesMovedIn",
          "syncHeldRecords",
          "syncHeldBytes",
          "lastSyncPause",
          "syncPause");

  private final Map<String, List<Double>> seen = new HashMap<>();

  @AfterEach
  void forget() {
    RowsSource.setPace(null);
    SeenMetrics.watch(Set.of());
  }

  /**
   * Even keys have most records; by their order and by their number most of them are on one
   * subtask.
   */
  private static List<Row> rows() {
    LocalDateTime time = LocalDateTime.of(2020, 9, 13, 12, 0, 0);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int key = i < KEYS || i % 8 == 0 ? i % KEYS : 2 * (i % (KEYS / 2));
      int any = i % 64 == 8 ? 1 + 2 * (i / 64 % (KEYS / 2)) : key;
      rows.add(Row.of("key", any, "name", time));
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(strings = {"least-key", "modulo"})
  void tellWhatWasMovedAndHowLongItTook(String strategy) throws Exception {
    SeenMetrics.watch(METRICS);
    RowsSource.setPace(
        row -> {
          if (row == ROWS - 1) {
            awaitSync();
          }
        });

    new SqlJob(rows())
        .withTrilink()
        .withParallelism(2)
        .run(
            "SELECT /*+ TRILINK('partition'='"
                + strategy
                + "', 'partition.monitor'='threshold', 'partition.monitor.sample-rate'='1.0') */ v,"
                + " COUNT(*) AS c FROM t GROUP BY v, TUMBLE(ts, INTERVAL '10' SECOND)");

    assertThat(one("numSyncs")).isEqualTo(1); // the settling time is longer than this job takes
    assertThat(one("numSyncsNotDone")).isZero();
    assertThat(one("numKeysMoved"))
        .isPositive()
        .isEqualTo(one("movedKeys"))
        .isEqualTo(sum("numKeysMovedOut"))
        .isEqualTo(sum("numKeysMovedIn"));
    assertThat(one("numBytesMoved"))
        .isPositive()
        .isEqualTo(sum("numBytesMovedOut"))
        .isEqualTo(sum("numBytesMovedIn"));
    assertThat(one("balanceDegreeBeforeSync")).isLessThan(0.6);
    assertThat(seen.get("balanceDegree"))
        .allSatisfy(degree -> assertThat(degree).isGreaterThan(0.6));
    assertThat(one("keyAboveFairShare")).isZero();
    assertThat(one("settingsSetAtRunTime")).isZero();
    assertThat(one("lastSyncDuration")).isNotNegative();
    // every subtask took part in the Sync, and no elements are held any more
    assertThat(seen.get("syncPause")).containsExactly(1.0, 1.0);
    assertThat(seen.get("lastSyncPause")).hasSize(2).allMatch(pause -> pause >= 0);
    assertThat(seen.get("syncHeldRecords")).containsExactly(0.0, 0.0);
    assertThat(seen.get("syncHeldBytes")).containsExactly(0.0, 0.0);
    if (strategy.equals("least-key")) {
      int moved = (int) one("numKeysMoved");
      assertThat(seen.get("targetSubtask.placedKeys"))
          .containsExactlyInAnyOrder(KEYS / 2.0 - moved, KEYS / 2.0 + moved);
    } else {
      assertThat(seen.get("targetSubtask.placedKeys")).isEmpty();
    }
  }

  /**
   * Waits until the metrics show a Sync and all rows except the last one, which is emitted after
   * that.
   */
  private void awaitSync() {
    Await.until(
        "the metrics to tell of a Sync",
        LIMIT,
        () ->
            SeenMetrics.sum("numSyncs") >= 1
                && SeenMetrics.sum("targetSubtask.placedRecords") >= ROWS - 1
                && SeenMetrics.sum("syncPause") >= 2);
    METRICS.forEach(name -> seen.put(name, SeenMetrics.values(name)));
  }

  private double one(String name) {
    assertThat(seen.get(name)).as(name).hasSize(1);
    return seen.get(name).get(0);
  }

  private double sum(String name) {
    return seen.get(name).stream().mapToDouble(Double::doubleValue).sum();
  }
}
