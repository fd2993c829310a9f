/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.watermark;

import javax.annotation.Nullable;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.InternalTimerService;

/**
 * The keys of an operator, as {@link KeyProgressTracker} needs them: the operator stores their
 * entries and fires their windows or timers. All methods except {@link #select} are about the
 * current key.
 *
 * @param <K> keys as the state backend has them
 * @param <P> the part of a key's entry that is tracked
 */
public interface TrackedKeys<K, P extends KeyProgress> {

  /** The current key. */
  K key();

  /** The current key's key group. */
  int keyGroup();

  /**
   * Makes another key the current one.
   *
   * @return its entry; null if it has none
   */
  @Nullable
  P select(K key) throws Exception;

  /**
   * Flink's timer service for cleanup timers and idle timeouts; timers are registered for the
   * current key.
   */
  InternalTimerService<VoidNamespace> timers();

  /**
   * Fires the current key's windows or timers up to its effective watermark, then keeps or removes
   * the entry as {@link KeyProgressTracker#keepOrForget} says.
   *
   * @return whether the key still holds windows or timers
   */
  boolean fireDue(P progress) throws Exception;

  /**
   * Whether the current key holds no window and no timer. Called only if {@link
   * KeyProgress#nextFireTime} says that nothing is due, which is also the case for timers that
   * never fire.
   */
  boolean holdsNothing(P progress) throws Exception;

  /**
   * The tracker has changed the current key's entry, which may not be stored yet. An operator that
   * stores the entry after every change anyway need not do anything.
   */
  void changed(P progress);
}
