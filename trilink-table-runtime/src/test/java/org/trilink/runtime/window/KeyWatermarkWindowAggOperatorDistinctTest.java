/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;
import static org.trilink.runtime.window.WindowShape.cumulate;
import static org.trilink.runtime.window.WindowShape.hop;
import static org.trilink.runtime.window.WindowShape.tumble;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.watermark.KeyTimeSettings;

/** Aggregate functions with their own state for each slice. */
@Tag("slow")
class KeyWatermarkWindowAggOperatorDistinctTest {

  private static WindowHarness open(WindowShape shape, StateBackends backend) throws Exception {
    KeyTimeSettings settings = KeyTimeSettings.of(0, UNBOUNDED);
    return WindowHarness.open(
        WindowHarness.operator(shape, settings, DistinctCount.generated(), backend), backend);
  }

  private static WindowRow distinct(String key, long end, long count) {
    return WindowRow.of(key, end, count, 0, 0);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void tumbleCountsAndCleansUp(StateBackends backend) throws Exception {
    try (WindowHarness operator = open(tumble(10), backend)) {
      operator.read("a", 1, 7);
      operator.read("b", 1_001, 7);
      operator.read("a", 2, 8);
      operator.read("a", 3, 7);
      int open = operator.stateEntries();
      operator.read("a", 9, 9);
      assertThat(operator.rows()).containsExactly(distinct("a", 10, 3));
      assertThat(operator.stateEntries()).isLessThan(open);
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.rows()).containsExactly(distinct("b", 1_010, 1));
      assertThat(operator.stateEntries()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void hopMergesInMemoryAndCleansUp(StateBackends backend) throws Exception {
    try (WindowHarness operator = open(hop(20, 10), backend)) {
      operator.read("a", 1, 7);
      operator.read("a", 11, 7);
      operator.read("a", 12, 8);
      operator.read("a", 3, 9); // its first window has passed
      operator.read("a", 100, 7);
      assertThat(operator.rows())
          .containsExactly(distinct("a", 10, 1), distinct("a", 20, 3), distinct("a", 30, 2));
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.rows()).containsExactly(distinct("a", 110, 1), distinct("a", 120, 1));
      assertThat(operator.stateEntries()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void cumulateMergesInStateAndCleansUp(StateBackends backend) throws Exception {
    try (WindowHarness operator = open(cumulate(30, 10), backend)) {
      operator.read("a", 1, 7);
      operator.read("a", 11, 7);
      operator.read("a", 12, 8);
      operator.read("a", 3, 9); // its first window has passed
      operator.read("a", 100, 7);
      assertThat(operator.rows())
          .containsExactly(distinct("a", 10, 1), distinct("a", 20, 3), distinct("a", 30, 3));
      operator.watermark(Long.MAX_VALUE);
      assertThat(operator.rows()).containsExactly(distinct("a", 110, 1), distinct("a", 120, 1));
      assertThat(operator.stateEntries()).isZero();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void leavesNothingBehindRandomInput(StateBackends backend) throws Exception {
    for (WindowShape shape :
        new WindowShape[] {tumble(10), hop(40, 10), cumulate(40, 10), cumulate(10, 10)}) {
      try (WindowHarness operator = open(shape, backend)) {
        for (Reading reading : new RandomReadings(1, 4, 0, 10).next(500)) {
          operator.read(reading);
        }
        assertThat(operator.stateEntries()).isPositive();
        operator.watermark(Long.MAX_VALUE);
        assertThat(operator.stateEntries()).as("%s", shape).isZero();
      }
    }
  }
}
