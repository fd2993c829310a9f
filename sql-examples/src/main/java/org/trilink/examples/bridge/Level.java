/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.bridge;

import java.util.Optional;
import java.util.stream.Stream;

/** How serious a window is; the most serious one first. */
enum Level {
  RED("red", 20, 6),
  ORANGE("orange", 15, 4),
  YELLOW("yellow", 10, 2.5);

  /** How far an average may be off by the rounding of its additions, in parts of its size. */
  static final double ROUNDING = 1e-9;

  private final String text;
  private final double minAvgMm;
  private final double minRangeMm;

  Level(String text, double minAvgMm, double minRangeMm) {
    this.text = text;
    this.minAvgMm = minAvgMm;
    this.minRangeMm = minRangeMm;
  }

  /** As the script writes it. */
  String text() {
    return text;
  }

  /** The level of a window; empty if it has none. */
  static Optional<Level> of(double avgMm, double rangeMm) {
    double size = Math.abs(avgMm);
    return Stream.of(values())
        .filter(level -> size >= level.minAvgMm || rangeMm >= level.minRangeMm)
        .findFirst();
  }

  /** The most serious level that a window has if its average is rounded up; empty for none. */
  static Optional<Level> atMost(double avgMm, double rangeMm) {
    return of(avgMm * (1 + ROUNDING), rangeMm);
  }

  /** The least serious level that a window has if its average is rounded down; empty for none. */
  static Optional<Level> atLeast(double avgMm, double rangeMm) {
    return of(avgMm * (1 - ROUNDING), rangeMm);
  }
}
