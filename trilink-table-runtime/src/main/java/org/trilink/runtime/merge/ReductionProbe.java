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
 * <p>Only a row that is sent tells. That many records open a slot does not: with many keys, nearly
 * all records after a slot's end do, and others are merged into these slots later.
 */
final class ReductionProbe {

  /** The number of rows after which it decides. */
  static final int ROWS = 1 << 14;

  /** How many times as many records as were measured pass through before it measures again. */
  static final int PASSING_TIMES = 16;

  /** If there is at least this share of a row for a record, merging does not pay off. */
  static final double POOR = 0.8;

  private final int rowsToDecide;

  // Since the last decision.
  private long came;
  private long rows;
  private long merged;

  /** How many records are to pass; 0 while they are merged. */
  private long remaining;

  ReductionProbe(int rowsToDecide) {
    this.rowsToDecide = rowsToDecide;
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

  /** A row was sent, into which so many records were merged. */
  void rowWasSent(long records) {
    merged += records;
    if (++rows >= rowsToDecide) {
      remaining = rows >= POOR * merged ? PASSING_TIMES * came : 0;
      came = 0;
      rows = 0;
      merged = 0;
    }
  }

  /** A record passed through unmerged; returns whether the next one is to be merged again. */
  boolean recordPassed() {
    return --remaining == 0;
  }
}
