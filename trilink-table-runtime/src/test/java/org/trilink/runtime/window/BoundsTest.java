/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.watermark.KeyWatermarkPolicy.UNBOUNDED;

import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.runtime.watermark.KeyTimeSettings;

/** Keys and windows that are far larger, or far more, than anybody means them to be. */
@Tag("slow")
class BoundsTest {

  private static final int WINDOWS = 20_000;
  private static final long DELAY = 100_000_000;

  /** Its windows are one entry of the state, which grows with them. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(StateBackends.class)
  void aKeyWithManyOpenWindows(StateBackends backend) throws Exception {
    WindowShape shape = WindowShape.tumble(10);
    KeyTimeSettings settings = KeyTimeSettings.of(DELAY, UNBOUNDED);
    OperatorSubtaskState state;
    try (WindowHarness operator = WindowHarness.open(shape, settings, backend)) {
      for (int window = 0; window < WINDOWS; window++) {
        operator.read("a", 10L * window, 1);
        operator.read("b", window, 1);
      }
      state = operator.snapshot();
    }
    try (WindowHarness operator = WindowHarness.open(shape, settings, backend, 1, 0, state)) {
      operator.read("a", 5, 2);
      operator.watermark(Long.MAX_VALUE);

      List<WindowRow> rows = operator.rows();
      assertThat(rows).hasSize(WINDOWS + WINDOWS / 10);
      assertThat(rows).contains(WindowRow.of("a", 10, 2, 3, 2));
      assertThat(rows).contains(WindowRow.of("a", 10L * WINDOWS, 1, 1, 1));
      assertThat(rows).contains(WindowRow.of("b", 10, 10, 10, 1));
      operator.assertNothingIsHeld();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"HEAP", "ROCKSDB"})
  void hugeKeys(StateBackends backend) throws Exception {
    WindowShape shape = WindowShape.tumble(10);
    KeyTimeSettings settings = KeyTimeSettings.of(0, UNBOUNDED);
    String huge = "x".repeat(4_000_000);
    OperatorSubtaskState state;
    try (WindowHarness operator = WindowHarness.open(shape, settings, backend)) {
      for (int key = 0; key < 4; key++) {
        operator.read(huge + key, 3, key);
      }
      state = operator.snapshot();
    }
    try (WindowHarness operator = WindowHarness.open(shape, settings, backend, 1, 0, state)) {
      for (int key = 0; key < 4; key++) {
        operator.read(huge + key, 4, 10);
        operator.read(huge + key, 12, 1);
      }

      assertThat(operator.rows())
          .containsExactly(
              WindowRow.of(huge + 0, 10, 2, 10, 10),
              WindowRow.of(huge + 1, 10, 2, 11, 10),
              WindowRow.of(huge + 2, 10, 2, 12, 10),
              WindowRow.of(huge + 3, 10, 2, 13, 10));
    }
  }
}
