/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import javax.annotation.Nullable;

/**
 * How far a key's event time has come, and when the key has to be looked at again: the part of the
 * key's state entry that {@link KeyProgressTracker} works on. All in ms.
 *
 * <p>What is asked for each record is a field here, not a method: the tracker is shared by
 * operators whose entries differ.
 */
public abstract class KeyProgress {

  /** Nothing waits to be fired. */
  public static final long NOTHING_DUE = Long.MAX_VALUE;

  /** There is no cleanup timer. A timer may well stand at {@link Long#MAX_VALUE}. */
  public static final long NO_CLEANUP_TIMER = Long.MIN_VALUE;

  /**
   * None of the key's windows or timers fires before the key's watermark is there; {@link
   * #NOTHING_DUE} also for one that never does.
   */
  public long nextFireTime = NOTHING_DUE;

  /**
   * Time of the key's one timer in Flink's timer service, or {@link #NO_CLEANUP_TIMER}. It fires
   * when the bound of all keys is there, whether or not records of the key come: then what the key
   * holds is fired, and what is not needed any more is removed.
   */
  public long cleanupTimer = NO_CLEANUP_TIMER;

  /** When records came, by the clock; null unless there is an idle timeout. */
  @Nullable public KeyActivity activity;

  /** The key's own watermark; Long.MIN_VALUE for none, or where keys share it. */
  public abstract long watermark();

  /** The same of the key's faster input. Once a bound has passed it, the entry says no more. */
  public abstract long latest();

  /** The key's event time becomes that of its group, if it is later; the key has none any more. */
  public abstract void moveTo(WatermarkGroup<?> group);
}
