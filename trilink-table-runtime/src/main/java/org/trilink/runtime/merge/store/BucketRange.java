/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

/** A range of buckets: those of the keys whose results one subtask emits. */
public final class BucketRange {

  private final int first;
  private final int last;

  /** Creates it: both ends included; empty if the last comes before the first. */
  BucketRange(int first, int last) {
    this.first = first;
    this.last = last;
  }

  /** The range of a subtask. Each bucket has one owner, and buckets are spread evenly. */
  public static BucketRange of(int subtask, int parallelism) {
    return new BucketRange(start(subtask, parallelism), start(subtask + 1, parallelism) - 1);
  }

  private static int start(int subtask, int parallelism) {
    return (int) (((long) subtask * MergeStore.BUCKETS + parallelism - 1) / parallelism);
  }

  public int first() {
    return first;
  }

  public int last() {
    return last;
  }

  public boolean isEmpty() {
    return last < first;
  }

  public boolean contains(int bucket) {
    return first <= bucket && bucket <= last;
  }
}
