/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

/**
 * The text by which state is bound to keys that may be moved while the job runs: that of their
 * strategy and {@code (monitored)}. A key that was moved is not where the strategy alone says.
 */
final class MonitoredPlacement {

  private static final String MONITORED = " (monitored)";

  private MonitoredPlacement() {}

  /** The text for keys that the strategy of the given text places at first. */
  public static String of(String base) {
    return base + MONITORED;
  }

  static boolean is(String placement) {
    return placement.endsWith(MONITORED);
  }
}
