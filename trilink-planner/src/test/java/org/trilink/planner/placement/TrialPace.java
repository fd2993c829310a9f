/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.util.concurrent.TimeUnit;
import org.trilink.planner.testing.RowsSource;
import org.trilink.runtime.placement.SyncDrill;

/**
 * Lets the sources of a trial go on as keys move, so that rows come before, in the middle of and
 * after Syncs: another part of the rows follows each time that keys have begun to move, or have
 * moved. If that takes long it follows all the same: perhaps no key can move, since what has come
 * is held by a local aggregate, or filtered out.
 */
final class TrialPace implements RowsSource.Pace {

  static final int SYNCS = 2;

  /** Each Sync begins, and is done. */
  private static final int STEPS = 2 * SYNCS;

  /** More than it takes until keys are reported and a Sync begins. */
  private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(1_500);

  /** The same when it has been in vain before. */
  private static final long NEXT_PATIENCE = TimeUnit.MILLISECONDS.toNanos(500);

  private final int rows;
  private final int before = steps();

  /** Parts of the rows that have been set free. */
  private int free;

  /** Steps that were not awaited. */
  private int skipped;

  private long since;

  /**
   * @param rows of the longest source
   */
  TrialPace(int rows) {
    this.rows = rows;
  }

  private static int steps() {
    return SyncDrill.gone() + SyncDrill.done();
  }

  /** The first third sets off what is held. */
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
      Thread.sleep(1); // the counts are of another thread, and nobody tells
    }
  }

  /** Asked by all sources, of which one may be behind the other. */
  private synchronized boolean isToWait(int part) {
    if (part <= free) {
      return false;
    }
    long now = System.nanoTime();
    since = since == 0 ? now : since;
    boolean tooLong = now - since > (skipped == 0 ? PATIENCE : NEXT_PATIENCE);
    if (steps() - before + skipped > free || tooLong) {
      skipped += tooLong ? 1 : 0;
      free++;
      since = now;
    }
    return part > free;
  }
}
