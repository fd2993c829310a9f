/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

/** How the messages of a table become rows: the values of the option {@code decode}. */
public enum Decoding {
  /** As a stream, and only the columns that the query reads. */
  PROJECTED,
  /** As in stock Flink. */
  STOCK
}
