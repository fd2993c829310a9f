/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;

import java.time.Duration;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.window.StateBackends;

/** A key that becomes idle fires its timers and is cleared. */
class KeyWatermarkIdleTimeoutTest {

  private static final KeyTimeSettings NO_TIMEOUT = KeyTimeSettings.of(0, UNBOUNDED);
  private static final KeyTimeSettings TIMEOUT_100 = NO_TIMEOUT.idleTimeout(Duration.ofMillis(100));

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void firesAndForgetsSilentKey(StateBackends backend) throws Exception {
    try (KeyTimeHarness operator = KeyTimeHarness.open(LegacyWindows.HOP, TIMEOUT_100, backend)) {
      operator.processingTime(1000);
      operator.read("a", 5, 1);
      operator.processingTime(1060);
      operator.read("b", 7, 2);
      operator.processingTime(1099);
      assertThat(operator.output()).isEmpty();
      operator.processingTime(1100);
      assertThat(operator.output())
          .containsExactly(
              "a [-20, 10): count 1, sum 1",
              "a [-10, 20): count 1, sum 1",
              "a [0, 30): count 1, sum 1");
      assertThat(operator.checks()).isEqualTo(1);
      operator.processingTime(1160);
      assertThat(operator.output()).hasSize(3);
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.cleanupTimers()).isZero();
      assertThat(operator.checks()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void countsFromTheLatestRecord(StateBackends backend) throws Exception {
    try (KeyTimeHarness operator =
        KeyTimeHarness.open(LegacyWindows.TUMBLE, TIMEOUT_100, backend)) {
      for (int time = 0; time < 500; time += 50) {
        operator.processingTime(time);
        operator.read("a", 5, 1);
        operator.read("b", 5, 1); // the selected key changes
      }
      assertThat(operator.output()).isEmpty();
      assertThat(operator.checks()).isEqualTo(2);
      operator.processingTime(549);
      assertThat(operator.output()).isEmpty();
      operator.processingTime(550);
      assertThat(operator.output())
          .containsExactlyInAnyOrder("a [0, 10): count 10, sum 10", "b [0, 10): count 10, sum 10");
    }
  }

  @Test
  void keyThatReturnsIsNew() throws Exception {
    try (KeyTimeHarness operator =
        KeyTimeHarness.open(LegacyWindows.TUMBLE, TIMEOUT_100, StateBackends.HEAP)) {
      operator.processingTime(0);
      operator.read("a", 25, 1);
      operator.processingTime(100);
      operator.read("a", 27, 2);
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.output())
          .containsExactly(
              "a [20, 30): count 1, sum 1", "a [20, 30): count 1, sum 2", Watermark.MAX_WATERMARK);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void forgetsKeyThatHoldsNothing(StateBackends backend) throws Exception {
    try (KeyTimeHarness operator =
        KeyTimeHarness.open(LegacyWindows.TUMBLE, TIMEOUT_100, backend)) {
      operator.processingTime(0);
      operator.read("a", 9, 1); // fires at once: only the key's watermark is left
      assertThat(operator.output()).hasSize(1);
      assertThat(operator.stateEntries()).isPositive();
      operator.processingTime(100);
      assertThat(operator.output()).isEmpty();
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.cleanupTimers()).isZero();
      assertThat(operator.checks()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void takesItsCheckAlongWhenTheBoundForgetsTheKey(StateBackends backend) throws Exception {
    KeyTimeSettings settings = KeyTimeSettings.of(0, 20).idleTimeout(Duration.ofMillis(100));
    try (KeyTimeHarness operator = KeyTimeHarness.open(LegacyWindows.TUMBLE, settings, backend)) {
      operator.processingTime(0);
      operator.read("a", 5, 1);
      operator.watermark(29);
      assertThat(operator.output()).containsExactly("a [0, 10): count 1, sum 1", new Watermark(9));
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.checks()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void doesNotCountTheTimeBeforeRestart(StateBackends backend) throws Exception {
    OperatorSubtaskState state;
    try (KeyTimeHarness operator =
        KeyTimeHarness.open(LegacyWindows.TUMBLE, TIMEOUT_100, backend)) {
      operator.processingTime(0);
      operator.read("a", 5, 1);
      state = operator.snapshot();
    }
    try (KeyTimeHarness operator =
        KeyTimeHarness.restoreAt(5000, LegacyWindows.TUMBLE, TIMEOUT_100, backend, state)) {
      operator.processingTime(5099);
      assertThat(operator.output()).isEmpty();
      operator.processingTime(5100);
      assertThat(operator.output()).containsExactly("a [0, 10): count 1, sum 1");
      assertThat(operator.stateEntries()).isZero();
    }
  }

  /** Keys of a job without a timeout are watched from the restart on. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void mayBeSetForKeysThatHadNone(StateBackends backend) throws Exception {
    OperatorSubtaskState state = keysThatAreNotWatched(backend);
    try (KeyTimeHarness operator =
        KeyTimeHarness.restoreAt(5000, LegacyWindows.TUMBLE, TIMEOUT_100, backend, state)) {
      assertThat(operator.checks()).isEqualTo(3);
      operator.processingTime(5050);
      operator.read("b", 7, 8);
      operator.processingTime(5099);
      assertThat(operator.output()).isEmpty();
      operator.processingTime(5100);
      assertThat(operator.output())
          .containsExactlyInAnyOrder("a [0, 10): count 1, sum 1", "c [10, 20): count 1, sum 4");
      assertThat(operator.checks()).isEqualTo(1);
      state = operator.snapshot();
    }
    try (KeyTimeHarness operator =
        KeyTimeHarness.restoreAt(6000, LegacyWindows.TUMBLE, TIMEOUT_100, backend, state)) {
      assertThat(operator.checks()).isEqualTo(1);
      operator.processingTime(6100);
      assertThat(operator.output()).containsExactly("b [0, 10): count 2, sum 10");
      assertThat(operator.watermarks()).isZero();
      assertThat(operator.checks()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void mayBeSetTogetherWithAMaxSkew(StateBackends backend) throws Exception {
    KeyTimeSettings settings = KeyTimeSettings.of(0, 20).idleTimeout(Duration.ofMillis(100));
    OperatorSubtaskState state = keysThatAreNotWatched(backend);
    try (KeyTimeHarness operator =
        KeyTimeHarness.restoreAt(5000, LegacyWindows.TUMBLE, settings, backend, state)) {
      assertThat(operator.cleanupTimers()).isEqualTo(3);
      assertThat(operator.checks()).isEqualTo(3);
      operator.watermark(29);
      assertThat(operator.rows())
          .containsExactlyInAnyOrder("a [0, 10): count 1, sum 1", "b [0, 10): count 1, sum 2");
      assertThat(operator.checks()).isEqualTo(1);
      operator.processingTime(5100);
      assertThat(operator.output()).containsExactly("c [10, 20): count 1, sum 4");
      assertThat(operator.cleanupTimers()).isZero();
      assertThat(operator.checks()).isZero();
    }
  }

  /** Three keys with open windows. */
  private static OperatorSubtaskState keysThatAreNotWatched(StateBackends backend)
      throws Exception {
    try (KeyTimeHarness operator = KeyTimeHarness.open(LegacyWindows.TUMBLE, NO_TIMEOUT, backend)) {
      operator.read("a", 5, 1);
      operator.read("b", 6, 2);
      operator.read("c", 15, 4);
      assertThat(operator.checks()).isZero();
      return operator.snapshot();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void leavesTheWatermarkOfTheGroup(StateBackends backend) throws Exception {
    try (KeyTimeHarness operator =
        KeyTimeHarness.open(LegacyWindows.TUMBLE, TIMEOUT_100.keysPerGroup(2), backend)) {
      operator.processingTime(0);
      operator.read("a", 25, 1);
      operator.processingTime(100);
      assertThat(operator.rows()).containsExactly("a [20, 30): count 1, sum 1");
      assertThat(operator.stateEntries()).isZero();
      operator.read("a", 19, 2); // behind its group's watermark
      assertThat(operator.counter(KeyWatermarkOperator.BEHIND_KEY_WATERMARK)).isEqualTo(1);
    }
  }
}
