/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.trilink.examples.workload.TimedLines;
import org.trilink.launcher.local.CommandFailure;

/** Lines that are handed out no earlier than they arrive. */
public final class LiveLines implements Iterator<byte[]> {

  private final TimedLines lines;

  public LiveLines(TimedLines lines) {
    this.lines = lines;
  }

  @Override
  public boolean hasNext() {
    return lines.hasNext();
  }

  @Override
  public byte[] next() {
    byte[] line = lines.next();
    awaitTime(lines.arrivalMs());
    return line;
  }

  private static void awaitTime(long epochMillis) {
    long early = epochMillis - System.currentTimeMillis();
    while (early > 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(early));
      if (Thread.currentThread().isInterrupted()) {
        throw new CommandFailure("interrupted");
      }
      early = epochMillis - System.currentTimeMillis();
    }
  }
}
