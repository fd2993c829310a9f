/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import org.trilink.runtime.merge.store.BucketRange;

/**
 * The position up to which the results of each bucket were emitted, for the buckets that a subtask
 * owns: the end in ms of the last window or, without windows, the last version.
 */
final class BucketPositions {

  private final BucketRange range;
  private final long[] byBucket;

  /**
   * Creates them.
   *
   * @param range the buckets that the subtask owns
   * @param byBucket of all buckets; not copied
   */
  BucketPositions(BucketRange range, long[] byBucket) {
    this.range = range;
    this.byBucket = byBucket;
  }

  /** The initial position, from before any result was emitted. */
  static long start(boolean hasWindows) {
    return hasWindows ? Long.MIN_VALUE : 0;
  }

  /** The buckets that the subtask owns. */
  BucketRange range() {
    return range;
  }

  /** The positions of all buckets, also of those that the subtask does not own; not copied. */
  long[] byBucket() {
    return byBucket;
  }

  long of(int bucket) {
    return byBucket[bucket];
  }

  /** The minimum position of the buckets that the subtask owns; Long.MAX_VALUE if it owns none. */
  long least() {
    long least = Long.MAX_VALUE;
    for (int bucket = range.first(); bucket <= range.last(); bucket++) {
      least = Math.min(least, byBucket[bucket]);
    }
    return least;
  }

  /** Advances the position of one bucket; it never moves back. */
  void advance(int bucket, long position) {
    byBucket[bucket] = Math.max(byBucket[bucket], position);
  }

  /** Advances the positions of the buckets that the subtask owns; they never move back. */
  void advanceAll(long position) {
    for (int bucket = range.first(); bucket <= range.last(); bucket++) {
      advance(bucket, position);
    }
  }
}
