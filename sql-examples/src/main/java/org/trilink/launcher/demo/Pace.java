/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.util.Locale;

/** The rate of progress towards a known end, from now on. */
final class Pace {

  private static final double MIN_SECONDS = 0.5;

  private final long startNanos = System.nanoTime();
  private final long end;

  Pace(long end) {
    this.end = end;
  }

  /** A readable progress, rate and remaining time. */
  String at(long done) {
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    String share =
        String.format(
            Locale.ROOT, "%,d of %,d (%d %%)", done, end, end == 0 ? 100 : 100 * done / end);
    if (done == 0 || done >= end || seconds < MIN_SECONDS) {
      return share;
    }
    double perSecond = done / seconds;
    return String.format(
        Locale.ROOT, "%s  %,.0f/s, %.0f s to go", share, perSecond, (end - done) / perSecond);
  }
}
