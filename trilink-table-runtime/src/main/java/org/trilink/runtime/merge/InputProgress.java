/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge;

import javax.annotation.Nullable;
import org.trilink.runtime.merge.store.AttemptReplaced;
import org.trilink.runtime.merge.store.MergeStore;
import org.trilink.runtime.merge.store.RunProgress;

/**
 * The event time of this subtask's input, up to which time the subtask has closed windows, and what
 * of that was published to the others in the store.
 */
final class InputProgress {

  private final MergeStore store;
  private final int subtask;
  private final String writer;
  @Nullable private final MergeWindows windows;

  private long watermark = Long.MIN_VALUE;
  private boolean idle;
  private long closed;

  private long publishedBound = Long.MIN_VALUE;
  private boolean publishedIdle;

  /** How often something was published, as requests may arrive late. */
  private long published;

  /**
   * The progress of an input without any elements yet.
   *
   * @param writer the name of the subtask's attempt
   * @param windows null for an unbounded GROUP BY
   * @param closed event time in ms up to which windows were closed before
   */
  InputProgress(
      MergeStore store, int subtask, String writer, @Nullable MergeWindows windows, long closed) {
    this.store = store;
    this.subtask = subtask;
    this.writer = writer;
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

  /**
   * Sets whether the input is idle, so that the others need not wait for it. That it no longer is
   * they learn at once, as records follow.
   */
  void setIdle(boolean newIdle) {
    idle = newIdle;
    if (!idle) {
      wake();
    }
  }

  /**
   * Says that there are records again, if the others do not wait for this subtask. Windows that
   * have become final in the meantime are closed.
   */
  void wake() {
    if (publishedIdle) {
      publish(publishedBound, false);
    }
  }

  boolean isIdle() {
    return idle;
  }

  /** The event time in ms up to which, by the watermark, no more records are expected. */
  private long bound() {
    return windows == null ? watermark : windows.bound(watermark);
  }

  /**
   * Whether, by the watermark, no more records are expected for a window; only if there are
   * windows.
   */
  boolean hasEnded(long window) {
    return windows.isEnded(window, bound());
  }

  /** Whether this subtask no longer adds to a window; only if there are windows. */
  boolean isClosed(long window) {
    return windows.isEnded(window, closed);
  }

  /** The event time in ms up to which this subtask no longer adds anything. */
  long closed() {
    return closed;
  }

  /** Closes the windows for which, by the watermark, no more records are expected. */
  void close() {
    closed = Math.max(closed, bound());
  }

  /**
   * The progress of all subtasks.
   *
   * @throws AttemptReplaced if this one's is ignored, and the run needs it
   */
  RunProgress ofAll() {
    RunProgress ofAll = store.progress();
    if (!ofAll.isSealed() && !ofAll.isCurrent(subtask, writer)) {
      throw new AttemptReplaced(subtask);
    }
    return ofAll;
  }

  /** Publishes the time up to which windows are closed, if it has changed. */
  void publishIfChanged() {
    if (closed != publishedBound || idle != publishedIdle) {
      publish(closed, idle);
    }
  }

  /**
   * Publishes the progress to the other subtasks.
   *
   * @param bound event time in ms up to which this subtask no longer adds anything
   * @param isIdle whether they need not wait for it; then all it had is in the store
   */
  void publish(long bound, boolean isIdle) {
    long ofAll = store.publish(subtask, writer, ++published, bound, isIdle);
    publishedBound = bound;
    publishedIdle = isIdle;
    if (windows != null) {
      closed = Math.max(closed, ofAll); // is higher if the others have not waited for this subtask
    }
  }
}
