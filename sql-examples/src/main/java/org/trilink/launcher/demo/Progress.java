/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.io.PrintStream;
import java.util.Locale;
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
  private final long startNanos = System.nanoTime();
  private long lastShown = System.nanoTime();
  private boolean lineOpen;

  /** Begins to show progress where commands do, from now on. */
  public Progress() {
    this(System.err, Boolean.getBoolean("trilink.terminal"));
  }

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

  /** Shows a temporary status behind the time since progress has been shown. */
  public void passingAt(String state) {
    passing(at(state));
  }

  /** Shows a permanent line that begins with the time since progress has been shown. */
  public void lastingAt(String result) {
    lasting(at(result));
  }

  private String at(String text) {
    return String.format(Locale.ROOT, "%6.1f s  %s", seconds(), text);
  }

  /** The time since progress has been shown. */
  double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  /** Clears a temporary status. */
  void endLine() {
    if (lineOpen) {
      out.print(START_OF_EMPTIED_LINE);
      lineOpen = false;
    }
  }
}
