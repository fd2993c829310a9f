/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.trilink.benchmark.result.Measurement;
import org.trilink.benchmark.result.Metric;
import org.trilink.benchmark.result.Trial;

class LevelsTest {

  /** A job of an hour, measured every five minutes, whose other levels stay. */
  private static List<Measurement> threads(LongToDoubleFunction atMinute) {
    return held(Metric.THREADS, atMinute);
  }

  private static List<Measurement> held(Metric held, LongToDoubleFunction atMinute) {
    return LongStream.rangeClosed(1, 12)
        .map(point -> 5 * point)
        .mapToObj(
            minute ->
                new Measurement(
                    new Trial(
                        "trilink",
                        Map.of("backend", "heap", "seconds", String.valueOf(60 * minute)),
                        0),
                    "2026-11-27T00:00:00Z",
                    true,
                    Map.of(held, atMinute.applyAsDouble(minute), Metric.HEAP_BYTES, 1e8),
                    List.of(),
                    List.of(),
                    List.of()))
        .toList();
  }

  @Test
  void whatFillsInTheFirstQuarterIsLevel() {
    assertThat(Levels.rising(threads(minute -> minute < 16 ? 10 * minute : 150))).isEmpty();
  }

  @Test
  void whatGoesOnRisingIsTold() {
    assertThat(Levels.rising(threads(minute -> 1_000 * minute)))
        .containsExactly(
            "heap: threads not levelled off, 25,000 in the second quarter of the time and 55,000 in"
                + " the last");
  }

  @Test
  void filesGrowUntilTheyAreCompacted() {
    assertThat(
            Levels.rising(
                held(Metric.STATE_FILES_BYTES, minute -> 1_000_000 * (1 + minute % 25 / 5))))
        .isEmpty();
    assertThat(Levels.rising(held(Metric.STATE_FILES_BYTES, minute -> 1_000_000 * minute)))
        .hasSize(1);
  }
}
