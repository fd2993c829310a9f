/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import org.trilink.runtime.merge.store.BucketRange;

/**
 * Up to where results were emitted of each bucket that a subtask owns: the end in ms of the last
 * window, or, without windows, the last version.
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

  /** Where results start that were never emitted. */
  static long start(boolean hasWindows) {
    return hasWindows ? Long.MIN_VALUE : 0;
  }

  /** The buckets that the subtask owns. */
  BucketRange range() {
    return range;
  }

  /** Of all buckets, also of those that it does not own; not copied. */
  long[] byBucket() {
    return byBucket;
  }

  long of(int bucket) {
    return byBucket[bucket];
  }

  /** The least one of the buckets that the subtask owns; Long.MAX_VALUE if it owns none. */
  long least() {
    long least = Long.MAX_VALUE;
    for (int bucket = range.first(); bucket <= range.last(); bucket++) {
      least = Math.min(least, byBucket[bucket]);
    }
    return least;
  }

  /** Moves that of one bucket forward; never back. */
  void advance(int bucket, long position) {
    byBucket[bucket] = Math.max(byBucket[bucket], position);
  }

  /** Moves those of the buckets that the subtask owns forward; never back. */
  void advanceAll(long position) {
    for (int bucket = range.first(); bucket <= range.last(); bucket++) {
      advance(bucket, position);
    }
  }
}
