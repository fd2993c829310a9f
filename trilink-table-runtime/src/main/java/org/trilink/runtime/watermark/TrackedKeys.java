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
 * entries and fires what they hold. All but {@link #select} is about the current key.
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
   * Flink's service for cleanup timers and idle timeouts; what is set there is the current key's.
   */
  InternalTimerService<VoidNamespace> timers();

  /**
   * Fires what the current key holds up to its effective watermark, then keeps or drops the entry
   * by {@link KeyProgressTracker#keepOrForget}.
   *
   * @return whether the key still holds windows or timers
   */
  boolean fireDue(P progress) throws Exception;

  /**
   * Whether the current key holds no window and no timer. Asked only if {@link
   * KeyProgress#nextFireTime} says that nothing is due, which is also true of timers that never
   * are.
   */
  boolean holdsNothing(P progress) throws Exception;

  /**
   * The tracker has changed the current key's entry, which may not be stored yet. Nothing is to be
   * done by an operator that stores the entry anyway after whatever happens to the key.
   */
  void changed(P progress);
}
