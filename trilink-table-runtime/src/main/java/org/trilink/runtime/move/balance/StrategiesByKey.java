/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import javax.annotation.Nullable;

/** The strategies that depend on the key alone, for the keys of one exchange. */
@FunctionalInterface
public interface StrategiesByKey {

  /**
   * Where a strategy places keys.
   *
   * @param strategy {@code HASH}, {@code MODULO} or {@code WEIGHT}
   * @param weights null if none are given
   * @throws IllegalArgumentException if the strategy cannot place these keys; the message says why
   */
  KeyToKeyGroup of(TargetStrategy strategy, @Nullable int[] weights);
}
