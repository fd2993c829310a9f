/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

/**
 * Finds out whether merging pays. Of every so many records it counts how many opened a slot, each
 * of which becomes a row. If nearly all did, records are to pass for a while as they are; then it
 * looks again.
 */
final class ReductionProbe {

  /** Records that are looked at before it is judged. */
  static final int SPAN = 1 << 16;

  /** Spans that records pass before it is tried again. */
  static final int PASSING_SPANS = 16;

  /** From this share of records that open a slot, merging is not worth its while. */
  static final double POOR = 0.8;

  private final int span;
  private long remaining;
  private long opened;
  private boolean passing;

  ReductionProbe(int span) {
    this.span = span;
    this.remaining = span;
  }

  /** Whether records are to pass as they are. */
  boolean isPassing() {
    return passing;
  }

  /**
   * Takes note of a record.
   *
   * @param opens whether it opened a slot
   * @return whether it is decided anew whether records are to pass
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
