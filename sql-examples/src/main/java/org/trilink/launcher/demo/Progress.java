/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;

/**
 * Shows progress: on a terminal one line that is overwritten, elsewhere a line from time to time.
 */
public final class Progress {

  private static final long TERMINAL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long ELSEWHERE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final String START_OF_EMPTIED_LINE = "\r\u001B[K";

  private final PrintStream out;
  private final boolean terminal;
  private long lastShown = System.nanoTime();
  private boolean lineOpen;

  /**
   * @param terminal whether a line can be written over
   */
  public Progress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Shows a temporary status, unless the last one was shown too recently. */
  public void passing(String state) {
    long now = System.nanoTime();
    if (now - lastShown < (terminal ? TERMINAL_NANOS : ELSEWHERE_NANOS)) {
      return;
    }
    lastShown = now;
    if (terminal) {
      out.print(START_OF_EMPTIED_LINE + state);
      lineOpen = true;
    } else {
      out.println(state);
    }
    out.flush();
  }

  /** Shows a permanent line. */
  public void lasting(String result) {
    endLine();
    out.println(result);
    out.flush();
    lastShown = System.nanoTime();
  }

  /** Clears a temporary status. */
  void endLine() {
    if (lineOpen) {
      out.print(START_OF_EMPTIED_LINE);
      lineOpen = false;
    }
  }
}
