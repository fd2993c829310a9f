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
      List.of(TimedSums.OPERATOR, LegacyWindows.HOP, LegacyWindows.SESSION);

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
