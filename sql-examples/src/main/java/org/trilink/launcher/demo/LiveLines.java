/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.launcher.demo;

import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.trilink.examples.workload.TimedLines;
import org.trilink.launcher.local.CommandFailure;

/**
 * Lines that are handed out no earlier than they arrive; after a delay they come at once until they
 * have caught up.
 */
public final class LiveLines implements Iterator<byte[]> {

  private final TimedLines lines;
  private final LongSupplier epochMillis;
  private final LongConsumer waitMillis;

  public LiveLines(TimedLines lines) {
    this(
        lines,
        System::currentTimeMillis,
        millis -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis)));
  }

  /**
   * With another clock.
   *
   * @param epochMillis like that of {@link System}
   * @param waitMillis waits up to a number of milliseconds
   */
  LiveLines(TimedLines lines, LongSupplier epochMillis, LongConsumer waitMillis) {
    this.lines = lines;
    this.epochMillis = epochMillis;
    this.waitMillis = waitMillis;
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

  private void awaitTime(long time) {
    long early = time - epochMillis.getAsLong();
    while (early > 0) {
      waitMillis.accept(early);
      if (Thread.currentThread().isInterrupted()) {
        throw new CommandFailure("interrupted");
      }
      early = time - epochMillis.getAsLong();
    }
  }
}
