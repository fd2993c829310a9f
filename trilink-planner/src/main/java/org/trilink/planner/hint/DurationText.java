/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

import java.time.Duration;
import java.util.Optional;
import org.apache.flink.util.TimeUtils;

/** Durations as they stand in a hint: read as Flink reads them, printed in the largest unit. */
final class DurationText {

  private static final long MILLIS_PER_SECOND = 1000;
  private static final long MILLIS_PER_MINUTE = 60 * MILLIS_PER_SECOND;
  private static final long MILLIS_PER_HOUR = 60 * MILLIS_PER_MINUTE;
  private static final long MILLIS_PER_DAY = 24 * MILLIS_PER_HOUR;

  private DurationText() {}

  /**
   * Reads what Flink's options take: a whole number and a unit; without a unit, milliseconds.
   *
   * @return empty for anything else, a negative duration, a fraction of a millisecond (event time
   *     has none) and more than 292 years (where Flink's own arithmetic on durations overflows)
   */
  static Optional<Duration> read(String text) {
    try {
      Duration duration = TimeUtils.parseDuration(text);
      boolean wholeMillis = duration.equals(Duration.ofMillis(duration.toMillis()));
      boolean fitsFlink = duration.compareTo(Duration.ofNanos(Long.MAX_VALUE)) <= 0;
      return wholeMillis && fitsFlink ? Optional.of(duration) : Optional.empty();
    } catch (IllegalArgumentException | ArithmeticException notADuration) {
      return Optional.empty();
    }
  }

  /**
   * The largest unit that prints it exactly. Flink's own formatter knows no days and hours.
   *
   * @throws IllegalArgumentException if it is negative or not in whole milliseconds
   */
  static String print(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 0 || !duration.equals(Duration.ofMillis(millis))) {
      throw new IllegalArgumentException("Not a number of whole milliseconds: " + duration);
    }
    if (millis == 0) {
      return "0 ms";
    }
    if (millis % MILLIS_PER_DAY == 0) {
      return millis / MILLIS_PER_DAY + " d";
    }
    if (millis % MILLIS_PER_HOUR == 0) {
      return millis / MILLIS_PER_HOUR + " h";
    }
    if (millis % MILLIS_PER_MINUTE == 0) {
      return millis / MILLIS_PER_MINUTE + " min";
    }
    if (millis % MILLIS_PER_SECOND == 0) {
      return millis / MILLIS_PER_SECOND + " s";
    }
    return millis + " ms";
  }
}
