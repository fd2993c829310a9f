/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.window.KeyWatermarkWindowAggOperator.LATE_BY_KEY_WATERMARK;
import static org.trilink.runtime.window.KeyWatermarkWindowAggOperator.LATE_BY_SUBTASK_WATERMARK;
import static org.trilink.runtime.window.WindowShape.cumulate;
import static org.trilink.runtime.window.WindowShape.hop;
import static org.trilink.runtime.window.WindowShape.tumble;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.watermark.KeyTimeSettings;

/** With a max skew, the subtask's watermark advances the keys that are far behind it. */
@Tag("slow")
class KeyWatermarkWindowAggOperatorMaxSkewTest {

  private static final KeyTimeSettings SKEW_20 = KeyTimeSettings.of(0, 20);

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void firesSilentKeyAndForgetsIt(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(tumble(10), SKEW_20, backend)) {
      operator.read("a", 5, 1);
      operator.watermark(28);
      assertThat(operator.output()).containsExactly(new Watermark(8));
      operator.watermark(29);
      assertThat(operator.output())
          .containsExactly(WindowRow.of("a", 10, 1, 1, 1), new Watermark(9));
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.timers()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void firesAllWindowsOfSilentKeyInOrder(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(hop(30, 10), SKEW_20, backend)) {
      operator.read("a", 5, 1);
      operator.watermark(39);
      assertThat(operator.rows())
          .containsExactly(WindowRow.of("a", 10, 1, 1, 1), WindowRow.of("a", 20, 1, 1, 1));
      operator.watermark(1_000);
      assertThat(operator.output())
          .containsExactly(WindowRow.of("a", 30, 1, 1, 1), new Watermark(980));
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.timers()).isZero();
    }
  }

  /** NULL is a key like any other, also on pages, where the others are found by their numbers. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void firesTheKeyNullAndForgetsIt(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(cumulate(30, 10), SKEW_20, backend)) {
      operator.read("a", 5, 1);
      operator.read("b", 15, 2);
      operator.read(null, 25, 3); // firing makes the first slice, which needs room
      operator.watermark(49);
      assertThat(operator.rows())
          .containsExactlyInAnyOrder(
              WindowRow.of("a", 10, 1, 1, 1),
              WindowRow.of("a", 20, 1, 1, 1),
              WindowRow.of("a", 30, 1, 1, 1),
              WindowRow.of("b", 20, 1, 2, 2),
              WindowRow.of("b", 30, 1, 2, 2),
              WindowRow.of(null, 30, 1, 3, 3));
      operator.assertNothingIsHeld();

      operator.read(null, 105, 4);
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.rows())
          .containsExactly(WindowRow.of(null, 110, 1, 4, 4), WindowRow.of(null, 120, 1, 4, 4));
      operator.assertNothingIsHeld();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void remembersWatermarkOfKeyThatIsAhead(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(tumble(10), SKEW_20, backend)) {
      operator.read("a", 19, 1); // fires at once, and the key has no open window
      operator.watermark(38);
      operator.read("a", 12, 2);
      assertThat(operator.output())
          .containsExactly(WindowRow.of("a", 20, 1, 1, 1), new Watermark(18));
      assertThat(operator.counter(LATE_BY_KEY_WATERMARK)).isEqualTo(1);
      assertThat(operator.keysInState()).isEqualTo(1);
      operator.watermark(39);
      assertThat(operator.keysInState()).isZero();
      assertThat(operator.timers()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void judgesRecordByTheEffectiveWatermark(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(tumble(10), SKEW_20, backend)) {
      operator.watermark(49); // every key's watermark is at least 29
      operator.read("a", 29, 1); // last ms of a window that has ended
      operator.read("b", 30, 2); // late by the subtask's watermark alone
      operator.read("b", 41, 3); // so is this
      operator.watermark(69); // 49
      operator.read("c", 49, 4);
      assertThat(operator.output())
          .containsExactly(
              new Watermark(29),
              WindowRow.of("b", 40, 1, 2, 2),
              WindowRow.of("b", 50, 1, 3, 3),
              new Watermark(49));
      assertThat(operator.counter(LATE_BY_KEY_WATERMARK)).isEqualTo(2);
      assertThat(operator.counter(LATE_BY_SUBTASK_WATERMARK)).isEqualTo(4);
      assertThat(operator.stateEntries()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void forwardsTheBoundAndNeverGoesBack(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(tumble(10), SKEW_20, backend)) {
      for (long watermark : new long[] {Long.MIN_VALUE, -5, 30, 30, 25, 31, Long.MAX_VALUE}) {
        operator.watermark(watermark);
      }
      assertThat(operator.output())
          .containsExactly(
              new Watermark(-25), new Watermark(10), new Watermark(11), Watermark.MAX_WATERMARK);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void equalsPlainComputationAndStaysAheadOfItsWatermark(StateBackends backend) throws Exception {
    List<WindowShape> shapes =
        List.of(tumble(10), hop(40, 10), hop(20, 10).withOffset(4), cumulate(40, 10));
    for (WindowShape shape : shapes) {
      for (int seed = 1; seed <= 6; seed++) {
        // three keys, 10 s apart each: the bound is close to the slowest key
        KeyTimeSettings settings = KeyTimeSettings.of(seed % 3 * 7L, 20_000);
        assertEqualsModel(shape, settings, backend, new RandomReadings(seed, 3, 0, 10).next(400));
      }
    }
  }

  private static void assertEqualsModel(
      WindowShape shape, KeyTimeSettings settings, StateBackends backend, List<Reading> readings)
      throws Exception {
    WindowModel model = new WindowModel(shape, settings);
    List<WindowRow> rows = new ArrayList<>();
    long latest = Long.MIN_VALUE;
    long forwarded = Long.MIN_VALUE;
    try (WindowHarness operator = WindowHarness.open(shape, settings, backend)) {
      for (int i = 0; i <= readings.size(); i++) {
        if (i == readings.size()) {
          operator.watermark(Long.MAX_VALUE);
          model.advance(Long.MAX_VALUE);
        } else {
          operator.read(readings.get(i));
          model.read(readings.get(i));
          latest = Math.max(latest, readings.get(i).time());
          if (i % 7 == 0) {
            operator.watermark(latest - 5);
            model.advance(latest - 5);
          }
        }
        for (Object element : operator.output()) {
          if (element instanceof Watermark watermark) {
            assertThat(watermark.getTimestamp()).isGreaterThan(forwarded);
            forwarded = watermark.getTimestamp();
          } else {
            WindowRow row = (WindowRow) element;
            assertThat(row.end() - 1).as("%s after watermark", row).isGreaterThan(forwarded);
            rows.add(row);
          }
        }
        assertThat(rows).as("%s", shape).containsExactlyInAnyOrderElementsOf(model.fired());
      }
      assertThat(operator.counter(LATE_BY_KEY_WATERMARK)).isEqualTo(model.lateByKey());
      assertThat(operator.counter(LATE_BY_SUBTASK_WATERMARK)).isEqualTo(model.lateBySubtask());
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.timers()).isZero();
    }
  }
}
