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
import org.trilink.launcher.local.CommandFailure;

/** Lines at a given rate per second; after a delay they come faster until they have caught up. */
final class PacedLines implements Iterator<byte[]> {

  private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  /** The clock is not read before each line, if there are many. */
  private static final int MAX_BATCH = 64;

  private static final int BATCHES_PER_SECOND = 50;

  private final Iterator<byte[]> lines;
  private final int perSecond;
  private final int batch;
  private final LongSupplier nanoTime;
  private final LongConsumer waitNanos;
  private final long startNanos;
  private long count;

  PacedLines(Iterator<byte[]> lines, int perSecond) {
    this(lines, perSecond, System::nanoTime, LockSupport::parkNanos);
  }

  /**
   * With another clock.
   *
   * @param nanoTime like that of {@link System}
   * @param waitNanos waits up to a number of nanoseconds
   */
  PacedLines(Iterator<byte[]> lines, int perSecond, LongSupplier nanoTime, LongConsumer waitNanos) {
    this.lines = lines;
    this.perSecond = perSecond;
    this.batch = Math.max(1, Math.min(MAX_BATCH, perSecond / BATCHES_PER_SECOND));
    this.nanoTime = nanoTime;
    this.waitNanos = waitNanos;
    this.startNanos = nanoTime.getAsLong();
  }

  @Override
  public boolean hasNext() {
    return lines.hasNext();
  }

  @Override
  public byte[] next() {
    if (count++ % batch == 0) {
      awaitTurn();
    }
    return lines.next();
  }

  private void awaitTurn() {
    long due = (long) ((double) count / perSecond * NANOS_PER_SECOND);
    long early = due - (nanoTime.getAsLong() - startNanos);
    while (early > 0) {
      waitNanos.accept(early);
      if (Thread.currentThread().isInterrupted()) {
        throw new CommandFailure("interrupted");
      }
      early = due - (nanoTime.getAsLong() - startNanos);
    }
  }
}
