/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;
import static org.trilink.runtime.window.KeyWatermarkWindowAggOperator.LATE_BY_KEY_WATERMARK;
import static org.trilink.runtime.window.KeyWatermarkWindowAggOperator.LATE_BY_SUBTASK_WATERMARK;
import static org.trilink.runtime.window.KeyWatermarkWindowAggOperator.LATE_RECORDS_DROPPED;
import static org.trilink.runtime.window.WindowHarness.keysOfOneKeyGroup;
import static org.trilink.runtime.window.WindowShape.cumulate;
import static org.trilink.runtime.window.WindowShape.hop;
import static org.trilink.runtime.window.WindowShape.tumble;

import java.util.ArrayList;
import java.util.List;
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
import org.trilink.runtime.testing.Combinations;
import org.trilink.runtime.watermark.KeyTimeSettings;

/** With N keys that share a watermark. */
@Tag("slow")
class KeyWatermarkWindowAggOperatorGroupsTest {

  private static final List<WindowShape> SHAPES =
      List.of(tumble(10), hop(40, 10), hop(20, 10).withOffset(4), cumulate(40, 10));

  private static final int ALL = Integer.MAX_VALUE;

  private static KeyTimeSettings groupsOf(int keys) {
    return KeyTimeSettings.of(0, UNBOUNDED).keysPerGroup(keys);
  }

