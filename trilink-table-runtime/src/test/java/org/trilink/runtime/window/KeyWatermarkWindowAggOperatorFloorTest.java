/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;
import static org.trilink.runtime.window.KeyWatermarkWindowAggOperator.LATE_BY_KEY_WATERMARK;
import static org.trilink.runtime.window.KeyWatermarkWindowAggOperator.LATE_RECORDS_DROPPED;
import static org.trilink.runtime.window.WindowShape.cumulate;
import static org.trilink.runtime.window.WindowShape.hop;
import static org.trilink.runtime.window.WindowShape.session;
import static org.trilink.runtime.window.WindowShape.tumble;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.harness.Subtasks;
import org.trilink.runtime.watermark.KeyTimeSettings;

/** With the subtask's watermark as the floor: the records of a key may come in any order. */
@Tag("slow")
class KeyWatermarkWindowAggOperatorFloorTest {

  private static final List<WindowShape> SHAPES =
      List.of(tumble(10), hop(40, 10), hop(20, 10).withOffset(4), cumulate(40, 10));

  private static final KeyTimeSettings FLOOR = KeyTimeSettings.of(0, UNBOUNDED).withFloor();

  // --------------------------------------------------------------------------------- results

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void firesKeysAheadWithTheSubtask(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(tumble(10), FLOOR, backend)) {
      operator.read("fast", 5, 1);
      operator.read("fast", 25, 2); // reads on in one partition
      operator.read("fast", 7, 4); // the other partition's turn
      assertThat(operator.output()).isEmpty();
      operator.watermark(9);
      assertThat(operator.output()).containsExactly(WindowRow.of("fast", 10, 2, 5, 4));
      operator.watermark(28);
      operator.read("fast", 8, 8); // late by both watermarks
      operator.read("fast", 21, 16);
      assertThat(operator.output()).isEmpty();
      operator.watermark(30);
      assertThat(operator.output()).as("its own time is 25").isEmpty();
      operator.read("fast", 41, 32);
      assertThat(operator.output()).containsExactly(WindowRow.of("fast", 30, 2, 18, 16));
      assertThat(operator.counter(LATE_RECORDS_DROPPED)).isEqualTo(1);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void firesKeysBehindWithTheirOwnRecords(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(tumble(10), FLOOR, backend)) {
      operator.watermark(1_000);
      operator.read("slow", 5, 1);
      operator.read("slow", 9, 2);
      assertThat(operator.output()).containsExactly(WindowRow.of("slow", 10, 2, 3, 2));
      operator.read("slow", 8, 4);
      assertThat(operator.counter(LATE_RECORDS_DROPPED)).isEqualTo(1);
      operator.read("slow", 15, 8);
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.output())
          .containsExactly(WindowRow.of("slow", 20, 1, 8, 8), Watermark.MAX_WATERMARK);
      operator.assertNothingIsHeld();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void firesSilentKeysAtTheBound(StateBackends backend) throws Exception {
    KeyTimeSettings settings = KeyTimeSettings.of(0, 20).withFloor();
    try (WindowHarness operator = WindowHarness.open(tumble(10), settings, backend)) {
      operator.read("a", 5, 1);
      operator.watermark(28);
      assertThat(operator.output()).containsExactly(new Watermark(8));
      operator.watermark(29);
      assertThat(operator.output())
          .containsExactly(WindowRow.of("a", 10, 1, 1, 1), new Watermark(9));
      operator.assertNothingIsHeld();
    }
  }

  /** All settings on one backend of each kind, and one setting on each of the others. */
  static Stream<Arguments> settingsAndBackends() {
    List<KeyTimeSettings> settings =
        Stream.of(UNBOUNDED, 120_000L, 0L)
            .flatMap(
                skew ->
                    Stream.of(1, 3)
                        .map(keys -> KeyTimeSettings.of(0, skew).keysPerGroup(keys).withFloor()))
            .toList();
    List<StateBackends> all = List.of(StateBackends.values());
    return all.stream()
        .flatMap(
            backend ->
                switch (backend) {
                  case HEAP, ROCKSDB_FEW_PAGES ->
                      settings.stream().map(each -> Arguments.of(each, backend));
                  default ->
                      Stream.of(
                          Arguments.of(
                              settings.get(all.indexOf(backend) % settings.size()), backend));
                });
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("settingsAndBackends")
  void equalsPlainComputation(KeyTimeSettings settings, StateBackends backend) throws Exception {
    for (WindowShape shape : SHAPES) {
      assertEqualsModel(shape, settings, backend, 1);
      if (backend == StateBackends.HEAP) {
        assertEqualsModel(shape, settings, backend, 2);
      }
    }
  }

  /** The watermark is somewhere among the keys, which are 10 s apart. */
  private static void assertEqualsModel(
      WindowShape shape, KeyTimeSettings settings, StateBackends backend, int seed)
      throws Exception {
    WindowModel model = new WindowModel(shape, settings);
    List<WindowRow> rows = new ArrayList<>();
    Random random = new Random(seed);
    long watermark = 0;
    try (WindowHarness operator = WindowHarness.open(shape, settings, backend)) {
      for (Reading reading : new RandomReadings(seed, 12, 0, 10).next(400)) {
        operator.read(reading);
        model.read(reading);
        if (random.nextInt(5) == 0) {
          watermark += random.nextInt(4) == 0 ? random.nextInt(6_000) : random.nextInt(20);
          operator.watermark(watermark);
          model.advance(watermark);
        }
        rows.addAll(operator.rows());
        assertThat(rows)
            .as("%s, seed %s, %s", shape, seed, reading)
            .containsExactlyInAnyOrderElementsOf(model.fired());
      }
      operator.watermark(Long.MAX_VALUE);
      model.advance(Long.MAX_VALUE);
      rows.addAll(operator.rows());
      assertThat(rows).containsExactlyInAnyOrderElementsOf(model.fired());
      assertThat(operator.counter(LATE_BY_KEY_WATERMARK)).isEqualTo(model.lateByKey());
      operator.assertNothingIsHeld();
    }
  }

  // ----------------------------------------------------------------------------------- stock

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("settingsAndBackends")
  void dropsNothingThatStockKeeps(KeyTimeSettings settings, StateBackends backend)
      throws Exception {
    for (WindowShape shape : List.of(tumble(10), hop(40, 10), cumulate(40, 10), session(15))) {
      Random random = new Random(7);
      long watermark = 0;
      try (WindowHarness operator = WindowHarness.open(shape, settings, backend);
          WindowHarness stock = WindowHarness.openStock(shape, StateBackends.HEAP)) {
        for (Reading reading : new RandomReadings(7, 4, 1_000, 10).next(400)) {
          // a key's readings come from two places, one of them behind
          Reading next =
              random.nextInt(3) == 0
                  ? Reading.of(reading.key(), reading.time() - 2_000, reading.value())
                  : reading;
          long before = operator.counter(LATE_RECORDS_DROPPED);
          long beforeInStock = stock.counter(LATE_RECORDS_DROPPED);
          operator.read(next);
          stock.read(next);
          assertThat(operator.counter(LATE_RECORDS_DROPPED) - before)
              .as("%s, %s", shape, next)
              .isLessThanOrEqualTo(stock.counter(LATE_RECORDS_DROPPED) - beforeInStock);
          if (random.nextInt(5) == 0) {
            watermark += random.nextInt(600);
            operator.watermark(watermark);
            stock.watermark(watermark);
          }
        }
        assertThat(stock.counter(LATE_RECORDS_DROPPED)).isGreaterThan(20);
      }
    }
  }

  // --------------------------------------------------------------------- order that is checked

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void givesAFloorToKeysOutOfOrder(StateBackends backend) throws Exception {
    KeyTimeSettings settings = KeyTimeSettings.of(0, UNBOUNDED).withCheckedOrder();
    OperatorSubtaskState state;
    try (WindowHarness operator = WindowHarness.open(tumble(10), settings, backend)) {
      operator.watermark(5);
      operator.read("a", 5, 1);
      operator.read("a", 25, 2);
      operator.read("b", 25, 3);
      assertThat(operator.rows()).containsExactly(WindowRow.of("a", 10, 1, 1, 1));
      operator.read("a", 7, 4); // its window has been fired
      assertThat(operator.counter(LATE_RECORDS_DROPPED)).isEqualTo(1);
      assertThat(operator.counter("numKeysOutOfOrder")).isEqualTo(1);
      operator.read("a", 35, 8);
      operator.read("b", 35, 9);
      assertThat(operator.rows()).containsExactly(WindowRow.of("b", 30, 1, 3, 3));
      operator.read("a", 22, 16);
      state = operator.snapshot();
    }
    try (WindowHarness operator = WindowHarness.open(tumble(10), settings, backend, 1, 0, state)) {
      operator.watermark(32);
      operator.read("a", 33, 32);
      operator.read("b", 29, 5); // behind its own time, and the subtask's
      assertThat(operator.rows()).containsExactly(WindowRow.of("a", 30, 2, 18, 16));
      assertThat(operator.counter(LATE_RECORDS_DROPPED)).isEqualTo(1);
      assertThat(operator.counter("numKeysOutOfOrder")).isZero();
      operator.watermark(Long.MAX_VALUE);
      operator.assertNothingIsHeld();
    }
  }

  // ------------------------------------------------------------------------------- restarts

  /** A restart begins with no watermark at all, but no window comes twice. */
  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("settingsAndBackends")
  void firesNoWindowTwice(KeyTimeSettings settings, StateBackends backend) throws Exception {
    for (int seed = 1; seed <= 2; seed++) {
      List<Reading> readings = new RandomReadings(seed, 12, 0, 10).next(600);
      Set<String> fired = new HashSet<>();
      OperatorSubtaskState state = null;
      Random random = new Random(seed);
      for (int part = 0; part < 3; part++) {
        List<WindowRow> rows = new ArrayList<>();
        try (Subtasks<WindowRow, WindowHarness> subtasks =
            part == 0
                ? WindowHarness.openAll(tumble(10), settings, backend, 1)
                : WindowHarness.restoreAll(tumble(10), settings, backend, 1, state, 1)) {
          WindowHarness operator = subtasks.only();
          long watermark = 30_000L * part;
          for (Reading reading : readings.subList(200 * part, 200 * part + 200)) {
            operator.read(reading);
            if (random.nextInt(20) == 0) {
              watermark += random.nextInt(10_000);
              operator.watermark(watermark);
            }
          }
          rows.addAll(operator.rows());
          state = subtasks.savepoint();
          if (part == 2) {
            operator.watermark(Long.MAX_VALUE);
            rows.addAll(operator.rows());
            operator.assertNothingIsHeld();
          }
        }
        for (WindowRow row : rows) {
          assertThat(fired.add(row.key() + " " + row.end())).as("seed %s, %s", seed, row).isTrue();
        }
      }
      assertThat(fired).isNotEmpty();
    }
  }

  @Test
  void knowsAfterTheRuleHasChangedWhatWasFired() throws Exception {
    KeyTimeSettings inOrder = KeyTimeSettings.of(0, UNBOUNDED);
    OperatorSubtaskState state;
    try (WindowHarness operator = WindowHarness.open(tumble(10), inOrder, StateBackends.HEAP)) {
      operator.read("a", 5, 1);
      operator.read("a", 25, 2);
      assertThat(operator.rows()).containsExactly(WindowRow.of("a", 10, 1, 1, 1));
      state = operator.snapshot();
    }
    try (WindowHarness operator =
        WindowHarness.open(tumble(10), FLOOR, StateBackends.HEAP, 1, 0, state)) {
      operator.read("a", 7, 4); // its window has been fired
      operator.read("a", 35, 8);
      operator.read("a", 23, 16); // its window has not
      operator.watermark(32);
      assertThat(operator.rows()).containsExactly(WindowRow.of("a", 30, 2, 18, 16));
      operator.read("a", 33, 32);
      state = operator.snapshot();
    }
    try (WindowHarness operator =
        WindowHarness.open(tumble(10), inOrder, StateBackends.HEAP, 1, 0, state)) {
      operator.read("a", 31, 64);
      operator.read("a", 29, 128); // its window has been fired
      operator.read("a", 45, 0);
      assertThat(operator.rows()).containsExactly(WindowRow.of("a", 40, 3, 104, 64));
      state = operator.snapshot();
    }
    try (WindowHarness operator =
        WindowHarness.open(tumble(10), FLOOR, StateBackends.HEAP, 1, 0, state)) {
      operator.read("a", 38, 1); // its window was fired while there was no floor
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.rows()).containsExactly(WindowRow.of("a", 50, 1, 0, 0));
    }
  }
}
