/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

import java.util.Locale;

/**
 * The target of moves. {@code least-key} is not one of them: sampling finds heavy keys, but not the
 * number of keys of a subtask.
 */
public enum TargetStrategy {
  /** An even load with few moves. */
  AUTO,
  /**
   * An even load with few moves, as {@code AUTO}: it reaches what this strategy would reach with
   * all keys.
   */
  LEAST_COUNT,
  /** Heavy keys are moved to where Flink's hash places them. */
  HASH,
  /** Heavy keys are moved to where the modulo strategy places them. */
  MODULO,
  /** Heavy keys are moved to where the weights place them. */
  WEIGHT;

  /** Whether the place of a key depends on the key alone. */
  boolean goesByKey() {
    switch (this) {
      case AUTO:
      case LEAST_COUNT:
        return false;
      case HASH:
      case MODULO:
      case WEIGHT:
        return true;
    }
    throw new IllegalStateException("Unknown strategy " + name() + ".");
  }

  /** As it is written in commands and hints. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
