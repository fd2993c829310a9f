/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;
import static org.trilink.runtime.window.KeyWatermarkWindowAggOperator.LATE_RECORDS_DROPPED;
import static org.trilink.runtime.window.WindowHarness.keysOfOneKeyGroup;
import static org.trilink.runtime.window.WindowShape.cumulate;
import static org.trilink.runtime.window.WindowShape.hop;
import static org.trilink.runtime.window.WindowShape.tumble;

import java.time.Duration;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.watermark.KeyTimeSettings;

/** With an idle timeout, in processing time: here, of 1 s. */
class KeyWatermarkWindowAggOperatorIdleTimeoutTest {

  private static final KeyTimeSettings UNWATCHED = KeyTimeSettings.of(0, UNBOUNDED);
  private static final KeyTimeSettings SECOND = UNWATCHED.idleTimeout(Duration.ofSeconds(1));

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void firesAllThatSilentKeyHoldsAndForgetsIt(StateBackends backend) throws Exception {
    for (WindowShape shape : List.of(hop(20, 10), cumulate(20, 10))) {
      try (WindowHarness operator = WindowHarness.open(shape, SECOND, backend)) {
        operator.processingTime(10_000);
        operator.read("a", 5, 1);
        operator.processingTime(10_999);
        assertThat(operator.output()).isEmpty();
        operator.processingTime(11_000);
        assertThat(operator.output())
            .containsExactly(WindowRow.of("a", 10, 1, 1, 1), WindowRow.of("a", 20, 1, 1, 1));
        assertForgotten(operator);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void waitsSinceTheLatestRecordWithOneTimerAKey(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(tumble(10), SECOND, backend)) {
      operator.processingTime(0);
      operator.read("a", 1, 1);
      operator.processingTime(400);
      operator.read("a", 2, 2);
      operator.processingTime(900);
      operator.read("a", 3, 4);
      assertThat(operator.processingTimeTimers()).isEqualTo(1);
      operator.processingTime(1_899);
      assertThat(operator.output()).isEmpty();
      assertThat(operator.processingTimeTimers()).isEqualTo(1);
      operator.processingTime(1_900);
      assertThat(operator.output()).containsExactly(WindowRow.of("a", 10, 3, 7, 4));
      assertForgotten(operator);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void forgetsKeyThatHoldsButAWatermark(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(tumble(10), SECOND, backend)) {
      operator.read("a", 9, 1);
      operator.dropOutput();
      assertThat(operator.keysInState()).isEqualTo(1);
      operator.processingTime(1_000);
      assertThat(operator.output()).isEmpty();
      assertForgotten(operator);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void takesReturningKeyForANewOne(StateBackends backend) throws Exception {
    KeyTimeSettings bounded = KeyTimeSettings.of(0, 20).idleTimeout(Duration.ofSeconds(1));
    try (WindowHarness operator = WindowHarness.open(tumble(10), bounded, backend)) {
      operator.read("a", 35, 1);
      operator.processingTime(1_000);
      operator.dropOutput();
      operator.watermark(40);
      operator.read("a", 15, 2); // the bound is at 20
      operator.read("a", 25, 4);
      operator.read("a", 30, 8);
      operator.processingTime(2_000);
      assertThat(operator.output())
          .containsExactly(
              new Watermark(20), WindowRow.of("a", 30, 1, 4, 4), WindowRow.of("a", 40, 1, 8, 8));
      assertThat(operator.counter(LATE_RECORDS_DROPPED)).isEqualTo(1);
      assertForgotten(operator);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void dropsIdleTimerOfKeyThatTheBoundHasPassed(StateBackends backend) throws Exception {
    KeyTimeSettings bounded = KeyTimeSettings.of(0, 20).idleTimeout(Duration.ofSeconds(1));
    try (WindowHarness operator = WindowHarness.open(tumble(10), bounded, backend)) {
      operator.read("a", 5, 1);
      operator.watermark(29);
      assertForgotten(operator);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void firesSilentMemberOfGroup(StateBackends backend) throws Exception {
    List<String> keys = keysOfOneKeyGroup(2);
    try (WindowHarness operator = WindowHarness.open(tumble(10), SECOND.keysPerGroup(2), backend)) {
      operator.read(keys.get(0), 15, 1);
      operator.processingTime(600);
      operator.read(keys.get(1), 16, 2);
      operator.processingTime(1_000);
      assertThat(operator.rows()).containsExactly(WindowRow.of(keys.get(0), 20, 1, 1, 1));
      operator.read(keys.get(0), 9, 4); // late: its group is at 16
      assertThat(operator.counter(LATE_RECORDS_DROPPED)).isEqualTo(1);
      operator.read(keys.get(1), 19, 8); // fires at once, and no timer is left
      assertThat(operator.rows()).containsExactly(WindowRow.of(keys.get(1), 20, 2, 10, 8));
      assertForgotten(operator);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void doesNotCountTheTimeBeforeARestart(StateBackends backend) throws Exception {
    OperatorSubtaskState state;
    try (WindowHarness operator = WindowHarness.open(tumble(10), SECOND, backend)) {
      operator.read("a", 5, 1);
      operator.processingTime(500);
      state = operator.snapshot();
    }
    try (WindowHarness restored = WindowHarness.openAt(600, tumble(10), SECOND, backend, state)) {
      restored.processingTime(1_599);
      assertThat(restored.output()).isEmpty();
      restored.processingTime(1_600);
      assertThat(restored.output()).containsExactly(WindowRow.of("a", 10, 1, 1, 1));
      assertThat(restored.keysInState()).isZero();
      assertThat(restored.timers()).isZero();
      assertThat(restored.processingTimeTimers()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void watchesKeysOfAJobWithoutTimeoutFromTheRestartOn(StateBackends backend) throws Exception {
    OperatorSubtaskState state = twoKeys(UNWATCHED, backend);
    try (WindowHarness restored = WindowHarness.openAt(5_000, tumble(10), SECOND, backend, state)) {
      assertThat(restored.processingTimeTimers()).isEqualTo(2);
      restored.processingTime(5_500);
      restored.read("b", 6, 2);
      restored.processingTime(5_999);
      assertThat(restored.output()).isEmpty();
      restored.processingTime(6_000);
      assertThat(restored.output()).containsExactly(WindowRow.of("a", 10, 1, 1, 1));
      restored.processingTime(6_500);
      assertThat(restored.output()).containsExactly(WindowRow.of("b", 10, 2, 3, 2));
      assertThat(restored.keysInState()).isZero();
      assertThat(restored.timers()).isZero();
      assertThat(restored.processingTimeTimers()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void leavesKeysAloneIfRestoredWithoutTimeout(StateBackends backend) throws Exception {
    OperatorSubtaskState state;
    try (WindowHarness operator = WindowHarness.open(tumble(10), SECOND, backend)) {
      operator.read("a", 5, 1);
      state = operator.snapshot();
    }
    try (WindowHarness restored = WindowHarness.open(tumble(10), UNWATCHED, backend, 1, 0, state)) {
      restored.processingTime(100_000);
      assertThat(restored.output()).isEmpty();
      assertThat(restored.processingTimeTimers()).isZero();
      restored.read("a", 9, 2);
      assertThat(restored.output()).containsExactly(WindowRow.of("a", 10, 2, 3, 2));
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void timersOfAFormerTimeoutDoNothingWhereTheirKeysAreGone(StateBackends backend)
      throws Exception {
    KeyTimeSettings bounded = KeyTimeSettings.of(0, 20);
    OperatorSubtaskState state = twoKeys(bounded.idleTimeout(Duration.ofSeconds(1)), backend);
    try (WindowHarness restored = WindowHarness.open(tumble(10), bounded, backend, 1, 0, state)) {
      restored.watermark(29);
      assertThat(restored.output())
          .contains(WindowRow.of("a", 10, 1, 1, 1), WindowRow.of("b", 10, 1, 1, 1));
      restored.processingTime(1_000);
      assertThat(restored.output()).isEmpty();
      assertForgotten(restored);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void timersOfAFormerTimeoutDoNotSilenceAKeyThatIsAwake(StateBackends backend) throws Exception {
    OperatorSubtaskState state = twoKeys(SECOND, backend);
    try (WindowHarness restored = WindowHarness.open(tumble(10), UNWATCHED, backend, 1, 0, state)) {
      state = restored.snapshot();
    }
    try (WindowHarness restored = WindowHarness.open(tumble(10), SECOND, backend, 1, 0, state)) {
      restored.processingTime(500);
      restored.read("a", 6, 2);
      restored.processingTime(1_000);
      assertThat(restored.output()).doesNotContain(WindowRow.of("a", 10, 2, 3, 2));
      restored.processingTime(1_500);
      assertThat(restored.output()).contains(WindowRow.of("a", 10, 2, 3, 2));
    }
  }

  /** So many that some backends have them on pages, where there is no timeout. */
  private static OperatorSubtaskState twoKeys(KeyTimeSettings settings, StateBackends backend)
      throws Exception {
    try (WindowHarness operator = WindowHarness.open(tumble(10), settings, backend)) {
      operator.read("a", 5, 1);
      operator.read("b", 5, 1);
      return operator.snapshot();
    }
  }

  private static void assertForgotten(WindowHarness operator) throws Exception {
    assertThat(operator.keysInState()).isZero();
    assertThat(operator.stateEntries()).isZero();
    assertThat(operator.timers()).isZero();
    assertThat(operator.processingTimeTimers()).isZero();
  }
}
