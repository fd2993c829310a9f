/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.examples.workload;

/**
 * Result rows of one kind, counted against the expected ones.
 *
 * @param rows what they are called, in the plural
 * @param expected rows that the oracle expects
 * @param matching expected rows that are there with the right values
 * @param missing expected rows that are not there
 * @param wrong expected rows that are there with other values
 * @param unexpected rows that the oracle does not expect, unreadable ones among them
 * @param duplicate further rows for what had one before
 */
public record RowComparison(
    String rows,
    long expected,
    long matching,
    long missing,
    long wrong,
    long unexpected,
    long duplicate) {

  /** Whether the rows are the expected ones, each of them once. */
  public boolean exact() {
    return matching == expected && unexpected == 0 && duplicate == 0;
  }
}
