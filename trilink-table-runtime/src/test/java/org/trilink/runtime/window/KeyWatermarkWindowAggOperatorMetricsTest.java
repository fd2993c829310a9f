/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyTimeMetrics.ACTIVE_KEYS;
import static org.trilink.runtime.watermark.KeyTimeMetrics.HELD_TIMERS;
import static org.trilink.runtime.watermark.KeyTimeMetrics.SPREAD;
import static org.trilink.runtime.watermark.KeyTimeMetrics.STATE_BYTES;
import static org.trilink.runtime.watermark.KeyTimeMetrics.WATERMARK_GROUPS;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;
import static org.trilink.runtime.window.WindowHarness.keysOfOneKeyGroup;
import static org.trilink.runtime.window.WindowShape.hop;
import static org.trilink.runtime.window.WindowShape.tumble;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.watermark.KeyTimeSettings;

/** The gauges of the window aggregate. */
class KeyWatermarkWindowAggOperatorMetricsTest {

  private static final List<String> GAUGES =
      List.of(ACTIVE_KEYS, WATERMARK_GROUPS, HELD_TIMERS, SPREAD, STATE_BYTES);

  private static final KeyTimeSettings OWN_TIME = KeyTimeSettings.of(0, UNBOUNDED);

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void showKeysAndTheirSpread(StateBackends backend) throws Exception {
    List<String> keys = keysOfOneKeyGroup(2);
    try (WindowHarness operator = WindowHarness.open(tumble(10), OWN_TIME, backend)) {
      operator.read(keys.get(0), 5, 1);
      operator.read(keys.get(1), 5 + (10 << 12), 1);
      assertThat(operator.gauge(ACTIVE_KEYS)).isEqualTo(2);
      assertThat(operator.gauge(HELD_TIMERS))
          .isZero(); // no cleanup timer would fire before the end
      assertThat(operator.gauge(WATERMARK_GROUPS)).isZero();
      assertThat(operator.gauge(SPREAD)).isEqualTo(10 << 12);
      operator.read(keys.get(1), 10_000_005, 1);
      assertThat(operator.gauge(SPREAD)).isCloseTo(10_000_000L, Percentage.withPercentage(4));
      operator.watermark(Long.MAX_VALUE);
      assertAllZero(operator);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void showGroupsAndTheirSpread(StateBackends backend) throws Exception {
    List<String> keys = keysOfOneKeyGroup(4);
    KeyTimeSettings settings = OWN_TIME.keysPerGroup(2);
    try (WindowHarness operator = WindowHarness.open(tumble(10), settings, backend)) {
      for (int i = 0; i < 4; i++) {
        operator.read(keys.get(i), 5 + (10 << 12) * i, 1); // groups: the second and the fourth
      }
      assertThat(operator.gauge(WATERMARK_GROUPS)).isEqualTo(2);
      assertThat(operator.gauge(SPREAD)).isEqualTo(20 << 12);
      assertThat(operator.gauge(ACTIVE_KEYS)).isEqualTo(2);
      assertThat(operator.gauge(HELD_TIMERS)).isEqualTo(2);
      operator.watermark(Long.MAX_VALUE);
      assertAllZero(operator);
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void showLessBytesTheMoreKeysShareAWatermark(StateBackends backend) throws Exception {
    List<Long> bytes = new ArrayList<>();
    for (int keysPerGroup : new int[] {1, 4, 64, Integer.MAX_VALUE}) {
      try (WindowHarness operator =
          WindowHarness.open(tumble(10), OWN_TIME.keysPerGroup(keysPerGroup), backend)) {
        for (String key : keysOfOneKeyGroup(256)) {
          operator.read(key, 9, 1); // its window is over at once
        }
        bytes.add(operator.gauge(STATE_BYTES));
      }
    }
    assertThat(bytes)
        .isSortedAccordingTo((a, b) -> Long.compare(b, a))
        .doesNotHaveDuplicates()
        .allMatch(each -> each > 0);
  }

  /** The metrics are always equal to the counts of the state. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void equalTheStateCounted(StateBackends backend) throws Exception {
    for (int keysPerGroup : new int[] {1, 3}) {
      KeyTimeSettings settings =
          KeyTimeSettings.of(2, 3_000)
              .keysPerGroup(keysPerGroup)
              .idleTimeout(Duration.ofMillis(20));
      try (WindowHarness operator = WindowHarness.open(hop(30, 10), settings, backend)) {
        long latest = Long.MIN_VALUE;
        int i = 0;
        for (Reading reading : new RandomReadings(keysPerGroup, 20, 0, 10).next(1_500)) {
          operator.read(reading);
          operator.processingTime(i);
          latest = Math.max(latest, reading.time());
          if (i % 9 == 0) {
            operator.watermark(latest - 190_000);
          }
          if (i % 50 == 0) {
            assertThat(operator.gauge(ACTIVE_KEYS)).isEqualTo(operator.keysInState());
            assertThat(operator.gauge(HELD_TIMERS)).isEqualTo(operator.timers());
          }
          i++;
        }
        assertThat(operator.gauge(HELD_TIMERS)).isPositive();
        operator.watermark(Long.MAX_VALUE);
        assertAllZero(operator);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void areRightAfterRestore(StateBackends backend) throws Exception {
    for (int keysPerGroup : new int[] {1, 3}) {
      KeyTimeSettings settings = OWN_TIME.keysPerGroup(keysPerGroup);
      List<Long> before;
      OperatorSubtaskState state;
      try (WindowHarness operator = WindowHarness.open(tumble(10), settings, backend)) {
        for (Reading reading : new RandomReadings(1, 20, 0, 10).next(300)) {
          operator.read(reading);
        }
        before = GAUGES.stream().map(operator::gauge).toList();
        state = operator.snapshot();
      }
      assertThat(before.get(GAUGES.indexOf(SPREAD))).isPositive();
      try (WindowHarness restored =
          WindowHarness.open(tumble(10), settings, backend, 1, 0, state)) {
        assertThat(GAUGES.stream().map(restored::gauge).toList()).isEqualTo(before);
        restored.watermark(Long.MAX_VALUE);
        assertAllZero(restored);
      }
    }
  }

  private static void assertAllZero(WindowHarness operator) {
    GAUGES.forEach(gauge -> assertThat(operator.gauge(gauge)).as(gauge).isZero());
  }
}
