/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.util.Iterator;
import org.trilink.examples.workload.TimedLines;

/** Lines that arrive at a steady rate. */
public final class SteadyLines implements TimedLines {

  private final Iterator<byte[]> lines;
  private final long startMs;
  private final double perSecond;
  private long count;

  /**
   * Lets the given lines arrive at a steady rate.
   *
   * @param startMs when the first one arrives, in epoch milliseconds
   * @param perSecond how many arrive in a second
   */
  public SteadyLines(Iterator<byte[]> lines, long startMs, double perSecond) {
    this.lines = lines;
    this.startMs = startMs;
    this.perSecond = perSecond;
  }

  @Override
  public boolean hasNext() {
    return lines.hasNext();
  }

  @Override
  public byte[] next() {
    byte[] line = lines.next();
    count++;
    return line;
  }

  @Override
  public long arrivalMs() {
    return startMs + (long) ((count - 1) * 1_000 / perSecond);
  }
}
