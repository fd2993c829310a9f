/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.balance;

/** What a judgement came to. */
public enum Verdict {
  /** Keys are moved. */
  MOVE,
  /** The load is even enough. */
  BALANCED,
  /** Heavy keys are where the strategy that was set has them. */
  IN_PLACE,
  /** Too few records have come to tell skew from chance. */
  TOO_FEW_RECORDS,
  /** Somebody has said that no key is to be moved. */
  FROZEN,
  /** The last Sync was only a moment ago. */
  SETTLING,
  /** No placement helps against a key that has too much for any subtask. */
  KEY_ABOVE_FAIR_SHARE,
  /** There are moves, but they would not be worth it. */
  GAIN_TOO_SMALL,
  /**
   * No known key can be moved to any use: all are too light, too heavy, or were moved lately, or
   * have too much state for a Sync.
   */
  NO_KEY_TO_MOVE;

  /** Whether the load is uneven, or may be, and yet nothing is moved. */
  public boolean isRefusal() {
    return this != MOVE && this != BALANCED && this != IN_PLACE;
  }

  /** Whether it is the same again and again, whatever the load is, until something else changes. */
  boolean saysNothing() {
    return this == TOO_FEW_RECORDS || this == FROZEN;
  }
}
