/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import org.trilink.planner.testing.RowsSource;
import org.trilink.runtime.placement.SyncDrill;

/**
 * Paces a source by Syncs: its rows wait in turn until a Sync has begun, and until a Sync is done.
 *
 * @param from the first row that may wait: before it there must be enough rows for the first
 *     results of a local aggregate
 * @param to the last row
 * @param syncs the total number of Syncs
 */
record SyncPace(int from, int to, int syncs, int begun, int done) implements RowsSource.Pace {

  SyncPace(int from, int to, int syncs) {
    this(from, to, syncs, SyncDrill.begun(), SyncDrill.done());
  }

  @Override
  public void beforeRow(int row) throws InterruptedException {
    int number = Math.max(0, row - from) * (syncs + 1) / (to - from);
    while (number % 2 == 0
        ? SyncDrill.done() < done + number
        : SyncDrill.begun() < begun + number) {
      Thread.sleep(1); // the counts are changed by another thread, without a notification
    }
  }
}
