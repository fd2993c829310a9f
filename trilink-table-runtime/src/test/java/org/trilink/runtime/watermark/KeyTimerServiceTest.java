/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.TwoTimerServices.CountingSerializer.READ;

import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.window.StateBackends;

/** Timers in several services, with namespaces, in large numbers, and on processing time. */
class KeyTimerServiceTest {

  private static final KeyTimeSettings NO_SKEW =
      KeyTimeSettings.of(0, KeyWatermarkPolicy.UNBOUNDED);

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void firesTimersThatOneServiceRegistersInAnother(StateBackends backend) throws Exception {
    try (KeyTimeHarness operator = open(backend)) {
      operator.read("a", -2, 4); // timers at -1, 0, 1 and 2: the order must hold around zero
      operator.read("b", 1, 1);
      assertThat(operator.output()).isEmpty();
      operator.read("a", 1, 0);
      assertThat(operator.output())
          .containsExactly(
              "a numbered: 1 at -1, watermark 1",
              "a numbered: 0 at 0, watermark 1",
              "a numbered: -1 at 1, watermark 1",
              "a plain: VoidNamespace at 1, watermark 1");
      operator.read("b", 2, 0);
      assertThat(operator.output()).containsExactly("b numbered: 1 at 2, watermark 2");
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void showsTheKeysWatermarkToProcessingTimeTimers(StateBackends backend) throws Exception {
    try (KeyTimeHarness operator = open(backend)) {
      operator.read("a", 50, -1);
      operator.read("b", 7, -1);
      operator.processingTime(100);
      assertThat(operator.output())
          .containsExactlyInAnyOrder(
              "a processing time: VoidNamespace at 100, watermark 50",
              "b processing time: VoidNamespace at 100, watermark 7");
      operator.read("a", 60, 0);
      operator.watermark(60);
      assertThat(operator.output()).isEmpty();
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.output())
          .containsExactlyInAnyOrder(
              "a numbered: 0 at 9223372036854775807, watermark 9223372036854775807",
              "b numbered: 0 at 9223372036854775807, watermark 9223372036854775807",
              Watermark.MAX_WATERMARK)
          .endsWith(Watermark.MAX_WATERMARK);
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.cleanupTimers()).isZero();
    }
  }

  /** The timer and its key are kept when the bound has passed everything else. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void keepsTimerAtTheEndOfAllTimes(StateBackends backend) throws Exception {
    KeyTimeSettings skew = KeyTimeSettings.of(0, 10);
    try (KeyTimeHarness operator = KeyTimeHarness.open(TwoTimerServices.OPERATOR, skew, backend)) {
      operator.read("a", 50, -1);
      operator.processingTime(100);
      operator.watermark(1000);
      assertThat(operator.output()).hasSize(2);
      assertThat(operator.cleanupTimers()).isEqualTo(1);
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.output())
          .containsExactly(
              "a numbered: 0 at 9223372036854775807, watermark 9223372036854775807",
              Watermark.MAX_WATERMARK);
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.cleanupTimers()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void firesManyTimersOfOneKeyInOrder(StateBackends backend) throws Exception {
    try (KeyTimeHarness operator = open(backend)) {
      operator.read("a", 0, 10_000);
      for (int time = 1; time <= 10_000; time += 777) {
        operator.read("a", time, 0);
        assertThat(operator.rows())
            .filteredOn(row -> row.contains("numbered"))
            .isNotEmpty()
            .last()
            .isEqualTo("a numbered: %d at %d, watermark %d".formatted(2 - time, time, time));
      }
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.stateEntries()).isZero();
    }
  }

  @Test
  void readsNoMoreTimersFromRocksDbThanAreDue() throws Exception {
    OperatorSubtaskState state;
    try (KeyTimeHarness operator = open(StateBackends.ROCKSDB)) {
      operator.read("a", 0, 10_000);
      state = operator.snapshot();
    }
    long readBefore = READ.get();
    try (KeyTimeHarness operator =
        KeyTimeHarness.open(
            TwoTimerServices.OPERATOR, NO_SKEW, StateBackends.ROCKSDB, 1, 0, state)) {
      operator.read("a", 3, 0);
      assertThat(operator.output()).hasSize(4);
      assertThat(READ.get() - readBefore).isBetween(4L, 200L);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void showsAllTimersOfAllKeys(StateBackends backend) throws Exception {
    try (KeyTimeHarness operator = open(backend)) {
      operator.read("a", 0, 20);
      operator.read("b", 0, 3);
      operator.read("a", 5, 0);
      TwoTimerServices services = (TwoTimerServices) operator.stock();
      assertThat(services.countNumbered()).isEqualTo(18);
    }
  }

  private static KeyTimeHarness open(StateBackends backend) throws Exception {
    return KeyTimeHarness.open(TwoTimerServices.OPERATOR, NO_SKEW, backend);
  }
}
