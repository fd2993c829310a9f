/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import javax.annotation.Nullable;

/**
 * The slowest and the fastest of the watermarks in a key group, exact to a bucket's width, which is
 * some percent of the distance between them ({@link WatermarkHistogram}).
 *
 * <p>Buckets cannot be split. So when watermarks come close together again, a new histogram with
 * narrow buckets counts the watermarks beyond a border that none has passed yet. The old histogram
 * is dropped when the last watermark has passed the border.
 */
final class WatermarkRange {

  /** Stands for no watermark. */
  static final long NONE = Long.MIN_VALUE;

  /** Counts the watermarks beyond the border. */
  private WatermarkHistogram recent;

  /** Counts the other watermarks; null if there are none. */
  @Nullable private WatermarkHistogram old;

  private long border = NONE;

  // Read by metrics from another thread; a slightly outdated value is fine.
  private long slowest = Long.MAX_VALUE;
  private long fastest = Long.MIN_VALUE;

  WatermarkRange() {
    this(new long[0], new long[0], NONE);
  }

  /** As it was in a snapshot. */
  WatermarkRange(long[] recent, long[] old, long border) {
    this.recent = new WatermarkHistogram(recent);
    this.old = old.length == 0 ? null : new WatermarkHistogram(old);
    this.border = border;
    publish();
  }

  long[] recent() {
    return recent.toArray();
  }

  long[] old() {
    return old == null ? new long[0] : old.toArray();
  }

  long border() {
    return border;
  }

  /** Long.MAX_VALUE if there is no watermark. */
  long slowest() {
    return slowest;
  }

  /** Long.MIN_VALUE if there is no watermark. */
  long fastest() {
    return fastest;
  }

  /**
   * A watermark has changed.
   *
   * @param from {@link #NONE} for a new one
   * @param to {@link #NONE} for one that was removed
   */
  void move(long from, long to) {
    if (from != NONE && to != NONE) {
      WatermarkHistogram histogram = of(from);
      if (histogram == of(to) && histogram.moveInBucket(from, to)) {
        return;
      }
    }
    if (from != NONE) {
      of(from).remove(from);
    }
    if (old != null && old.isEmpty()) {
      old = null;
      border = NONE;
    }
    if (to != NONE) {
      of(to).add(to);
    }
    if (old == null && recent.isTooCoarse()) {
      old = recent;
      border = recent.limit();
      recent = new WatermarkHistogram();
    }
    publish();
  }

  private WatermarkHistogram of(long watermark) {
    return watermark <= border && old != null ? old : recent;
  }

  private void publish() {
    boolean isEmpty = old == null && recent.isEmpty();
    slowest = isEmpty ? Long.MAX_VALUE : (old == null ? recent : old).slowest();
    fastest = isEmpty ? Long.MIN_VALUE : (recent.isEmpty() ? old : recent).fastest();
  }
}
