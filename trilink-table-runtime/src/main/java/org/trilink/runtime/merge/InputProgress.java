/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import javax.annotation.Nullable;
import org.trilink.runtime.merge.store.MergeStore;

/**
 * How far this subtask's input is in event time, up to where the subtask has closed windows, and
 * what the others know of that by the store.
 */
final class InputProgress {

  private final MergeStore store;
  private final int subtask;
  @Nullable private final MergeWindows windows;

  private long watermark = Long.MIN_VALUE;
  private boolean idle;
  private long closed;

  private long publishedBound = Long.MIN_VALUE;
  private boolean publishedIdle;

  /**
   * Of an input of which nothing has come.
   *
   * @param windows null for an unbounded GROUP BY
   * @param closed event time in ms up to which windows were closed before
   */
  InputProgress(MergeStore store, int subtask, @Nullable MergeWindows windows, long closed) {
    this.store = store;
    this.subtask = subtask;
    this.windows = windows;
    this.closed = closed;
  }

  boolean hasWindows() {
    return windows != null;
  }

  /** Takes a watermark of the input, in ms. */
  void advance(long newWatermark) {
    watermark = newWatermark;
  }

  /** Takes whether the input has no records, so that the others need not wait for it. */
  void setIdle(boolean newIdle) {
    idle = newIdle;
  }

  boolean isIdle() {
    return idle;
  }

  /** Event time in ms up to which the watermark lets nothing more come. */
  private long bound() {
    return windows == null ? watermark : windows.bound(watermark);
  }

  /** Whether the watermark lets nothing more come for a window; only if there are windows. */
  boolean hasEnded(long window) {
    return windows.isEnded(window, bound());
  }

  /** Whether this subtask adds nothing to a window any more; only if there are windows. */
  boolean isClosed(long window) {
    return windows.isEnded(window, closed);
  }

  /** Event time in ms up to which this subtask adds nothing any more. */
  long closed() {
    return closed;
  }

  /** Closes the windows for which the watermark lets nothing more come. */
  void close() {
    closed = Math.max(closed, bound());
  }

  /** Publishes up to where windows are closed, unless that was published last. */
  void publishIfChanged() {
    if (closed != publishedBound || idle != publishedIdle) {
      publish(closed, idle);
    }
  }

  /**
   * Tells the others.
   *
   * @param bound event time in ms up to which this subtask adds nothing any more
   * @param isIdle whether they need not wait for it
   */
  void publish(long bound, boolean isIdle) {
    store.publish(subtask, bound, isIdle);
    publishedBound = bound;
    publishedIdle = isIdle;
  }
}
