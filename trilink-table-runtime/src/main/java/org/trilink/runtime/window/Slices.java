/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.window;

import java.io.Serializable;
import org.apache.flink.table.runtime.operators.window.TimeWindow;

/**
 * The slices that the windows of TUMBLE, HOP and CUMULATE are made of, as Flink has them: a record
 * is aggregated in one slice, and a window is merged from one or several. A slice or a window is
 * named by its end.
 *
 * <p>All times are local ones, in the time zone in which windows are aligned, in ms.
 */
public final class Slices implements Serializable {

  /** In place of a slice: slices are merged in memory, and none of them changes. */
  static final long IN_MEMORY = Long.MIN_VALUE;

  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final long size;
  private final long step;
  private final long offset;
  private final boolean oldestFirst;

  private enum Kind {
    TUMBLE,
    HOP,
    CUMULATE
  }

  private Slices(Kind kind, long size, long step, long offset, boolean oldestFirst) {
    if (step <= 0 || size <= 0 || size % step != 0) {
      throw new IllegalArgumentException(
          "A window of " + size + " ms cannot be made of slices of " + step + " ms.");
    }
    this.kind = kind;
    this.size = size;
    this.step = step;
    this.offset = offset;
    this.oldestFirst = oldestFirst;
  }

  /**
   * The slices of TUMBLE, each of which is a window.
   *
   * @param offset where a window starts, in ms since the epoch
   */
  public static Slices tumble(long size, long offset) {
    return new Slices(Kind.TUMBLE, size, size, offset, false);
  }

  /**
   * The slices of HOP, which are as long as the slide. A window merges the newest slice first.
   *
   * @param slide divides the size
   * @param offset where a window starts, in ms since the epoch
   */
  public static Slices hop(long size, long slide, long offset) {
    return new Slices(Kind.HOP, size, slide, offset, false);
  }

  /**
   * The slices of CUMULATE, which are as long as a step. Windows merge them into the first one.
   *
   * @param step divides the size
   * @param offset where a window of the maximum size starts, in ms since the epoch
   */
  public static Slices cumulate(long maxSize, long step, long offset) {
    return new Slices(Kind.CUMULATE, maxSize, step, offset, false);
  }

  /**
   * The slices of GROUP BY HOP, which merges the oldest slice first. LISTAGG and sums of DOUBLE
   * tell the difference.
   */
  public Slices oldestFirst() {
    return new Slices(kind, size, step, offset, true);
  }

  /** The slice of a record with this time. */
  public long slice(long time) {
    return TimeWindow.getWindowStartWithOffset(time, offset, step) + step;
  }

  /** The last window that a slice is in; the first one ends with the slice. */
  public long lastWindow(long slice) {
    return (kind == Kind.CUMULATE ? cumulationStart(slice) : slice - step) + size;
  }

  /** The time from the end of one window, or slice, to the end of the next. */
  public long interval() {
    return step;
  }

  /** Whether a slice may be in several windows, so that they are merged from slices. */
  public boolean areShared() {
    return kind != Kind.TUMBLE;
  }

  boolean areMergedOldestFirst() {
    return oldestFirst;
  }

  /** The slice into which a window merges its other slices, or {@link #IN_MEMORY}. */
  long mergeTarget(long window) {
    return kind == Kind.CUMULATE ? cumulationStart(window) + step : IN_MEMORY;
  }

  /** The oldest of the slices, up to its end, that a window merges; after its end for none. */
  long oldestToMerge(long window) {
    if (kind == Kind.CUMULATE) {
      return window == mergeTarget(window) ? window + step : window;
    }
    return window - size + step;
  }

  private long cumulationStart(long window) {
    return TimeWindow.getWindowStartWithOffset(window - 1, offset, size);
  }
}
