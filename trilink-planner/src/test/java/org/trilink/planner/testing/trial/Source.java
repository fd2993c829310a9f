/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Something to read rows (key columns, v, name, ts) from.
 *
 * @param sql a table's name or a query in brackets
 */
record Source(String sql) {

  /** The table, as it is or with a filter, a projection and computed columns above it. */
  static Arbitrary<Source> of(String table, Key key) {
    String keys = key.list();
    return Arbitraries.of(
            "%2$s",
            "(SELECT * FROM %2$s WHERE v <> 3)",
            "(SELECT %1$s, v, name, ts FROM %2$s)",
            "(SELECT %1$s, v * 2 - 1 AS v, UPPER(name) AS name, ts FROM %2$s WHERE v IS NOT NULL)",
            "(SELECT name, COALESCE(v, 4) AS v, %1$s, ts FROM %2$s)")
        .map(format -> new Source(format.formatted(keys, table)));
  }

  /** As in FROM. */
  String asTable() {
    return sql;
  }

  /** As in TUMBLE(...). */
  String asArgument() {
    return sql.startsWith("(") ? sql : "TABLE " + sql;
  }
}