  // --------------------------------------------------------------------------------- results

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void firesWindowOfSilentMemberWhenItsGroupMoves(StateBackends backend) throws Exception {
    List<String> keys = keysOfOneKeyGroup(3);
    try (WindowHarness operator = WindowHarness.open(tumble(10), groupsOf(2), backend)) {
      operator.read(keys.get(0), 5, 1);
      operator.read(keys.get(1), 12, 2); // the other of the group
      operator.read(keys.get(2), 33, 4); // of another group
      assertThat(operator.rows()).containsExactly(WindowRow.of(keys.get(0), 10, 1, 1, 1));
      operator.read(keys.get(1), 8, 8); // late for its group, though its own window
      operator.read(keys.get(0), 19, 16); // the last ms of both keys' window
      assertThat(operator.rows())
          .containsExactlyInAnyOrder(
              WindowRow.of(keys.get(0), 20, 1, 16, 16), WindowRow.of(keys.get(1), 20, 1, 2, 2));
      assertThat(operator.counter(LATE_BY_KEY_WATERMARK)).isEqualTo(1);
      assertThat(operator.keysInState()).isEqualTo(1);
      assertThat(operator.timers()).isEqualTo(1);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void judgesFirstRecordOfKeyByItsGroup(StateBackends backend) throws Exception {
    List<String> keys = keysOfOneKeyGroup(2);
    try (WindowHarness operator = WindowHarness.open(tumble(10), groupsOf(2), backend)) {
      operator.read(keys.get(0), 25, 1);
      operator.read(keys.get(1), 15, 2);
      assertThat(operator.counter(LATE_RECORDS_DROPPED)).isEqualTo(1);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void equalsPlainComputation(StateBackends backend) throws Exception {
    for (WindowShape shape : SHAPES) {
      for (int seed = 1; seed <= 2; seed++) {
        for (int keys : new int[] {2, 3, ALL}) {
          List<Reading> readings = new RandomReadings(seed, 24, 0, 10).next(300);
          KeyTimeSettings unbounded = KeyTimeSettings.of(seed % 3 * 7L, UNBOUNDED);
          assertEqualsModel(shape, unbounded.keysPerGroup(keys), backend, readings);
          // keys are 10 s apart: the bound passes the slower half
          KeyTimeSettings bounded = KeyTimeSettings.of(seed % 3 * 7L, 120_000);
          assertEqualsModel(shape, bounded.keysPerGroup(keys), backend, readings);
        }
      }
    }
  }

  private static void assertEqualsModel(
      WindowShape shape, KeyTimeSettings settings, StateBackends backend, List<Reading> readings)
      throws Exception {
    WindowModel model = new WindowModel(shape, settings);
    List<WindowRow> rows = new ArrayList<>();
    long latest = Long.MIN_VALUE;
    try (WindowHarness operator = WindowHarness.open(shape, settings, backend)) {
      for (int i = 0; i < readings.size(); i++) {
        operator.read(readings.get(i));
        model.read(readings.get(i));
        latest = Math.max(latest, readings.get(i).time());
        if (i % 7 == 0) {
          operator.watermark(latest - 5);
          model.advance(latest - 5);
        }
        if (i % 20 == 0) {
          rows.addAll(operator.rows());
          assertThat(rows)
              .as("%s, %s, record %s", shape, settings, i)
              .containsExactlyInAnyOrderElementsOf(model.fired());
        }
      }
      operator.watermark(Long.MAX_VALUE);
      model.advance(Long.MAX_VALUE);
      rows.addAll(operator.rows());
      assertThat(rows).containsExactlyInAnyOrderElementsOf(model.fired());
      assertThat(operator.counter(LATE_BY_KEY_WATERMARK)).isEqualTo(model.lateByKey());
      assertThat(operator.counter(LATE_BY_SUBTASK_WATERMARK)).isEqualTo(model.lateBySubtask());
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.timers()).isZero();
    }
  }

  // ----------------------------------------------------------------------------------- grain

  @Test
  void dropsMoreTheMoreKeysShareAWatermark() throws Exception {
    List<Long> late = new ArrayList<>();
    for (int keys : new int[] {1, 4, 64, ALL}) {
      try (WindowHarness operator =
          WindowHarness.open(tumble(10), groupsOf(keys), StateBackends.HEAP)) {
        for (Reading reading : ofOneKeyGroup(new RandomReadings(1, 200, 0, 10).next(5_000))) {
          operator.read(reading);
        }
        late.add(operator.counter(LATE_BY_KEY_WATERMARK));
      }
    }
    assertThat(late).isSorted().doesNotHaveDuplicates();
  }

  /** Keys without an open window need an entry and a timer only for their own watermark. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void keepsLessTheMoreKeysShareAWatermark(StateBackends backend) throws Exception {
    List<String> keys = keysOfOneKeyGroup(256);
    List<Long> entries = new ArrayList<>();
    List<Integer> timers = new ArrayList<>();
    for (int keysPerGroup : new int[] {1, 4, 64, ALL}) {
      try (WindowHarness operator =
          WindowHarness.open(tumble(10), groupsOf(keysPerGroup), backend)) {
        for (String key : keys) {
          operator.read(key, 0, 1);
        }
        for (int step : new int[] {64, 4}) {
          for (int i = 0; i < keys.size(); i += step) {
            operator.read(keys.get(i), 9, 1); // the window's end for all that share a watermark
          }
          entries.add(operator.keysInState());
          timers.add(operator.timers());
        }
      }
    }
    // for each group size, after the records of 1/64 and of 1/4 of the keys
    assertThat(entries).containsExactly(256L, 256L, 240L, 0L, 0L, 0L, 0L, 0L);
    assertThat(timers).containsExactly(0, 0, 240, 0, 0, 0, 0, 0);
  }

  /** With all keys in one group, the operator drops and emits the same as Flink's own. */
  @Test
  void equalsStockIfAllKeysShareAWatermark() throws Exception {
    for (WindowShape shape : List.of(tumble(10), hop(50, 10), cumulate(50, 10))) {
      for (int seed = 1; seed <= 4; seed++) {
        long delay = new long[] {0, 5, 2_000, 25_000}[seed % 4];
        KeyTimeSettings settings = KeyTimeSettings.of(delay, UNBOUNDED).keysPerGroup(ALL);
        try (WindowHarness trilink = WindowHarness.open(shape, settings, StateBackends.HEAP);
            WindowHarness stock = WindowHarness.openStock(shape, StateBackends.HEAP)) {
          long latest = Long.MIN_VALUE;
          for (Reading reading : ofOneKeyGroup(new RandomReadings(seed, 5, 0, 10).next(300))) {
            trilink.read(reading);
            stock.read(reading);
            latest = Math.max(latest, reading.time());
            stock.watermark(latest - delay);
            assertThat(trilink.rows())
                .as("%s, delay %s, seed %s, %s", shape, delay, seed, reading)
                .containsExactlyInAnyOrderElementsOf(stock.rows());
          }
          assertThat(trilink.counter(LATE_RECORDS_DROPPED))
              .isEqualTo(stock.counter(LATE_RECORDS_DROPPED));
        }
      }
    }
  }

  private static List<Reading> ofOneKeyGroup(List<Reading> readings) {
    List<String> keys = keysOfOneKeyGroup(200);
    return readings.stream()
        .map(
            reading -> {
              int index = Integer.parseInt(reading.key().substring("key-".length()));
              return Reading.of(keys.get(index), reading.time(), reading.value());
            })
        .toList();
  }

  // -------------------------------------------------------------------------------- max skew

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void firesSilentKeysAtTheBoundAndForgetsThem(StateBackends backend) throws Exception {
    List<String> keys = keysOfOneKeyGroup(3);
    KeyTimeSettings settings = KeyTimeSettings.of(0, 20).keysPerGroup(2);
    try (WindowHarness operator = WindowHarness.open(tumble(10), settings, backend)) {
      operator.read(keys.get(0), 5, 1);
      operator.read(keys.get(1), 15, 2);
      operator.read(keys.get(2), 3, 4);
      assertThat(operator.rows()).containsExactly(WindowRow.of(keys.get(0), 10, 1, 1, 1));
      operator.watermark(29);
      assertThat(operator.output())
          .containsExactly(WindowRow.of(keys.get(2), 10, 1, 4, 4), new Watermark(9));
      operator.watermark(2_000);
      assertThat(operator.output())
          .containsExactly(WindowRow.of(keys.get(1), 20, 1, 2, 2), new Watermark(1_980));
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.timers()).isZero();
    }
  }

  // ----------------------------------------------------------------------------------- state

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
        KeyTimeSettings settings = KeyTimeSettings.of(7, UNBOUNDED).keysPerGroup(seed + 1);
        List<Reading> readings = new RandomReadings(seed, 40, 0, 10).next(600);
        WindowModel model = new WindowModel(shape, settings);
        readings.forEach(model::read);
        model.advance(Long.MAX_VALUE);

        List<WindowRow> rows = new ArrayList<>();
        OperatorSubtaskState state;
        try (Subtasks<WindowRow, WindowHarness> subtasks =
            WindowHarness.openAll(shape, settings, backend, before)) {
          rows.addAll(subtasks.read(readings.subList(0, 300)));
          state = subtasks.savepoint();
        }
        try (Subtasks<WindowRow, WindowHarness> subtasks =
            WindowHarness.restoreAll(shape, settings, backend, after, state, before)) {
          rows.addAll(subtasks.read(readings.subList(300, 600)));
          rows.addAll(subtasks.finish());
        }
        assertThat(rows)
            .as("%s, seed %s", shape, seed)
            .containsExactlyInAnyOrderElementsOf(model.fired());
      }
    }
  }

  /** The group fires the idle member, although it has had no record since the restart. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void firesSilentMemberAfterRestore(StateBackends backend) throws Exception {
    List<String> keys = keysOfOneKeyGroup(2);
    OperatorSubtaskState state;
    try (WindowHarness operator = WindowHarness.open(tumble(10), groupsOf(2), backend)) {
      operator.read(keys.get(0), 5, 1);
      operator.read(keys.get(1), 6, 2);
      state = operator.snapshot();
    }
    try (WindowHarness restored =
        WindowHarness.open(tumble(10), groupsOf(2), backend, 1, 0, state)) {
      restored.read(keys.get(1), 9, 4);
      assertThat(restored.rows())
          .containsExactlyInAnyOrder(
              WindowRow.of(keys.get(0), 10, 1, 1, 1), WindowRow.of(keys.get(1), 10, 2, 6, 4));
      assertThat(restored.keysInState()).isZero();
      assertThat(restored.timers()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void takesKeysOwnWatermarksIntoGroups(StateBackends backend) throws Exception {
    List<String> keys = keysOfOneKeyGroup(3);
    OperatorSubtaskState state;
    try (WindowHarness operator = WindowHarness.open(tumble(10), groupsOf(1), backend)) {
      operator.read(keys.get(0), 19, 1); // fires at once: there is only a watermark
      operator.read(keys.get(1), 5, 2);
      operator.read(keys.get(2), 7, 4);
      operator.dropOutput();
      state = operator.snapshot();
    }
    try (WindowHarness restored =
        WindowHarness.open(tumble(10), groupsOf(ALL), backend, 1, 0, state)) {
      restored.read(keys.get(1), 6, 8);
      assertThat(restored.rows()).isEmpty();
      restored.read(keys.get(0), 12, 16); // behind its former watermark, which is now that of all
      assertThat(restored.rows())
          .containsExactlyInAnyOrder(
              WindowRow.of(keys.get(1), 10, 2, 10, 8), WindowRow.of(keys.get(2), 10, 1, 4, 4));
      assertThat(restored.counter(LATE_RECORDS_DROPPED)).isEqualTo(1);
      assertThat(restored.keysInState()).isZero();
      assertThat(restored.timers()).isZero();
    }
  }

  /** Flink would keep a record that only another key's watermark has passed. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void withAFloorOnlyAKeysOwnWindowsStayFired(StateBackends backend) throws Exception {
    List<String> keys = keysOfOneKeyGroup(2);
    OperatorSubtaskState state;
    try (WindowHarness operator = WindowHarness.open(tumble(10), groupsOf(1), backend)) {
      operator.read(keys.get(0), 39, 1);
      operator.read(keys.get(1), 5, 2);
      operator.dropOutput();
      state = operator.snapshot();
    }
    try (WindowHarness restored =
        WindowHarness.open(tumble(10), groupsOf(ALL).withFloor(), backend, 1, 0, state)) {
      restored.watermark(20);
      restored.read(keys.get(1), 25, 4);
      assertThat(restored.counter(LATE_RECORDS_DROPPED)).isZero();
      restored.read(keys.get(0), 35, 8); // its window was emitted
      restored.watermark(30);
      restored.read(keys.get(0), 36, 16);
      assertThat(restored.counter(LATE_RECORDS_DROPPED)).isEqualTo(2);
      restored.watermark(Long.MAX_VALUE);
      assertThat(restored.rows())
          .containsExactlyInAnyOrder(
              WindowRow.of(keys.get(1), 10, 1, 2, 2), WindowRow.of(keys.get(1), 30, 1, 4, 4));
      assertThat(restored.keysInState()).isZero();
      assertThat(restored.timers()).isZero();
    }
  }

  @Test
  void refusesToGiveEachKeyAGroupsWatermark() throws Exception {
    OperatorSubtaskState state;
    try (WindowHarness operator = WindowHarness.open(tumble(10), groupsOf(2), StateBackends.HEAP)) {
      operator.read("a", 5, 1);
      state = operator.snapshot();
    }
    assertThatThrownBy(
            () ->
                WindowHarness.open(tumble(10), groupsOf(1), StateBackends.HEAP, 1, 0, state)
                    .close())
        .hasStackTraceContaining("watermark.keys-per-group");
  }
}
