/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyTimeMetrics.ACTIVE_KEYS;
import static org.trilink.runtime.watermark.KeyTimeMetrics.ENTRY_BYTES;
import static org.trilink.runtime.watermark.KeyTimeMetrics.HELD_TIMERS;
import static org.trilink.runtime.watermark.KeyTimeMetrics.SPREAD;
import static org.trilink.runtime.watermark.KeyTimeMetrics.STATE_BYTES;
import static org.trilink.runtime.watermark.KeyTimeMetrics.TIMER_BYTES;
import static org.trilink.runtime.watermark.KeyTimeMetrics.WATERMARK_GROUPS;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;

import java.time.Duration;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.harness.Subtasks;
import org.trilink.runtime.window.RandomReadings;
import org.trilink.runtime.window.Reading;
import org.trilink.runtime.window.StateBackends;

/** The gauges of a wrapped operator. */
class KeyTimeMetricsTest {

  private static final List<String> GAUGES =
      List.of(ACTIVE_KEYS, WATERMARK_GROUPS, HELD_TIMERS, SPREAD, STATE_BYTES);

  private static final KeyTimeSettings OWN_TIME = KeyTimeSettings.of(2, UNBOUNDED);

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void showWhatKeysHold(StateBackends backend) throws Exception {
    KeyTimeSettings settings = KeyTimeSettings.of(0, UNBOUNDED);
    try (KeyTimeHarness operator = KeyTimeHarness.open(TimedSums.OPERATOR, settings, backend)) {
      GAUGES.forEach(gauge -> assertThat(operator.gauge(gauge)).as(gauge).isZero());
      operator.read("a", 5, 1);
      operator.read("a", 6, 1); // the same timer
      operator.read("b", 32_773, 1);
      assertThat(operator.gauge(ACTIVE_KEYS)).isEqualTo(2);
      assertThat(operator.gauge(HELD_TIMERS)).isEqualTo(2);
      assertThat(operator.gauge(SPREAD)).isEqualTo(32_768);
      assertThat(operator.gauge(WATERMARK_GROUPS)).isZero();
      assertThat(operator.gauge(STATE_BYTES)).isEqualTo(2 * ENTRY_BYTES + 2 * TIMER_BYTES);
      operator.read("a", 32_769, 1); // fires both its timers
      assertThat(operator.gauge(HELD_TIMERS)).isEqualTo(1);
      assertThat(operator.gauge(SPREAD)).isZero(); // by less than the resolution
      operator.read("b", 32_761, 7);
      operator.watermark(Long.MAX_VALUE);
      GAUGES.forEach(gauge -> assertThat(operator.gauge(gauge)).as(gauge).isZero());
    }
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
      try (KeyTimeHarness operator = KeyTimeHarness.open(TimedSums.OPERATOR, settings, backend)) {
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
            assertThat(operator.gauge(HELD_TIMERS)).isEqualTo(operator.timers());
            assertThat(operator.gauge(keysPerGroup == 1 ? ACTIVE_KEYS : WATERMARK_GROUPS))
                .isEqualTo(operator.watermarks());
          }
          i++;
        }
        assertThat(operator.gauge(HELD_TIMERS)).isPositive();
        operator.watermark(Long.MAX_VALUE);
        GAUGES.forEach(gauge -> assertThat(operator.gauge(gauge)).as(gauge).isZero());
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void areRightAfterRescaling(StateBackends backend) throws Exception {
    for (int keysPerGroup : new int[] {1, 3}) {
      KeyTimeSettings settings = OWN_TIME.keysPerGroup(keysPerGroup);
      long[] before;
      OperatorSubtaskState state;
      try (Subtasks<String, KeyTimeHarness> all =
          KeyTimeHarness.openAll(TimedSums.OPERATOR, settings, backend, 2)) {
        var unused = all.read(new RandomReadings(1, 20, 0, 10).next(500));
        before = sums(all, 2);
        state = all.savepoint();
      }
      assertThat(before[0]).isPositive();
      assertThat(before[2]).isPositive();
      try (Subtasks<String, KeyTimeHarness> all =
          KeyTimeHarness.restoreAll(TimedSums.OPERATOR, settings, backend, 1, state, 2)) {
        assertThat(sums(all, 1)).containsExactly(before);
        // all keys of a group, or one key after the other, have reached some 190 s
        assertThat(all.only().gauge(SPREAD)).isBetween(100_000L, 220_000L);
        var unused = all.finish();
        GAUGES.forEach(gauge -> assertThat(all.only().gauge(gauge)).as(gauge).isZero());
      }
    }
  }

  private static long[] sums(Subtasks<String, KeyTimeHarness> all, int parallelism) {
    long[] sums = new long[3];
    for (int i = 0; i < parallelism; i++) {
      sums[0] += all.get(i).gauge(ACTIVE_KEYS);
      sums[1] += all.get(i).gauge(WATERMARK_GROUPS);
      sums[2] += all.get(i).gauge(HELD_TIMERS);
    }
    return sums;
  }
}
