/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;
import static org.trilink.runtime.window.WindowShape.tumble;

import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.watermark.KeyTimeSettings;

/** Which keys are cached if there is room for three. */
class CachedKeyWindowsStateTest {

  private static final WindowShape SHAPE = tumble(1_000_000);
  private static final KeyTimeSettings TIME = KeyTimeSettings.of(0, UNBOUNDED);
  private static final int ROUNDS = 200;
  private static final int ROOM = 3;

  private WindowHarness operator;

  @BeforeEach
  void open() throws Exception {
    operator = WindowHarness.open(SHAPE, TIME, StateBackends.ROCKSDB_CACHING_LITTLE);
  }

  @AfterEach
  void close() throws Exception {
    operator.close();
  }

  @Test
  void keysAreNotLookedForWhileAllHaveRoom() throws Exception {
    assertThat(missesOfReading(List.of("a", "b", "c"))).isZero();
    assertThat(operator.gauge("keyCacheKeys")).isEqualTo(ROOM);
  }

  @Test
  void keysOfSnapshotAreReadOnce() throws Exception {
    missesOfReading(List.of("a", "b", "c"));
    OperatorSubtaskState snapshot = operator.snapshot();
    operator.close();
    operator =
        WindowHarness.open(SHAPE, TIME, StateBackends.ROCKSDB_CACHING_LITTLE, 1, 0, snapshot);
    assertThat(missesOfReading(List.of("a", "b", "c"))).isEqualTo(ROOM);
    operator.watermark(Long.MAX_VALUE);
    assertThat(operator.rows()).hasSize(ROOM);
    assertThat(operator.rows()).allSatisfy(row -> assertThat(row.count()).isEqualTo(2 * ROUNDS));
  }

  @Test
  void ofMoreKeysThatComeInTurnAPartIsKept() throws Exception {
    List<String> keys = List.of("a", "b", "c", "d", "e", "f");
    assertThat(missesOfReading(keys)).isBetween((ROUNDS - 2L) * ROOM, ROUNDS * 4L);
    assertThat(operator.gauge("keyCacheKeys")).isEqualTo(ROOM);
    assertThat(operator.gauge("keyCacheBytes"))
        .isLessThan(2 * operator.gauge("keyCacheBudgetBytes"));
  }

  @Test
  void keysThatCeaseMakeRoomForOthers() throws Exception {
    missesOfReading(List.of("a", "b", "c"));
    missesOfReading(List.of("d", "e", "f"));
    assertThat(missesOfReading(List.of("d", "e", "f"))).isZero();
  }

  @Test
  void keysThatCeaseAreWrittenBack() throws Exception {
    missesOfReading(List.of("a", "b", "c"));
    missesOfReading(List.of("d", "e", "f"));
    operator.watermark(Long.MAX_VALUE);
    assertThat(operator.rows()).hasSize(6);
    assertThat(operator.rows()).allSatisfy(row -> assertThat(row.count()).isEqualTo(ROUNDS));
    assertThat(operator.gauge("keyCacheKeys")).isZero();
    assertThat(operator.gauge("keyCacheBytes")).isZero();
  }

  private long missesOfReading(List<String> keys) throws Exception {
    long before = operator.counter("keyCacheMisses");
    for (int round = 0; round < ROUNDS; round++) {
      for (String key : keys) {
        operator.read(key, 5, 1);
      }
    }
    return operator.counter("keyCacheMisses") - before;
  }
}
