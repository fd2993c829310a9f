package org.trilink.planner.program;

/**
 * The kinds of a query's parts that hints are kept for. Each kind is counted by itself: the
 * optimizer adds and removes joins and aggregates independently.
 */
enum HintLevel {
  /** An aggregate, a SELECT with OVER, or a MATCH_RECOGNIZE. */
  AGGREGATE("aggregates"),
  /** A join of any kind. */
  JOIN("joins");

  private final String plural;

  HintLevel(String plural) {
    this.plural = plural;
  }

  /** For people: "aggregates". */
  String plural() {
    return plural;
  }
}
