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
import static org.trilink.runtime.window.WindowShape.cumulate;
import static org.trilink.runtime.window.WindowShape.hop;
import static org.trilink.runtime.window.WindowShape.tumble;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.table.data.GenericRowData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.watermark.KeyTimeSettings;

/** Without a max skew, only a key's own records advance its watermark. */
class KeyWatermarkWindowAggOperatorTest {

  private static KeyTimeSettings delay(long delay) {
    return KeyTimeSettings.of(delay, UNBOUNDED);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void firesWhenTheKeysOwnWatermarkPassesTheEnd(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(tumble(10), delay(5), backend)) {
      operator.read("a", 3, 1);
      operator.read("b", 1_000_000, 7);
      operator.read("a", 13, 2); // watermark of a: 8
      assertThat(operator.rows()).isEmpty();
      operator.read("a", 14, 3); // watermark of a: 9, the window's last ms
      assertThat(operator.rows()).containsExactly(WindowRow.of("a", 10, 1, 1, 1));
      operator.read("a", 52, 4);
      assertThat(operator.rows()).containsExactly(WindowRow.of("a", 20, 2, 5, 3));
      operator.read("b", 1_000_014, 8);
      assertThat(operator.rows()).containsExactly(WindowRow.of("b", 1_000_010, 1, 7, 7));
    }
  }

