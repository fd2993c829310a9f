/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

/**
 * Counts watermarks in at most 64 adjacent buckets of the same width: 1 at first, doubled whenever
 * the watermarks are too far apart. Adding and removing take constant time.
 */
final class WatermarkHistogram {

  static final int BUCKETS = 64;

  /** With fewer buckets than this in use, the buckets are too wide. */
  private static final int FEW = BUCKETS / 4;

  /**
   * A circular buffer: bucket {@code b} counts watermarks from {@code b << shift}, and is at {@code
   * b % 64}.
   */
  private int[] counts = new int[BUCKETS];

  /** By bucket: an upper bound of its watermarks. */
  private long[] limits = new long[BUCKETS];

  private int shift;
  private long size;

  /** The first and the last bucket that are not empty. */
  private long first;

  private long last;

  WatermarkHistogram() {}

  /** A histogram from the array of {@link #toArray}; empty for an empty array. */
  WatermarkHistogram(long[] array) {
    if (array.length == 0) {
      return;
    }
    shift = (int) array[0];
    first = array[1];
    last = first + (array.length - 2) / 2 - 1;
    int next = 2;
    for (long bucket = first; bucket <= last; bucket++) {
      counts[index(bucket)] = (int) array[next++];
      limits[index(bucket)] = array[next++];
      size += counts[index(bucket)];
    }
  }

  /** The shift, the first bucket, and count and limit of each to the last; nothing if empty. */
  long[] toArray() {
    if (isEmpty()) {
      return new long[0];
    }
    long[] array = new long[2 + 2 * (int) (last - first + 1)];
    array[0] = shift;
    array[1] = first;
    int next = 2;
    for (long bucket = first; bucket <= last; bucket++) {
      array[next++] = counts[index(bucket)];
      array[next++] = limits[index(bucket)];
    }
    return array;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Where the first bucket in use begins. */
  long slowest() {
    return first << shift;
  }

  /** Where the last bucket in use begins. */
  long fastest() {
    return last << shift;
  }

  /** An upper bound of all watermarks. */
  long limit() {
    return limits[index(last)];
  }

  /** Whether the watermarks have been much further apart than they are. */
  boolean isTooCoarse() {
    return size > 0 && shift > 0 && last - first < FEW;
  }

  /** Moves a watermark that was added, if it stays in its bucket. Returns whether it does. */
  boolean moveInBucket(long from, long to) {
    if (from >> shift != to >> shift) {
      return false;
    }
    int index = index(to >> shift);
    limits[index] = Math.max(limits[index], to);
    return true;
  }

  void add(long watermark) {
    if (size == 0) {
      shift = 0;
      first = watermark;
      last = watermark;
    }
    while (!fits(watermark >> shift)) {
      doubleWidth();
    }
    long bucket = watermark >> shift;
    first = Math.min(first, bucket);
    last = Math.max(last, bucket);
    int index = index(bucket);
    limits[index] = counts[index] == 0 ? watermark : Math.max(limits[index], watermark);
    counts[index]++;
    size++;
  }

  /** Removes a watermark that was added. */
  void remove(long watermark) {
    counts[index(watermark >> shift)]--;
    size--;
    if (size == 0) {
      return;
    }
    while (counts[index(first)] == 0) {
      first++;
    }
    while (counts[index(last)] == 0) {
      last--;
    }
  }

  private boolean fits(long bucket) {
    long distance = Math.max(last, bucket) - Math.min(first, bucket);
    return Long.compareUnsigned(distance, BUCKETS) < 0;
  }

  private void doubleWidth() {
    int[] widerCounts = new int[BUCKETS];
    long[] widerLimits = new long[BUCKETS];
    for (long bucket = first; bucket <= last; bucket++) {
      int from = index(bucket);
      int to = index(bucket >> 1);
      if (counts[from] > 0) {
        widerLimits[to] =
            widerCounts[to] == 0 ? limits[from] : Math.max(widerLimits[to], limits[from]);
        widerCounts[to] += counts[from];
      }
    }
    counts = widerCounts;
    limits = widerLimits;
    first >>= 1;
    last >>= 1;
    shift++;
  }

  private static int index(long bucket) {
    return (int) bucket & (BUCKETS - 1);
  }
}
