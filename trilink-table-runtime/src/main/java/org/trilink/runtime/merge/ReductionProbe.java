/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

/**
 * Measures whether merging pays off. In every span of records it counts how many opened a slot,
 * each of which becomes a row. If nearly all did, records pass through unmerged for a while, then
 * it measures again.
 */
final class ReductionProbe {

  /** The number of records in a span, after which it decides. */
  static final int SPAN = 1 << 16;

  /** The number of spans that pass through unmerged before it measures again. */
  static final int PASSING_SPANS = 16;

  /** If at least this share of the records opens a slot, merging does not pay off. */
  static final double POOR = 0.8;

  private final int span;
  private long remaining;
  private long opened;
  private boolean passing;

  ReductionProbe(int span) {
    this.span = span;
    this.remaining = span;
  }

  /** Whether records are to pass through unmerged. */
  boolean isPassing() {
    return passing;
  }

  /**
   * Counts a record.
   *
   * @param opens whether it opened a slot
   * @return whether a new decision was made with this record
   */
  boolean seen(boolean opens) {
    if (opens) {
      opened++;
    }
    if (--remaining > 0) {
      return false;
    }
    boolean before = passing;
    passing = !passing && opened >= span * POOR;
    opened = 0;
    remaining = passing ? (long) span * PASSING_SPANS : span;
    return passing != before;
  }
}
