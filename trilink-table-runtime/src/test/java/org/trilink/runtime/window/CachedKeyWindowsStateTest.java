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
import org.apache.flink.table.types.logical.LogicalType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.operator.TestHeap;
import org.trilink.runtime.watermark.KeyTimeSettings;
import org.trilink.runtime.window.CountAndContent.Content;

/** Tests which keys are cached if there is room for two, or for some that grow. */
class CachedKeyWindowsStateTest {

  private static final WindowShape SHAPE = tumble(1_000_000);
  private static final KeyTimeSettings TIME = KeyTimeSettings.of(0, UNBOUNDED);
  private static final int ROUNDS = 200;
  private static final int ROOM = 2;

  /** In bytes: much for keys without content, too little for {@link #GROWING} after all rounds. */
  private static final long BUDGET = 60_000;

  private static final List<String> GROWING =
      List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j");

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
    assertThat(missesOfReading(List.of("a", "b"))).isZero();
    assertThat(operator.gauge("keyCacheKeys")).isEqualTo(ROOM);
  }

  @Test
  void keysOfSnapshotAreReadOnce() throws Exception {
    missesOfReading(List.of("a", "b"));
    OperatorSubtaskState snapshot = operator.snapshot();
    operator.close();
    operator =
        WindowHarness.open(SHAPE, TIME, StateBackends.ROCKSDB_CACHING_LITTLE, 1, 0, snapshot);
    assertThat(missesOfReading(List.of("a", "b"))).isEqualTo(ROOM);
    operator.watermark(Long.MAX_VALUE);
    assertThat(operator.rows()).hasSize(ROOM);
    assertThat(operator.rows()).allSatisfy(row -> assertThat(row.count()).isEqualTo(2 * ROUNDS));
  }

  @Test
  void ofMoreKeysThatComeInTurnAPartIsKept() throws Exception {
    List<String> keys = List.of("a", "b", "c", "d", "e", "f");
    int others = keys.size() - ROOM;
    assertThat(missesOfReading(keys)).isBetween((ROUNDS - 2L) * others, ROUNDS * (others + 1L));
    assertThat(operator.gauge("keyCacheKeys")).isEqualTo(ROOM);
    assertThat(operator.gauge("keyCacheBytes"))
        .isLessThanOrEqualTo(operator.gauge("keyCacheBudgetBytes"));
  }

  @Test
  void keysThatCeaseMakeRoomForOthers() throws Exception {
    missesOfReading(List.of("a", "b"));
    missesOfReading(List.of("c", "d"));
    assertThat(missesOfReading(List.of("c", "d"))).isZero();
  }

  @Test
  void keysThatCeaseAreWrittenBack() throws Exception {
    missesOfReading(List.of("a", "b"));
    missesOfReading(List.of("c", "d"));
    operator.watermark(Long.MAX_VALUE);
    assertThat(operator.rows()).hasSize(2 * ROOM);
    assertThat(operator.rows()).allSatisfy(row -> assertThat(row.count()).isEqualTo(ROUNDS));
    assertThat(operator.gauge("keyCacheKeys")).isZero();
    assertThat(operator.gauge("keyCacheBytes")).isZero();
  }

  // ----------------------------------------------------------------------- a share of the heap

  /** With keys as objects and on pages; after a record of a key that is cached, or a snapshot. */
  @ParameterizedTest
  @CsvSource({"ROCKSDB, true", "ROCKSDB, false", "ROCKSDB_PAGED, true", "ROCKSDB_PAGED, false"})
  void keysAreEvictedIfOthersNeedTheHeap(StateBackends backend, boolean atRecord) throws Exception {
    operator.close();
    operator =
        WindowHarness.openWithCache(
            null, WindowHarness.operator(SHAPE, TIME, CountSumMax.generated(), backend), backend);
    int keys = 1_000;
    for (int key = 0; key < keys; key++) {
      operator.read("k" + key, 5, 1);
    }
    long used = operator.gauge("keyCacheBytes");
    assertThat(operator.gauge("keyCacheKeys")).isEqualTo(keys);
    try (TestHeap.Others started =
        new TestHeap.Others(2 * Runtime.getRuntime().maxMemory() / used)) {
      if (atRecord) {
        operator.read("k" + (keys - 1), 5, 1);
      } else {
        operator.snapshot();
      }
      assertThat(operator.gauge("keyCacheBytes"))
          .isPositive()
          .isLessThanOrEqualTo(operator.gauge("keyCacheBudgetBytes"));
    }
    operator.watermark(Long.MAX_VALUE);
    assertThat(operator.rows()).hasSize(keys);
  }

  // ------------------------------------------------------------------- accumulators that grow

  /** With LITTLE, keys have aggregators of their own; both have another budget here. */
  @ParameterizedTest
  @EnumSource(names = {"ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void slicesThatGrowStayWithinTheMemory(StateBackends backend) throws Exception {
    reopen(slices(Content.TEXT), backend, BUDGET);
    assertKeysThatGrowStayWithinTheMemory();
  }

  @Test
  void sessionsThatGrowStayWithinTheMemory() throws Exception {
    Windowing<?> sessions =
        Windowing.sessions(
            SessionCountSumMax.generated(CountAndContent.generated(Content.TEXT)),
            CountAndContent.accumulatorTypes(Content.TEXT),
            SHAPE.size(),
            SHAPE.zone());
    reopen(sessions, StateBackends.ROCKSDB, BUDGET);
    assertKeysThatGrowStayWithinTheMemory();
  }

  private void assertKeysThatGrowStayWithinTheMemory() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      for (String key : GROWING) {
        operator.read(key, 5, 1);
        assertThat(operator.gauge("keyCacheBytes")).isLessThanOrEqualTo(BUDGET);
      }
    }
    long ofEach = (long) ROUNDS * CountAndContent.ADDED;
    assertThat(operator.gauge("keyCacheKeys")).isPositive();
    assertThat(operator.gauge("keyCacheKeys") * ofEach)
        .as("bytes, at most twice as many as were measured")
        .isLessThanOrEqualTo(2 * BUDGET);

    operator.watermark(Long.MAX_VALUE);
    assertThat(operator.rows())
        .hasSize(GROWING.size())
        .allSatisfy(row -> assertThat(row.count()).isEqualTo(ROUNDS))
        .allSatisfy(row -> assertThat(row.sum()).isEqualTo(ofEach));
    assertThat(operator.gauge("keyCacheBytes"))
        .as("at most aggregators")
        .isLessThanOrEqualTo(BUDGET / 8);
  }

  @Test
  void aKeyThatOutgrowsAllOfTheMemoryIsNotKept() throws Exception {
    reopen(slices(Content.TEXT), StateBackends.ROCKSDB, 3_500);
    operator.read("small", 5, 1);
    for (int round = 0; round < ROUNDS; round++) {
      operator.read("large", 5, 1);
    }
    assertThat(operator.gauge("keyCacheKeys")).isEqualTo(1);
    long misses = operator.counter("keyCacheMisses");
    operator.read("small", 5, 1);
    assertThat(operator.counter("keyCacheMisses")).as("the other one is").isEqualTo(misses);

    operator.watermark(Long.MAX_VALUE);
    assertThat(operator.rows())
        .containsExactlyInAnyOrder(rowOf("small", 2), rowOf("large", ROUNDS));
  }

  @ParameterizedTest
  @EnumSource(names = {"ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void keysOfUnknownSizeAreNotKept(StateBackends backend) throws Exception {
    reopen(slices(Content.RAW), backend, BUDGET);
    for (String key : List.of("a", "b", "a", "a", "b")) {
      operator.read(key, 5, 1);
      assertThat(operator.gauge("keyCacheKeys")).isZero();
      assertThat(operator.gauge("keyCacheBytes")).isZero();
    }

    operator.watermark(Long.MAX_VALUE);
    assertThat(operator.rows()).containsExactlyInAnyOrder(rowOf("a", 3), rowOf("b", 2));
  }

  private void reopen(Windowing<?> windowing, StateBackends backend, long budget) throws Exception {
    operator.close();
    operator =
        WindowHarness.openWithCache(
            budget, WindowHarness.operator(windowing, TIME, backend), backend);
  }

  private static Windowing<?> slices(Content content) {
    LogicalType[] types = CountAndContent.accumulatorTypes(content);
    return Windowing.slices(
        CountAndContent.generated(content), types, SHAPE.localSlices(), SHAPE.zone());
  }

  private static WindowRow rowOf(String key, long records) {
    return WindowRow.of(key, SHAPE.size(), records, records * CountAndContent.ADDED, 0);
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
