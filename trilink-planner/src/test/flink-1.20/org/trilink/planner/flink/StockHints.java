/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

/** The hints that Flink has of its own. */
public final class StockHints {

  /** Their names, in alphabetical order. */
  public static final String NAMES =
      "ALIAS, BROADCAST, JSON_AGGREGATE_WRAPPED, LOOKUP, NEST_LOOP, OPTIONS,"
          + " SHUFFLE_HASH, SHUFFLE_MERGE, STATE_TTL";

  private StockHints() {}
}
