/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;
import static org.trilink.runtime.window.KeyWatermarkWindowAggOperator.LATE_RECORDS_DROPPED;
import static org.trilink.runtime.window.WindowHarness.keysOfOneKeyGroup;
import static org.trilink.runtime.window.WindowShape.hop;
import static org.trilink.runtime.window.WindowShape.tumble;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.watermark.KeyTimeSettings;
import org.trilink.runtime.watermark.RecordsBeyondMaxLead;

/** Windows of keys whose watermarks are not advanced by records from the future. */
class KeyWatermarkWindowAggOperatorMaxLeadTest {

  private static final KeyTimeSettings OWN_TIME = KeyTimeSettings.of(0, UNBOUNDED);

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void aRecordFromTheFutureWaitsForTheEnd(StateBackends backend) throws Exception {
    OperatorSubtaskState state;
    KeyTimeSettings settings = OWN_TIME.maxLead(100, false);
    try (WindowHarness operator = WindowHarness.open(tumble(10), settings, backend)) {
      operator.watermark(0);
      operator.read("b", 905, 16); // a new key
      operator.read("a", 5, 1);
      operator.read("a", 905, 2);
      operator.read("a", 6, 4);
      operator.read("a", 15, 8);
      assertThat(operator.rows()).containsExactly(WindowRow.of("a", 10, 2, 5, 4));
      assertThat(operator.counter(RecordsBeyondMaxLead.NAME)).isEqualTo(2);
      assertThat(operator.counter(LATE_RECORDS_DROPPED)).isZero();
      state = operator.snapshot();
    }
    try (WindowHarness operator = WindowHarness.open(tumble(10), settings, backend, 1, 0, state)) {
      operator.watermark(10);
      operator.read("b", 12, 32);
      operator.read("b", 20, 64);
      assertThat(operator.rows()).containsExactly(WindowRow.of("b", 20, 1, 32, 32));
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.rows())
          .containsExactlyInAnyOrder(
              WindowRow.of("a", 20, 1, 8, 8),
              WindowRow.of("a", 910, 1, 2, 2),
              WindowRow.of("b", 30, 1, 64, 64),
              WindowRow.of("b", 910, 1, 16, 16));
      operator.assertNothingIsHeld();
    }
  }

  /** When event time reaches the record's window, the record is counted in it with all others. */
  @Test
  void aRecordFromTheFutureIsInItsWindowWhenTheKeyGetsThere() throws Exception {
    try (WindowHarness operator =
        WindowHarness.open(hop(20, 10), OWN_TIME.maxLead(100, false), StateBackends.HEAP)) {
      operator.watermark(0);
      operator.read("a", 115, 1);
      operator.watermark(50);
      operator.read("a", 117, 2);
      operator.read("a", 129, 4);
      assertThat(operator.rows())
          .containsExactlyInAnyOrder(
              WindowRow.of("a", 120, 2, 3, 2), WindowRow.of("a", 130, 3, 7, 4));
      assertThat(operator.counter(RecordsBeyondMaxLead.NAME)).isOne();
    }
  }

  @Test
  void aRecordFromTheFutureIsDropped() throws Exception {
    try (WindowHarness operator =
        WindowHarness.open(tumble(10), OWN_TIME.maxLead(100, true), StateBackends.HEAP)) {
      operator.watermark(0);
      operator.read("a", 5, 1);
      operator.read("a", 101, 2);
      operator.read("b", 101, 2);
      operator.read("a", 100, 4);
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.rows())
          .containsExactlyInAnyOrder(
              WindowRow.of("a", 10, 1, 1, 1), WindowRow.of("a", 110, 1, 4, 4));
      assertThat(operator.counter(RecordsBeyondMaxLead.NAME)).isEqualTo(2);
      assertThat(operator.counter(LATE_RECORDS_DROPPED)).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void keepsTheOthersOfItsGroupOpen(StateBackends backend) throws Exception {
    List<String> keys = keysOfOneKeyGroup(2);
    KeyTimeSettings settings = OWN_TIME.keysPerGroup(2).maxLead(100, false);
    try (WindowHarness operator = WindowHarness.open(tumble(10), settings, backend)) {
      operator.watermark(0);
      operator.read(keys.get(0), 5, 1);
      operator.read(keys.get(1), 905, 2);
      assertThat(operator.rows()).isEmpty();
      operator.read(keys.get(1), 12, 4);
      assertThat(operator.rows()).containsExactly(WindowRow.of(keys.get(0), 10, 1, 1, 1));
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.rows())
          .containsExactlyInAnyOrder(
              WindowRow.of(keys.get(1), 20, 1, 4, 4), WindowRow.of(keys.get(1), 910, 1, 2, 2));
      operator.assertNothingIsHeld();
    }
  }

  /** With a max skew its window is fired by the bound, and its state is cleared. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void isFiredByTheBound(StateBackends backend) throws Exception {
    KeyTimeSettings settings = KeyTimeSettings.of(0, 20).maxLead(100, false);
    try (WindowHarness operator = WindowHarness.open(tumble(10), settings, backend)) {
      operator.watermark(0);
      operator.read("a", 905, 2);
      List<Object> output = new ArrayList<>();
      for (long watermark = 100; watermark <= 1_000; watermark += 100) {
        operator.watermark(watermark);
        output.addAll(operator.output());
      }
      assertThat(output)
          .endsWith(new Watermark(880), WindowRow.of("a", 910, 1, 2, 2), new Watermark(980))
          .hasSize(12);
      operator.assertNothingIsHeld();
    }
  }
}
