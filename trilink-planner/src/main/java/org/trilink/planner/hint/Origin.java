/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.hint;

/** Where the value of an option comes from; the first one that sets it takes precedence. */
public enum Origin {
  /** A hint on the query: {@code SELECT /*+ TRILINK(...) *}{@code /}. */
  QUERY_HINT("query hint"),
  /** A hint on the table: {@code FROM t /*+ TRILINK(...) *}{@code /}. */
  TABLE_HINT("table hint"),
  /** The session's configuration. */
  SESSION("session"),
  /** Nobody set it, or it was left to the planner, which chose it by a sample of the input. */
  ADVICE("advice"),
  /** Nobody set it. */
  DEFAULT("default");

  private final String text;

  Origin(String text) {
    this.text = text;
  }

  /** As it stands in EXPLAIN, e.g. {@code query hint}. */
  @Override
  public String toString() {
    return text;
  }
}
