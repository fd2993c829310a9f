/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.util.Locale;

/** The time since a demo, or something else that takes its time, began. */
public final class DemoClock {

  private final long startNanos = System.nanoTime();

  double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  /** A line that begins with the time. */
  public String at(String text) {
    return String.format(Locale.ROOT, "%6.1f s  %s", seconds(), text);
  }
}
