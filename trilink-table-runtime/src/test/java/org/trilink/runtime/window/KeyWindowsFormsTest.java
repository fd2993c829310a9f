/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.runtime.window.WindowShape.cumulate;
import static org.trilink.runtime.window.WindowShape.hop;
import static org.trilink.runtime.window.WindowShape.session;
import static org.trilink.runtime.window.WindowShape.tumble;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.trilink.runtime.watermark.KeyTimeSettings;

/**
 * A savepoint of windows in any form, as objects, in a cache or on pages, on either backend, can be
 * restored in any other form.
 */
@Tag("slow")
class KeyWindowsFormsTest {

  private static final List<WindowShape> SHAPES =
      List.of(tumble(10), hop(30, 10), cumulate(30, 10), session(25));

  private static final KeyTimeSettings TIME = KeyTimeSettings.of(5, 200);
  private static final int KEYS = 300;
  private static final int PART = 2_000;

  /** The times of half of the keys are before 1970. */
  private static final long START = -10_000L * KEYS / 2;

  /** A query's keys are either numbers or not, and only those are on pages. */
  static Stream<Arguments> pairs() {
    return Stream.of(StateBackends.values())
        .flatMap(
            from ->
                Stream.of(StateBackends.values())
                    .filter(to -> !isPaged(from) || to.keys().numberOfKey() != null)
                    .map(to -> Arguments.of(shape(from, to), from, to)));
  }

  /** Another one for each form to which the windows of a form are restored. */
  private static WindowShape shape(StateBackends from, StateBackends to) {
    List<StateBackends> all = List.of(StateBackends.values());
    return SHAPES.get((all.indexOf(from) + all.indexOf(to)) % SHAPES.size());
  }

  private static boolean isPaged(StateBackends backend) {
    return backend.maxKeysAsObjects() < KEYS;
  }

  @ParameterizedTest(name = "{0} from {1} to {2}")
  @MethodSource("pairs")
  void goesOnInAnotherForm(WindowShape shape, StateBackends from, StateBackends to)
      throws Exception {
    List<Reading> readings = new RandomReadings(7, KEYS, START, 10).withNullKey().next(3 * PART);
    List<WindowRow> expected = new ArrayList<>();
    try (WindowHarness uninterrupted = WindowHarness.open(shape, TIME, StateBackends.HEAP)) {
      read(uninterrupted, readings, expected);
      finish(uninterrupted, expected);
    }

    List<WindowRow> rows = new ArrayList<>();
    OperatorSubtaskState state;
    try (WindowHarness before = WindowHarness.open(shape, TIME, from)) {
      read(before, readings.subList(0, PART), rows);
      before.snapshot();
      read(before, readings.subList(PART, 2 * PART), rows);
      state = before.savepoint();
    }
    try (WindowHarness after = WindowHarness.open(shape, TIME, to, 1, 0, state)) {
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
