/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

/**
 * The kinds of a query's parts that hints are kept for. Each kind is counted by itself: the
 * optimizer adds and removes joins and aggregates independently.
 */
public enum HintLevel {
  /** An aggregate, a SELECT with OVER, or a MATCH_RECOGNIZE. */
  AGGREGATE("aggregates"),
  /** A join of any kind. */
  JOIN("joins"),
  /** A table that is read: what becomes of its rows before the query's own operators. */
  TABLE("tables");

  private final String plural;

  HintLevel(String plural) {
    this.plural = plural;
  }

  /** Text for messages: "aggregates". */
  String plural() {
    return plural;
  }
}
