/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

/**
 * Measures whether merging pays off, by the rows that are sent: how many records were merged into
 * each. If nearly every record became a row, records pass through unmerged for a while, then it
 * measures again.
 *
 * <p>A row that is sent tells for certain. That many records open a slot does not: with many keys,
 * nearly all records after a slot's end do, and others are merged into these slots later. Yet
 * without a decision, very many slots are not held for nothing: when the first attempt, after the
 * start or after records have passed, holds more than a limit and hardly a record was merged,
 * records pass as well. The limit doubles each time, so it is no obstacle to keys that do need so
 * much memory.
 */
final class ReductionProbe {

  /** The number of rows after which it decides. */
  static final int ROWS = 1 << 14;

  /** How many times as many records as were measured pass through before it measures again. */
  static final int PASSING_TIMES = 16;

  /** If there is at least this share of a row for a record, merging does not pay off. */
  static final double POOR = 0.8;

  /** How many times as many slots as rows after which it decides an attempt holds at first. */
  private static final int HELD_TIMES = 8;

  private final int rowsToDecide;

  /** How many slots an attempt holds until it decides by them. */
  private long maxHeld;

  /** Whether nothing was decided yet since records are merged, so all that came is held or sent. */
  private boolean isFirstAttempt = true;

  // Since the last decision.
  private long came;
  private long rows;
  private long merged;

  /** How many records are to pass; 0 while they are merged. */
  private long remaining;

  ReductionProbe(int rowsToDecide) {
    this.rowsToDecide = rowsToDecide;
    maxHeld = (long) HELD_TIMES * rowsToDecide;
  }

  /** Whether records are to pass through unmerged. */
  boolean isPassing() {
    return remaining > 0;
  }

  /** How many more records are to pass through unmerged. */
  long remaining() {
    return remaining;
  }

  /** A record came to be merged. */
  void recordCame() {
    came++;
  }

  /** A slot was opened for the record that came last, now so many are held. */
  void slotWasOpened(long held) {
    if (isFirstAttempt && held >= maxHeld) {
      maxHeld *= 2;
      decide(rows + held, came);
    }
  }

  /** A row was sent, into which so many records were merged. */
  void rowWasSent(long records) {
    merged += records;
    if (++rows >= rowsToDecide) {
      decide(rows, merged);
    }
  }

  /** Decides by the rows that so many records became, or would become now. */
  private void decide(long rowsOfRecords, long records) {
    remaining = rowsOfRecords >= POOR * records ? PASSING_TIMES * came : 0;
    isFirstAttempt = remaining > 0;
    came = 0;
    rows = 0;
    merged = 0;
  }

  /** A record passed through unmerged; returns whether the next one is to be merged again. */
  boolean recordPassed() {
    return --remaining == 0;
  }
}
