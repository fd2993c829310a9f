/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import javax.annotation.Nullable;

/**
 * A key's event time, and when the key has to be visited again: the part of the key's state entry
 * that {@link KeyProgressTracker} works on. All in ms.
 *
 * <p>What is read for each record is a field here, not a method, for speed: the tracker is shared
 * by operators with different entry classes.
 */
public abstract class KeyProgress {

  /** Nothing waits to be fired. */
  public static final long NOTHING_DUE = Long.MAX_VALUE;

  /**
   * There is no cleanup timer. {@link Long#MAX_VALUE} would not do, as it is a valid time of a
   * timer.
   */
  public static final long NO_CLEANUP_TIMER = Long.MIN_VALUE;

  /** The key has no floor: everything up to the key's watermark has been fired. */
  public static final long IN_ORDER = Long.MAX_VALUE;

  /**
   * The time up to which the key's windows or timers have been fired under a floor, where that can
   * be behind the key's own watermark ({@link KeyWatermarkPolicy#hasFloor}); Long.MIN_VALUE for
   * nothing. What is before it stays late, also after a restart, when the subtask's watermark
   * starts anew.
   */
  public long fired = IN_ORDER;

  /**
   * The time that the key's watermark has to reach before any of the key's windows or timers fires;
   * {@link #NOTHING_DUE} also if they never fire.
   */
  public long nextFireTime = NOTHING_DUE;

  /**
   * Time of the key's one timer in Flink's timer service, or {@link #NO_CLEANUP_TIMER}. It fires
   * when the bound of all keys reaches it or, with a floor, when the subtask's watermark does,
   * whether or not the key has records. Then the windows or timers that are due are fired, and
   * state that is no longer needed is cleared.
   */
  public long cleanupTimer = NO_CLEANUP_TIMER;

  /** When records arrived, in processing time; null unless there is an idle timeout. */
  @Nullable public KeyActivity activity;

  /** The key's own watermark; Long.MIN_VALUE for none, or where keys share it. */
  public abstract long watermark();

  /**
   * The maximum over the key's inputs. Once a bound has passed it, the entry adds no information to
   * the bound.
   */
  public abstract long latest();

  /**
   * Advances the group's event time to the key's, if that is later; the key no longer has one of
   * its own.
   */
  public abstract void moveTo(WatermarkGroup<?> group);
}
