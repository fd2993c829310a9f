/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.move.balance;

/** The result of a judgement. */
public enum MoveVerdict {
  /** Keys are moved. */
  MOVE,
  /** The load is even enough. */
  BALANCED,
  /** Heavy keys are where the strategy that was set places them. */
  IN_PLACE,
  /** Too few records have arrived to distinguish skew from chance. */
  TOO_FEW_RECORDS,
  /** A command has forbidden moves. */
  FROZEN,
  /** The settling time after the last Sync is not over. */
  SETTLING,
  /** A key has more load than a subtask's fair share; no placement helps. */
  KEY_ABOVE_FAIR_SHARE,
  /** There are moves, but they would not be worth it. */
  GAIN_TOO_SMALL,
  /**
   * Moving any known key would not help, or is not possible: all are too light, too heavy, were
   * moved recently, or have too much state for a Sync.
   */
  NO_KEY_TO_MOVE;

  /** Whether the load is, or may be, uneven, but nothing is moved. */
  public boolean isRefusal() {
    return this != MOVE && this != BALANCED && this != IN_PLACE;
  }

  /**
   * Whether the verdict is independent of the load, so that it repeats until something else
   * changes.
   */
  boolean saysNothing() {
    return this == TOO_FEW_RECORDS || this == FROZEN;
  }
}
