/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.window.WindowShape.hop;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.watermark.KeyTimeSettings;

/**
 * A savepoint of windows in any form, as objects, in a cache or on pages, on either backend, can be
 * restored in any other form.
 */
class KeyWindowsFormsTest {

  private static final WindowShape SHAPE = hop(30, 10);
  private static final KeyTimeSettings TIME = KeyTimeSettings.of(5, 200);
  private static final int KEYS = 300;
  private static final int PART = 2_000;

  /** A query's keys are either numbers or not, and only those are on pages. */
  static Stream<Arguments> pairs() {
    return Stream.of(StateBackends.values())
        .flatMap(
            from ->
                Stream.of(StateBackends.values())
                    .filter(to -> !isPaged(from) || to.keys().numberOfKey() != null)
                    .map(to -> Arguments.of(from, to)));
  }

  private static boolean isPaged(StateBackends backend) {
    return backend.maxKeysAsObjects() < KEYS;
  }

  @ParameterizedTest(name = "from {0} to {1}")
  @MethodSource("pairs")
  void goesOnInAnotherForm(StateBackends from, StateBackends to) throws Exception {
    List<Reading> readings = new RandomReadings(7, KEYS, 0, 10).next(3 * PART);
    List<WindowRow> expected = new ArrayList<>();
    try (WindowHarness uninterrupted = WindowHarness.open(SHAPE, TIME, StateBackends.HEAP)) {
      read(uninterrupted, readings, expected);
      finish(uninterrupted, expected);
    }

    List<WindowRow> rows = new ArrayList<>();
    OperatorSubtaskState state;
    try (WindowHarness before = WindowHarness.open(SHAPE, TIME, from)) {
      read(before, readings.subList(0, PART), rows);
      before.snapshot();
      read(before, readings.subList(PART, 2 * PART), rows);
      state = before.savepoint();
    }
    try (WindowHarness after = WindowHarness.open(SHAPE, TIME, to, 1, 0, state)) {
      read(after, readings.subList(2 * PART, 3 * PART), rows);
      finish(after, rows);
    }

    assertThat(rows).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static void read(WindowHarness harness, List<Reading> readings, List<WindowRow> rows)
      throws Exception {
    for (Reading reading : readings) {
      harness.read(reading);
    }
    rows.addAll(harness.rows());
  }

  private static void finish(WindowHarness harness, List<WindowRow> rows) throws Exception {
    harness.watermark(Long.MAX_VALUE);
    rows.addAll(harness.rows());
    harness.assertNothingIsHeld();
  }
}
