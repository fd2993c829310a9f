/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.balance;

import java.util.Locale;

/**
 * What moves are to come to. {@code least-key} is none of these: sampling knows the heavy keys, and
 * not how many keys a subtask has.
 */
public enum TargetStrategy {
  /** An even load by few moves. */
  AUTO,
  /** The same: with few moves what this strategy would do with all keys. */
  LEAST_COUNT,
  /** Heavy keys where Flink's hash has them. */
  HASH,
  /** Heavy keys where their turn is. */
  MODULO,
  /** Heavy keys where the weights have them. */
  WEIGHT;

  /** Whether it says of each key by itself where it belongs. */
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
    throw new IllegalStateException("There is no strategy " + name() + ".");
  }

  /** As it is written in commands and hints. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
