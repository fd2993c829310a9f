/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.balance;

import java.util.Locale;

/**
 * The target of moves. {@code least-key} is none of these: sampling knows the heavy keys, and not
 * how many keys a subtask has.
 */
public enum TargetStrategy {
  /** An even load by few moves. */
  AUTO,
  /** The same: with few moves what this strategy would do with all keys. */
  LEAST_COUNT,
  /** Heavy keys where Flink's hash places them. */
  HASH,
  /** Heavy keys where the modulo strategy places them. */
  MODULO,
  /** Heavy keys where the weights place them. */
  WEIGHT;

  /** Whether it places each key by the key alone. */
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
