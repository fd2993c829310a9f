/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

/**
 * A query over t and u without a hint.
 *
 * @param key the key of all of its operators
 */
record Query(Key key, String sql) {

  private static final String TABLE = "\\b(TABLE|FROM|JOIN) (t|u|versions)\\b";

  /** The query with a hint that governs all of it. */
  String hinted(String options) {
    return withHint(hint(options));
  }

  static String hint(String options) {
    return "/*+ TRILINK(" + options + ") */";
  }

  /** The query with such a hint; without one if it is empty. */
  String withHint(String hint) {
    return sql.replaceFirst("SELECT", "SELECT " + hint);
  }

  /** Whether each of its tables stands where a hint can stand behind it. */
  boolean hasPlaceBehindTables() {
    return !sql.matches(".*\\bTABLE (t|u)\\b.*");
  }

  /** The query with a hint behind each of its tables. */
  Query hintedTables(String options) {
    return new Query(key, sql.replaceAll("\\b(FROM|JOIN) (t|u)\\b", "$1 $2 " + hint(options)));
  }

  /** The query over t1, u1 and versions1 instead of t, u and versions, for the number 1. */
  String over(int number) {
    return sql.replaceAll(TABLE, "$1 $2" + number);
  }

  boolean hasTwoTables() {
    return isOver("u") || hasVersions();
  }

  boolean hasVersions() {
    return isOver("versions");
  }

  private boolean isOver(String table) {
    return sql.matches(".*\\b(TABLE|FROM|JOIN) " + table + "\\b.*");
  }
}
