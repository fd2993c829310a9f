/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import java.util.List;

/** How a statement is made of a query. */
enum Form {
  PLAIN,
  /** The query in FROM, with the hint on the query around it. */
  SUBQUERY,
  /** The query in WITH, with the hint in it. */
  WITH,
  /** The query of a view, with the hint in it. */
  VIEW,
  /** Two statements of one job. */
  STATEMENT_SET;

  private static final String NAME = "q";

  /** The statements that are executed before the queries. */
  List<String> definitions(Query query, String hint) {
    return this == VIEW
        ? List.of("CREATE TEMPORARY VIEW " + NAME + " AS " + query.withHint(hint))
        : List.of();
  }

  /**
   * The queries whose results are written.
   *
   * @param hint for the query; empty for none
   */
  List<String> statements(Query query, String hint) {
    String hinted = query.withHint(hint);
    return switch (this) {
      case PLAIN -> List.of(hinted);
      case SUBQUERY -> List.of("SELECT " + hint + " * FROM (" + query.sql() + ") AS " + NAME);
      case WITH -> List.of("WITH " + NAME + " AS (" + hinted + ") SELECT * FROM " + NAME);
      case VIEW -> List.of("SELECT * FROM " + NAME);
      case STATEMENT_SET -> List.of(hinted, hinted);
    };
  }
}
