/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.demo;

import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.trilink.examples.local.CommandFailure;

/** Lines at a given rate per second; after a delay they come faster until they have caught up. */
final class PacedLines implements Iterator<byte[]> {

  private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  /** The clock is not read before each line. */
  private static final int BATCH = 64;

  private final Iterator<byte[]> lines;
  private final int perSecond;
  private final long startNanos = System.nanoTime();
  private long count;

  PacedLines(Iterator<byte[]> lines, int perSecond) {
    this.lines = lines;
    this.perSecond = perSecond;
  }

  @Override
  public boolean hasNext() {
    return lines.hasNext();
  }

  @Override
  public byte[] next() {
    if (count++ % BATCH == 0) {
      awaitTurn();
    }
    return lines.next();
  }

  private void awaitTurn() {
    long due = (long) ((double) count / perSecond * NANOS_PER_SECOND);
    long early = due - (System.nanoTime() - startNanos);
    while (early > 0) {
      LockSupport.parkNanos(early);
      if (Thread.currentThread().isInterrupted()) {
        throw new CommandFailure("interrupted");
      }
      early = due - (System.nanoTime() - startNanos);
    }
  }
}
