/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.util.Locale;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.flink.sql.parser.impl.FlinkSqlParserImpl;

/** Removes a query's ORDER BY: a stream without end is not sorted, and Flink refuses it. */
final class OrderBy {

  private OrderBy() {}

  /**
   * Returns the query without ORDER BY, and unchanged if there is none, if a LIMIT makes rows
   * depend on it, or if it cannot be parsed, which its planner will tell.
   *
   * @param query on one line
   */
  static String remove(String query) {
    SqlNode parsed;
    try {
      parsed =
          SqlParser.create(query, SqlParser.config().withParserFactory(FlinkSqlParserImpl.FACTORY))
              .parseQuery();
    } catch (SqlParseException e) {
      return query;
    }
    return parsed instanceof SqlOrderBy sorted && sorted.fetch == null && sorted.offset == null
        ? query.substring(0, beginOf(sorted, query)).strip()
        : query;
  }

  private static int beginOf(SqlOrderBy sorted, String query) {
    SqlParserPos firstKey = sorted.orderList.get(0).getParserPosition();
    return query.toUpperCase(Locale.ROOT).lastIndexOf("ORDER", firstKey.getColumnNum() - 1);
  }
}
