/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.harness.ReadingHarness.keysOfOneKeyGroup;

import java.time.Duration;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.runtime.window.StateBackends;

/** Flink's operators under key-level watermarks, which records from the future do not advance. */
class KeyWatermarkOperatorMaxLeadTest {

  private static final KeyTimeSettings OWN_TIME =
      KeyTimeSettings.of(0, KeyWatermarkPolicy.UNBOUNDED);
  private static final String KEPT = "a [900, 910): count 1, sum 2";

  private static KeyTimeHarness open(KeyTimeSettings settings) throws Exception {
    return KeyTimeHarness.open(LegacyWindows.TUMBLE, settings, StateBackends.HEAP);
  }

  @ParameterizedTest(name = "dropped: {0}")
  @ValueSource(booleans = {false, true})
  void aRecordFromTheFutureMakesNothingLate(boolean drops) throws Exception {
    for (int keysPerGroup : new int[] {1, 8}) {
      try (KeyTimeHarness operator =
          open(OWN_TIME.keysPerGroup(keysPerGroup).maxLead(100, drops))) {
        operator.watermark(0);
        operator.read("a", 5, 1);
        operator.read("a", 905, 2);
        operator.read("a", 6, 4);
        assertThat(operator.output()).isEmpty();
        operator.read("a", 15, 8);
        assertThat(operator.output()).containsExactly("a [0, 10): count 2, sum 5");
        assertThat(operator.counter(RecordsBeyondMaxLead.NAME)).isOne();
        operator.watermark(Long.MAX_VALUE);
        String last = "a [10, 20): count 1, sum 8";
        assertThat(operator.output())
            .containsExactlyElementsOf(
                drops
                    ? List.of(last, Watermark.MAX_WATERMARK)
                    : List.of(last, KEPT, Watermark.MAX_WATERMARK));
        operator.assertNothingIsHeld();
        assertThat(operator.stateEntries()).isZero();
      }
    }
  }

  @Test
  void aKeyOfNothingButTheFutureFallsIdle() throws Exception {
    KeyTimeSettings settings = OWN_TIME.idleTimeout(Duration.ofMillis(50)).maxLead(100, false);
    try (KeyTimeHarness operator = open(settings)) {
      operator.watermark(0);
      operator.read("a", 905, 2);
      operator.processingTime(50);
      assertThat(operator.output()).containsExactly(KEPT);
      assertThat(operator.checks()).isZero();
    }
  }

  @Test
  void keepsTheOthersOfItsGroupOpen() throws Exception {
    List<String> keys = keysOfOneKeyGroup(2);
    try (KeyTimeHarness operator = open(OWN_TIME.keysPerGroup(2).maxLead(100, false))) {
      operator.watermark(0);
      operator.read(keys.get(0), 5, 1);
      operator.read(keys.get(1), 905, 2);
      assertThat(operator.output()).isEmpty();
      operator.read(keys.get(1), 12, 4);
      assertThat(operator.output()).containsExactly(keys.get(0) + " [0, 10): count 1, sum 1");
    }
  }

  /** After a restart there is no watermark at first: the clock is used instead. */
  @Test
  void goesByTheClockUntilAWatermarkComes() throws Exception {
    OperatorSubtaskState state;
    try (KeyTimeHarness operator = open(OWN_TIME.maxLead(100, false))) {
      operator.processingTime(800);
      operator.read("a", 805, 1);
      operator.read("a", 901, 2); // ahead of the clock by more than that
      assertThat(operator.output()).isEmpty();
      operator.watermark(850);
      operator.read("a", 902, 2);
      assertThat(operator.output()).containsExactly("a [800, 810): count 1, sum 1");
      state = operator.snapshot();
    }
    try (KeyTimeHarness operator =
        KeyTimeHarness.restoreAt(
            860, LegacyWindows.TUMBLE, OWN_TIME.maxLead(100, false), StateBackends.HEAP, state)) {
      operator.read("a", 961, 3);
      assertThat(operator.output()).isEmpty();
      operator.read("a", 960, 3);
      assertThat(operator.output()).containsExactly("a [900, 910): count 2, sum 4");
      assertThat(operator.counter(RecordsBeyondMaxLead.NAME)).isOne();
    }
  }

  @Test
  void goesByTheClockWhileTheInputIsIdle() throws Exception {
    try (KeyTimeHarness operator = open(OWN_TIME.maxLead(100, true))) {
      operator.watermark(0);
      operator.idle();
      operator.processingTime(5_000);
      operator.read("a", 5_005, 1); // after a pause that was longer than the max lead
      operator.read("a", 5_015, 2);
      assertThat(operator.rows()).containsExactly("a [5000, 5010): count 1, sum 1");
      assertThat(operator.counter(RecordsBeyondMaxLead.NAME)).isZero();
      operator.watermark(5_000);
      operator.read("a", 5_101, 3);
      assertThat(operator.counter(RecordsBeyondMaxLead.NAME)).isOne();
    }
  }
}
