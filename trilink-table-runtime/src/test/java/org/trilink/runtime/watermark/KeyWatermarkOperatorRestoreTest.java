/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyTimeHarness.MAX_PARALLELISM;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.harness.Subtasks;
import org.trilink.runtime.window.RandomReadings;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/**
 * Snapshots can be restored at any parallelism, and contain the state of the moment they were
 * taken.
 */
@Tag("slow")
class KeyWatermarkOperatorRestoreTest {

  private static final int KEYS = 8;

  /** The keys are 10 s apart: the bound is close to the slowest of them. */
  private static final KeyTimeSettings POLICY = KeyTimeSettings.of(7, (KEYS - 1) * 10_000L);

  private static final List<StockOperator> OPERATORS =
      List.of(
          TimedSums.OPERATOR,
          LegacyWindows.HOP,
          LegacyWindows.SESSION,
          Matching.ANY_PAIR,
          Matching.RUN);

  @ParameterizedTest(name = "{1} on {0}, then {3} on {2}")
  @CsvSource({
    "HEAP, 2, HEAP, 3",
    "HEAP, 3, HEAP, 1",
    "HEAP, 2, ROCKSDB, 3",
    "ROCKSDB, 2, ROCKSDB, 3",
    "ROCKSDB, 3, ROCKSDB, 1",
    "ROCKSDB, 1, HEAP, 1"
  })
  void goesOnAtAnotherParallelismOrBackend(
      StateBackends backend, int before, StateBackends other, int after) throws Exception {
    for (StockOperator operator : OPERATORS) {
      List<Reading> readings = new RandomReadings(before + after, KEYS, 0, 10).next(600);
      List<Reading> firstHalf = readings.subList(0, 300);
      List<Reading> secondHalf = readings.subList(300, 600);

      List<String> expected = new ArrayList<>();
      try (Subtasks<String, KeyTimeHarness> uninterrupted =
          KeyTimeHarness.openAll(operator, POLICY, backend, 1)) {
        expected.addAll(uninterrupted.read(firstHalf));
        expected.addAll(uninterrupted.read(secondHalf));
        expected.addAll(uninterrupted.finish());
      }

      List<String> rows = new ArrayList<>();
      OperatorSubtaskState state;
      try (Subtasks<String, KeyTimeHarness> subtasks =
          KeyTimeHarness.openAll(operator, POLICY, backend, before)) {
        rows.addAll(subtasks.read(firstHalf));
        state = subtasks.savepoint();
      }
      try (Subtasks<String, KeyTimeHarness> subtasks =
          KeyTimeHarness.restoreAll(operator, POLICY, other, after, state, before)) {
        rows.addAll(subtasks.read(secondHalf));
        rows.addAll(subtasks.finish());
      }

      assertThat(rows).as("%s", operator).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  /** They are in no timer, but in a list in memory, until a snapshot is taken. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void visitsKeysThatWaitedForTheFloor(StateBackends backend) throws Exception {
    KeyTimeSettings settings = KeyTimeSettings.of(0, KeyWatermarkPolicy.UNBOUNDED).withFloor();
    OperatorSubtaskState state;
    List<String> expected;
    try (KeyTimeHarness waiting = KeyTimeHarness.open(TimedSums.OPERATOR, settings, backend)) {
      waiting.read("a", 5, 1);
      waiting.watermark(12);
      waiting.read("a", 15, 2); // the sum up to 10 is due, and can still change until the next one
      assertThat(waiting.rows()).hasSize(2).allMatch(row -> row.startsWith("a took"));
      state = waiting.snapshot();
      waiting.watermark(13);
      expected = waiting.rows();
      assertThat(expected).hasSize(1);
    }
    try (KeyTimeHarness restored =
        KeyTimeHarness.open(TimedSums.OPERATOR, settings, backend, 1, 0, state)) {
      restored.watermark(13);
      assertThat(restored.rows()).isEqualTo(expected);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void keepsTheBoundThatAKeyGroupHad(StateBackends backend) throws Exception {
    KeyTimeSettings skew = KeyTimeSettings.of(0, 10);
    StockOperator tumble = LegacyWindows.TUMBLE;
    OperatorSubtaskState state;
    try (KeyTimeHarness ahead = KeyTimeHarness.open(tumble, skew, backend, 2, 0, null);
        KeyTimeHarness behind = KeyTimeHarness.open(tumble, skew, backend, 2, 1, null)) {
      ahead.watermark(110);
      behind.watermark(60);
      state = AbstractStreamOperatorTestHarness.repackageState(ahead.snapshot(), behind.snapshot());
    }
    String keyOfAhead = keyOfSubtask(0);
    String keyOfBehind = keyOfSubtask(1);
    OperatorSubtaskState all =
        AbstractStreamOperatorTestHarness.repartitionOperatorState(state, MAX_PARALLELISM, 2, 1, 0);
    try (KeyTimeHarness restored = KeyTimeHarness.open(tumble, skew, backend, 1, 0, all)) {
      restored.read(keyOfAhead, 65, 1); // its window had ended, and may have been fired
      restored.read(keyOfBehind, 49, 2); // so had this
      restored.read(keyOfBehind, 65, 4);
      restored.watermark(60);
      assertThat(restored.output()).isEmpty();
      restored.watermark(79);
      assertThat(restored.output())
          .containsExactly(keyOfBehind + " [60, 70): count 1, sum 4", new Watermark(69));
    }
  }

  /** Without a max skew, keys have no cleanup timers: they get them when there is one. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void maxSkewMayBeSetForKeysThatHadNone(StateBackends backend) throws Exception {
    KeyTimeSettings noSkew = KeyTimeSettings.of(0, KeyWatermarkPolicy.UNBOUNDED);
    KeyTimeSettings skew = KeyTimeSettings.of(0, 20);
    StockOperator tumble = LegacyWindows.TUMBLE;
    OperatorSubtaskState state;
    try (KeyTimeHarness operator = KeyTimeHarness.open(tumble, noSkew, backend)) {
      operator.read("a", 5, 1);
      operator.read("b", 15, 2);
      operator.watermark(1000);
      assertThat(operator.cleanupTimers()).isZero();
      state = operator.snapshot();
    }
    try (KeyTimeHarness operator = KeyTimeHarness.open(tumble, skew, backend, 1, 0, state)) {
      assertThat(operator.cleanupTimers()).isEqualTo(2);
      operator.watermark(29);
      assertThat(operator.output()).containsExactly("a [0, 10): count 1, sum 1", new Watermark(9));
      state = operator.snapshot();
    }
    try (KeyTimeHarness operator = KeyTimeHarness.open(tumble, noSkew, backend, 1, 0, state)) {
      operator.read("c", 25, 4);
      assertThat(operator.cleanupTimers()).as("only what was restored").isEqualTo(1);
      state = operator.snapshot();
    }
    try (KeyTimeHarness operator = KeyTimeHarness.open(tumble, skew, backend, 1, 0, state)) {
      assertThat(operator.cleanupTimers()).isEqualTo(2);
      operator.watermark(60);
      assertThat(operator.output())
          .containsExactly(
              "b [10, 20): count 1, sum 2", "c [20, 30): count 1, sum 4", new Watermark(40));
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.cleanupTimers()).isZero();
    }
  }

  /** A key has more timers than fit into its entry. */
  @ParameterizedTest(name = "{0}, then {1}")
  @CsvSource({"HEAP, ROCKSDB", "ROCKSDB, HEAP", "ROCKSDB_CACHING_LITTLE, ROCKSDB_CACHING_LITTLE"})
  void endOfInputFiresAllTimersOfAllKeysThatWereRestored(StateBackends backend, StateBackends other)
      throws Exception {
    KeyTimeSettings noSkew = KeyTimeSettings.of(100_000, KeyWatermarkPolicy.UNBOUNDED);
    StockOperator tumble = LegacyWindows.TUMBLE;
    int windows = 3 * TimerRun.MAX_SIZE;
    List<String> expected = new ArrayList<>();
    OperatorSubtaskState state;
    try (KeyTimeHarness operator = KeyTimeHarness.open(tumble, noSkew, backend)) {
      for (int i = 0; i < windows; i++) {
        for (int key = 0; key < KEYS; key++) {
          operator.read("key-" + key, 10L * i, i);
          expected.add("key-%d [%d, %d): count 1, sum %d".formatted(key, 10 * i, 10 * i + 10, i));
        }
      }
      state = operator.savepoint();
    }
    try (KeyTimeHarness operator = KeyTimeHarness.open(tumble, noSkew, other, 1, 0, state)) {
      operator.watermark(Long.MAX_VALUE);
      List<Object> rows = new ArrayList<>(operator.output());
      assertThat(rows.remove(rows.size() - 1)).isEqualTo(Watermark.MAX_WATERMARK);
      assertThat(rows).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(operator.stateEntries()).isZero();
    }
  }

  /** The heap's entries are changed in place while a snapshot still has to be written. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB", "ROCKSDB_CACHING_LITTLE"})
  void snapshotHoldsTheMomentItWasTaken(StateBackends backend) throws Exception {
    for (StockOperator operator : OPERATORS) {
      List<Reading> readings = new RandomReadings(5, KEYS, 0, 10).next(500);
      try (Subtasks<String, KeyTimeHarness> original =
          KeyTimeHarness.openAll(operator, POLICY, backend, 1)) {
        var unused = original.read(readings.subList(0, 300));
        OperatorSnapshotFutures snapshot = original.only().beginSnapshot();
        List<String> expected = new ArrayList<>(original.read(readings.subList(300, 500)));
        OperatorSubtaskState state = KeyTimeHarness.finish(snapshot);
        expected.addAll(original.finish());

        try (Subtasks<String, KeyTimeHarness> restored =
            KeyTimeHarness.restoreAll(operator, POLICY, backend, 1, state, 1)) {
          List<String> rows = new ArrayList<>(restored.read(readings.subList(300, 500)));
          rows.addAll(restored.finish());
          assertThat(rows).as("%s", operator).containsExactlyInAnyOrderElementsOf(expected);
        }
      }
    }
  }

  private static String keyOfSubtask(int subtask) {
    return Stream.iterate(0, i -> i + 1)
        .map(i -> "key-" + i)
        .filter(key -> KeyTimeHarness.subtaskOf(key, 2) == subtask)
        .findFirst()
        .orElseThrow();
  }
}
