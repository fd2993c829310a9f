/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;
import static org.trilink.runtime.window.WindowHarness.MAX_PARALLELISM;
import static org.trilink.runtime.window.WindowShape.cumulate;
import static org.trilink.runtime.window.WindowShape.hop;
import static org.trilink.runtime.window.WindowShape.tumble;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.harness.Subtasks;
import org.trilink.runtime.testing.Combinations;
import org.trilink.runtime.watermark.KeyTimeSettings;

/**
 * Snapshots can be restored at any parallelism, and contain the state of the moment they were
 * taken.
 */
@Tag("slow")
class KeyWatermarkWindowAggOperatorRestoreTest {

  private static final int KEYS = 8;

  /** The keys are 10 s apart: the bound is close to the slowest of them. */
  private static final KeyTimeSettings POLICY = KeyTimeSettings.of(7, (KEYS - 1) * 10_000L);

  private static final KeyTimeSettings NO_BOUND = KeyTimeSettings.of(7, UNBOUNDED);

  private static final List<WindowShape> SHAPES =
      List.of(tumble(10), hop(40, 10), cumulate(40, 10));

  static Stream<Arguments> rescalings() {
    return Combinations.oneOf(
        2,
        Stream.of(StateBackends.values())
            .flatMap(
                backend ->
                    Stream.of(
                        Arguments.of(backend, 2, 3),
                        Arguments.of(backend, 3, 1),
                        Arguments.of(backend, 1, 1))));
  }