  @Tag("slow")
  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void equalsPlainComputationForKeysFarApart(StateBackends backend) throws Exception {
    List<WindowShape> shapes =
        List.of(
            tumble(10),
            tumble(10).withOffset(-3),
            hop(40, 10),
            hop(20, 10).withOffset(4),
            cumulate(40, 10),
            cumulate(30, 10).withOffset(29));
    for (WindowShape shape : shapes) {
      for (int seed = 1; seed <= 4; seed++) {
        RandomReadings input = new RandomReadings(seed, 5, -30_000, 10);
        assertEqualsModel(shape, delay(seed % 2 * 15L), backend, input.next(400));
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
        if (i % 50 == 0) {
          operator.watermark(latest);
          model.advance(latest);
          rows.addAll(operator.rows());
          assertThat(rows).containsExactlyInAnyOrderElementsOf(model.fired());
        }
      }
      operator.watermark(Long.MAX_VALUE);
      model.advance(Long.MAX_VALUE);
      rows.addAll(operator.rows());
      assertThat(rows).as("%s", shape).containsExactlyInAnyOrderElementsOf(model.fired());
      assertThat(operator.counter(LATE_BY_KEY_WATERMARK)).isEqualTo(model.lateByKey());
      assertThat(operator.counter(LATE_RECORDS_DROPPED)).isEqualTo(model.lateByKey());
      assertThat(operator.counter(LATE_BY_SUBTASK_WATERMARK)).isEqualTo(model.lateBySubtask());
      assertThat(model.lateBySubtask()).isGreaterThan(2 * model.lateByKey());
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void dropsRecordsBehindTheirKeyOnly(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(tumble(10), delay(0), backend)) {
      operator.read("a", 25, 1);
      operator.watermark(25);
      operator.read("a", 19, 2); // late by both watermarks
      operator.read("b", 19, 3); // late by the subtask's only
      operator.read("a", 20, 4); // late by neither
      operator.read("b", 19, 5); // its own event time has passed the window's end by now
      assertThat(operator.counter(LATE_BY_KEY_WATERMARK)).isEqualTo(2);
      assertThat(operator.counter(LATE_RECORDS_DROPPED)).isEqualTo(2);
      assertThat(operator.counter(LATE_BY_SUBTASK_WATERMARK)).isEqualTo(3);
      assertThat(operator.rows()).containsExactly(WindowRow.of("b", 20, 1, 3, 3));
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void hopCountsRecordBehindWatermarkInWindowsThatAreLeft(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(hop(30, 10), delay(0), backend)) {
      operator.read("a", 25, 1); // watermark 25: windows to 10 and to 20 have passed
      operator.read("a", 5, 2); // in windows to 10, 20, 30
      operator.read("a", 100, 4);
      assertThat(operator.rows())
          .containsExactly(
              WindowRow.of("a", 30, 2, 3, 2),
              WindowRow.of("a", 40, 1, 1, 1),
              WindowRow.of("a", 50, 1, 1, 1));
      assertThat(operator.counter(LATE_RECORDS_DROPPED)).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void cumulateCountsRecordBehindWatermarkInWindowsThatAreLeft(StateBackends backend)
      throws Exception {
    try (WindowHarness operator = WindowHarness.open(cumulate(30, 10), delay(0), backend)) {
      operator.read("a", 15, 1); // watermark 15: the window to 10 has passed
      operator.read("a", 5, 2); // in windows to 10, 20, 30
      operator.read("a", 100, 4);
      assertThat(operator.rows())
          .containsExactly(WindowRow.of("a", 20, 2, 3, 2), WindowRow.of("a", 30, 2, 3, 2));
      assertThat(operator.counter(LATE_RECORDS_DROPPED)).isZero();
    }
  }

  /** Flink never clears such a window's state, and would emit it again and again here. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void cumulateOfOneStepFiresOnce(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(cumulate(10, 10), delay(0), backend)) {
      operator.read("a", 5, 1);
      operator.read("a", 12, 2);
      operator.read("a", 30, 3);
      assertThat(operator.rows())
          .containsExactly(WindowRow.of("a", 10, 1, 1, 1), WindowRow.of("a", 20, 1, 2, 2));
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void forwardsOnlyTheFinalWatermark(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(hop(20, 10), delay(0), backend)) {
      operator.read("a", 5, 1);
      operator.watermark(1_000_000);
      operator.read("b", 7, 2);
      operator.watermark(2_000_000);
      assertThat(operator.output()).isEmpty();
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.output())
          .containsExactlyInAnyOrder(
              WindowRow.of("a", 10, 1, 1, 1),
              WindowRow.of("a", 20, 1, 1, 1),
              WindowRow.of("b", 10, 1, 2, 2),
              WindowRow.of("b", 20, 1, 2, 2),
              Watermark.MAX_WATERMARK)
          .endsWith(Watermark.MAX_WATERMARK);
      assertThat(operator.stateEntries()).isZero();
      assertThat(operator.timers()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void firesTheKeyNullAtTheEndOfTheInput(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(cumulate(30, 10), delay(0), backend)) {
      operator.read("a", 25, 1);
      operator.read("b", 25, 2);
      operator.read(null, 25, 3);
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.rows())
          .containsExactlyInAnyOrder(
              WindowRow.of("a", 30, 1, 1, 1),
              WindowRow.of("b", 30, 1, 2, 2),
              WindowRow.of(null, 30, 1, 3, 3));
      operator.assertNothingIsHeld();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void keepsOneEntryAndOneTimerPerKey(StateBackends backend) throws Exception {
    KeyTimeSettings bounded = KeyTimeSettings.of(20, 1_000_000);
    try (WindowHarness operator = WindowHarness.open(hop(50, 10), bounded, backend)) {
      for (Reading reading : new RandomReadings(1, 4, 0, 10).next(50)) {
        operator.read(reading);
        assertThat(operator.timers()).isEqualTo((int) operator.keysInState());
      }
      assertThat(operator.keysInState()).isEqualTo(4);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void keepsNoTimerWithoutABound(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(hop(50, 10), delay(20), backend)) {
      for (Reading reading : new RandomReadings(1, 4, 0, 10).next(50)) {
        operator.read(reading);
        operator.watermark(reading.time());
      }
      assertThat(operator.timers()).isZero();
      assertThat(operator.keysInState()).isEqualTo(4);
      operator.watermark(Long.MAX_VALUE);
      operator.assertNothingIsHeld();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void takesNegativeTimes(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(cumulate(20, 10), delay(0), backend)) {
      operator.read("a", -15, 1);
      operator.read("a", -5, 2);
      operator.read("a", -1, 3);
      operator.read("a", 0, 4);
      operator.read("a", -1, 5); // late
      assertThat(operator.rows())
          .containsExactly(WindowRow.of("a", -10, 1, 1, 1), WindowRow.of("a", 0, 3, 6, 3));
      assertThat(operator.counter(LATE_RECORDS_DROPPED)).isEqualTo(1);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void takesRowsThatAreNotBinary(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(tumble(10), delay(0), backend)) {
      operator.process(WindowHarness.rowOf(Reading.of("a", 5, 1)));
      operator.read("a", 6, 2);
      operator.process(WindowHarness.rowOf(Reading.of("a", 9, 3)));
      assertThat(operator.rows()).containsExactly(WindowRow.of("a", 10, 3, 6, 3));
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void saysThatTheRowtimeIsNull(StateBackends backend) throws Exception {
    try (WindowHarness operator = WindowHarness.open(tumble(10), delay(0), backend)) {
      GenericRowData row = WindowHarness.rowOf(Reading.of("a", 5, 1));
      row.setField(WindowHarness.ROWTIME, null);
      assertThatThrownBy(() -> operator.process(row))
          .hasMessageContaining("rowtime of a record is null")
          .hasMessageContaining("filter such rows out");
    }
  }
}
