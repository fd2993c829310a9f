/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;

import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.window.StateBackends;

/** Tests which keys of a wrapped operator are kept beside RocksDB. */
class WrappedOperatorCacheTest {

  private static final KeyTimeSettings TIME = KeyTimeSettings.of(0, UNBOUNDED);
  private static final List<String> KEYS = List.of("a", "b", "c", "d", "e", "f");
  private static final int ROUNDS = 100;

  private static KeyTimeHarness open(StateBackends backend) throws Exception {
    return KeyTimeHarness.open(TimedSums.OPERATOR, TIME, backend);
  }

  private static void readInTurn(KeyTimeHarness operator, int from) throws Exception {
    for (int round = from; round < from + ROUNDS; round++) {
      for (String key : KEYS) {
        operator.read(key, round, 1);
      }
    }
  }

  @Test
  void isNotReadForNewKeysWhileAllHaveRoom() throws Exception {
    try (KeyTimeHarness operator = open(StateBackends.ROCKSDB)) {
      readInTurn(operator, 0);

      assertThat(operator.counter("keyCacheMisses")).isZero();
      assertThat(operator.gauge("keyCacheKeys")).isEqualTo(KEYS.size());
      assertThat(operator.gauge("keyCacheBytes")).isPositive();
    }
  }

  @Test
  void aPartOfTheKeysIsKeptIfNotAllHaveRoom() throws Exception {
    try (KeyTimeHarness operator = open(StateBackends.ROCKSDB_CACHING_LITTLE)) {
      readInTurn(operator, 0);

      assertThat(operator.gauge("keyCacheKeys")).isBetween(1L, KEYS.size() - 1L);
      assertThat(operator.gauge("keyCacheBytes"))
          .isLessThan(2 * operator.gauge("keyCacheBudgetBytes"));
      assertThat(operator.counter("keyCacheMisses")).isPositive();
    }
  }

  @Test
  void aLastKeyWithoutRoomIsFiredAtTheEnd() throws Exception {
    long ofOneKey;
    try (KeyTimeHarness operator = open(StateBackends.ROCKSDB)) {
      operator.read("a", 1, 1);
      OperatorSubtaskState unused = operator.snapshot();
      ofOneKey = operator.gauge("keyCacheBytes");
    }
    try (KeyTimeHarness operator =
        KeyTimeHarness.openCaching(ofOneKey, TimedSums.OPERATOR, TIME, StateBackends.ROCKSDB)) {
      operator.read("a", 1, 1);
      operator.read("b", 1, 1);
      operator.watermark(Long.MAX_VALUE);

      assertThat(operator.rows())
          .anyMatch(row -> row.startsWith("a fired at 9: sum 1"))
          .anyMatch(row -> row.startsWith("b fired at 9: sum 1"));
    }
  }

  @Test
  void isReadOnceForEachKeyOfASnapshot() throws Exception {
    OperatorSubtaskState snapshot;
    try (KeyTimeHarness operator = open(StateBackends.ROCKSDB)) {
      readInTurn(operator, 0);
      snapshot = operator.snapshot();
    }
    try (KeyTimeHarness operator =
        KeyTimeHarness.open(TimedSums.OPERATOR, TIME, StateBackends.ROCKSDB, 1, 0, snapshot)) {
      readInTurn(operator, ROUNDS);

      assertThat(operator.counter("keyCacheMisses")).isEqualTo(KEYS.size());
    }
  }
}