  @ParameterizedTest(name = "{0} from {1} to {2}")
  @MethodSource("rescalings")
  void goesOnAtAnotherParallelism(StateBackends backend, int before, int after) throws Exception {
    for (WindowShape shape : SHAPES) {
      for (int seed = 1; seed <= 2; seed++) {
        List<Reading> readings = readings(seed, 600);
        List<Reading> firstHalf = readings.subList(0, 300);
        List<Reading> secondHalf = readings.subList(300, 600);

        List<WindowRow> expected = new ArrayList<>();
        try (Subtasks<WindowRow, WindowHarness> uninterrupted =
            WindowHarness.openAll(shape, POLICY, backend, 1)) {
          expected.addAll(uninterrupted.read(firstHalf));
          expected.addAll(uninterrupted.read(secondHalf));
          expected.addAll(uninterrupted.finish());
        }

        List<WindowRow> rows = new ArrayList<>();
        OperatorSubtaskState state;
        try (Subtasks<WindowRow, WindowHarness> subtasks =
            WindowHarness.openAll(shape, POLICY, backend, before)) {
          rows.addAll(subtasks.read(firstHalf));
          state = subtasks.savepoint();
        }
        try (Subtasks<WindowRow, WindowHarness> subtasks =
            WindowHarness.restoreAll(shape, POLICY, backend, after, state, before)) {
          rows.addAll(subtasks.read(secondHalf));
          rows.addAll(subtasks.finish());
        }

        assertThat(rows)
            .as("%s, seed %s", shape, seed)
            .containsExactlyInAnyOrderElementsOf(expected);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void keepsTheBoundThatAKeyGroupHad(StateBackends backend) throws Exception {
    KeyTimeSettings skew = KeyTimeSettings.of(0, 10);
    OperatorSubtaskState state;
    try (WindowHarness ahead = WindowHarness.open(tumble(10), skew, backend, 2, 0, null);
        WindowHarness behind = WindowHarness.open(tumble(10), skew, backend, 2, 1, null)) {
      ahead.watermark(110);
      behind.watermark(60);
      state = AbstractStreamOperatorTestHarness.repackageState(ahead.snapshot(), behind.snapshot());
    }
    String keyOfAhead = keyOfSubtask(0, 2);
    String keyOfBehind = keyOfSubtask(1, 2);
    OperatorSubtaskState all =
        AbstractStreamOperatorTestHarness.repartitionOperatorState(state, MAX_PARALLELISM, 2, 1, 0);
    OperatorSubtaskState again;
    try (WindowHarness restored = WindowHarness.open(tumble(10), skew, backend, 1, 0, all)) {
      restored.read(keyOfAhead, 65, 1); // its window had ended, and may have been fired
      restored.read(keyOfBehind, 49, 2); // so had this
      restored.read(keyOfBehind, 65, 4);
      assertThat(restored.counter(KeyWatermarkWindowAggOperator.LATE_BY_KEY_WATERMARK))
          .isEqualTo(2);
      restored.watermark(60);
      assertThat(restored.output()).isEmpty();
      restored.watermark(79);
      assertThat(restored.output())
          .containsExactly(WindowRow.of(keyOfBehind, 70, 1, 4, 4), new Watermark(69));
      again = restored.snapshot();
    }
    try (WindowHarness restored = WindowHarness.open(tumble(10), skew, backend, 1, 0, again)) {
      restored.read(keyOfAhead, 85, 1); // still behind the restored bound
      restored.read(keyOfBehind, 85, 2);
      restored.watermark(110);
      restored.read(keyOfAhead, 105, 4);
      restored.watermark(Long.MAX_VALUE);
      assertThat(restored.rows())
          .containsExactly(
              WindowRow.of(keyOfBehind, 90, 1, 2, 2), WindowRow.of(keyOfAhead, 110, 1, 4, 4));
    }
  }

  static Stream<Arguments> boundsThatChange() {
    return Stream.of(StateBackends.values())
        .flatMap(
            backend ->
                Stream.of(
                    Arguments.of(backend, NO_BOUND, POLICY),
                    Arguments.of(backend, POLICY, NO_BOUND),
                    Arguments.of(backend, NO_BOUND, NO_BOUND.withFloor()),
                    Arguments.of(backend, NO_BOUND, POLICY.withFloor()),
                    Arguments.of(backend, NO_BOUND.withFloor(), NO_BOUND),
                    Arguments.of(backend, NO_BOUND.withFloor(), POLICY),
                    Arguments.of(backend, POLICY.withFloor(), POLICY),
                    Arguments.of(backend, NO_BOUND, POLICY.keysPerGroup(2)),
                    Arguments.of(backend, NO_BOUND, NO_BOUND.keysPerGroup(2))));
  }

  /** Keys without a bound have no timers; idle ones must be fired nevertheless. */
  @ParameterizedTest(name = "{0} from {1} to {2}")
  @MethodSource("boundsThatChange")
  void firesSilentKeysAfterAChangeOfTheBound(
      StateBackends backend, KeyTimeSettings before, KeyTimeSettings after) throws Exception {
    OperatorSubtaskState state;
    try (Subtasks<WindowRow, WindowHarness> subtasks =
        WindowHarness.openAll(tumble(10), before, backend, 1)) {
      assertThat(subtasks.read(List.of(Reading.of("a", 5, 1), Reading.of("b", 100, 2)))).isEmpty();
      state = subtasks.savepoint();
    }
    try (WindowHarness operator = WindowHarness.open(tumble(10), after, backend, 1, 0, state)) {
      boolean isBounded = after.policy().isSkewBounded();
      operator.watermark(100 + after.policy().maxSkew() * (isBounded ? 1 : 0));
      List<WindowRow> rows = new ArrayList<>(operator.rows());
      assertThat(rows).isEqualTo(isBounded ? List.of(WindowRow.of("a", 10, 1, 1, 1)) : List.of());
      operator.watermark(Long.MAX_VALUE);
      rows.addAll(operator.rows());
      assertThat(rows)
          .containsExactlyInAnyOrder(
              WindowRow.of("a", 10, 1, 1, 1), WindowRow.of("b", 110, 1, 2, 2));
      operator.assertNothingIsHeld();
    }
  }

  /** Stop with drain saves the final watermark, but a restored job has new input. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void startsAnewAfterDrain(StateBackends backend) throws Exception {
    OperatorSubtaskState state;
    try (WindowHarness drained = WindowHarness.open(tumble(10), POLICY, backend)) {
      drained.read("a", 5, 1);
      drained.watermark(Long.MAX_VALUE);
      state = drained.snapshot();
    }
    try (WindowHarness restored = WindowHarness.open(tumble(10), POLICY, backend, 1, 0, state)) {
      restored.read("a", 15, 2);
      restored.watermark(Long.MAX_VALUE);
      assertThat(restored.output())
          .containsExactly(WindowRow.of("a", 20, 1, 2, 2), Watermark.MAX_WATERMARK);
    }
  }

  /** The heap's entries are changed in place while a snapshot still has to be written. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void snapshotHoldsTheMomentItWasTaken(StateBackends backend) throws Exception {
    for (WindowShape shape : SHAPES) {
      for (int seed = 1; seed <= 2; seed++) {
        List<Reading> readings = readings(seed, 500);
        try (Subtasks<WindowRow, WindowHarness> original =
            WindowHarness.openAll(shape, POLICY, backend, 1)) {
          var unused = original.read(readings.subList(0, 300));
          OperatorSnapshotFutures snapshot = original.only().beginSnapshot();
          List<WindowRow> expected = new ArrayList<>(original.read(readings.subList(300, 500)));
          OperatorSubtaskState state = WindowHarness.finish(snapshot);
          expected.addAll(original.finish());

          try (Subtasks<WindowRow, WindowHarness> restored =
              WindowHarness.restoreAll(shape, POLICY, backend, 1, state, 1)) {
            List<WindowRow> rows = new ArrayList<>(restored.read(readings.subList(300, 500)));
            rows.addAll(restored.finish());
            assertThat(rows)
                .as("%s, seed %s", shape, seed)
                .containsExactlyInAnyOrderElementsOf(expected);
          }
        }
      }
    }
  }

  /** The times of half of the keys are before 1970, and one key is NULL. */
  private static List<Reading> readings(long seed, int count) {
    return new RandomReadings(seed, KEYS, -10_000L * KEYS / 2, 10).withNullKey().next(count);
  }

  private static String keyOfSubtask(int subtask, int parallelism) {
    return Stream.iterate(0, i -> i + 1)
        .map(i -> "key-" + i)
        .filter(key -> WindowHarness.subtaskOf(key, parallelism) == subtask)
        .findFirst()
        .orElseThrow();
  }
}
