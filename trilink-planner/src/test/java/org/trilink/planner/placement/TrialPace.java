/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.util.concurrent.TimeUnit;
import org.trilink.planner.testing.RowsSource;
import org.trilink.runtime.placement.SyncDrill;

/**
 * Paces the sources of a trial by Syncs, so that rows arrive before, during and after Syncs: the
 * next part of the rows is emitted each time that a Sync has begun or is done. After a timeout it
 * is emitted anyway: perhaps no key can be moved, because the rows so far are buffered by a local
 * aggregate or filtered out.
 */
final class TrialPace implements RowsSource.Pace {

  static final int SYNCS = 2;

  /** Two steps per Sync: its beginning and its end. */
  private static final int STEPS = 2 * SYNCS;

  /** The first timeout: longer than it takes until keys are reported and a Sync begins. */
  private static final long FIRST_TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

  /** The timeout after one has expired. */
  private static final long NEXT_TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final int rows;
  private final int before = steps();

  /** The number of parts of the rows that may be emitted. */
  private int free;

  /** The number of steps that were skipped because of a timeout. */
  private int skipped;

  private long since;

  /**
   * @param rows of the longest source
   */
  TrialPace(int rows) {
    this.rows = rows;
  }

  private static int steps() {
    return SyncDrill.begun() + SyncDrill.done();
  }

  /** The first third is emitted at once. */
  @Override
  public void beforeRow(int row) throws InterruptedException {
    await(Math.max(0, row - rows / 3) * STEPS / (rows - rows / 3));
  }

  @Override
  public void beforeEnd() throws InterruptedException {
    await(STEPS);
  }

  private void await(int part) throws InterruptedException {
    while (isToWait(part)) {
      Thread.sleep(1); // the counts are changed by another thread, without a notification
    }
  }

  /** Called by all sources, of which one may be behind the other. */
  private synchronized boolean isToWait(int part) {
    if (part <= free) {
      return false;
    }
    long now = System.nanoTime();
    since = since == 0 ? now : since;
    boolean tooLong = now - since > (skipped == 0 ? FIRST_TIMEOUT_NANOS : NEXT_TIMEOUT_NANOS);
    if (steps() - before + skipped > free || tooLong) {
      skipped += tooLong ? 1 : 0;
      free++;
      since = now;
    }
    return part > free;
  }
}
