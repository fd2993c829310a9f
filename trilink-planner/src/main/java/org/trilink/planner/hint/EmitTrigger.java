/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

/**
 * The triggers that make a merge send the rows that it holds: the values of {@code
 * local-merge.emit} and {@code global-merge.emit}.
 */
public enum EmitTrigger {
  /** The oldest merged record has waited for a given delay. */
  PERIOD,
  /** A given number of records has been merged. */
  COUNT,
  /** A record satisfies a given condition. */
  PUNCTUATED
}
