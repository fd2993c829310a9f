/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import org.trilink.planner.testing.RowsSource;
import org.trilink.runtime.placement.SyncDrill;

/**
 * Lets a source go on as keys move: its rows stop until keys have begun to move, or have moved, in
 * turn.
 *
 * @param from the first row that may wait: enough must have come for a first phase's first results
 * @param to the last row
 * @param syncs in all
 */
record SyncPace(int from, int to, int syncs, int gone, int done) implements RowsSource.Pace {

  SyncPace(int from, int to, int syncs) {
    this(from, to, syncs, SyncDrill.gone(), SyncDrill.done());
  }

  @Override
  public void beforeRow(int row) throws InterruptedException {
    int number = Math.max(0, row - from) * (syncs + 1) / (to - from);
    while (number % 2 == 0 ? SyncDrill.done() < done + number : SyncDrill.gone() < gone + number) {
      Thread.sleep(1); // the counts are of another thread, and nobody tells
    }
  }
}
