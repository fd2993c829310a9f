/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.sqllogictests;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.flink.sql.parser.impl.FlinkSqlParserImpl;

/**
 * A query of a test file as it is run on streams.
 *
 * @param sql without ORDER BY: a stream without end is not sorted, and Flink refuses it. It stays
 *     if a LIMIT makes rows depend on it.
 * @param joins how many joins there are in it
 */
record StreamingQuery(String sql, int joins) {

  /**
   * Reads a query.
   *
   * @param query on one line; left as it is if it cannot be parsed, which its planner will tell
   */
  static StreamingQuery of(String query) {
    SqlNode parsed;
    try {
      parsed =
          SqlParser.create(query, SqlParser.config().withParserFactory(FlinkSqlParserImpl.FACTORY))
              .parseQuery();
    } catch (SqlParseException e) {
      return new StreamingQuery(query, 0);
    }
    String sql =
        parsed instanceof SqlOrderBy sorted && sorted.fetch == null && sorted.offset == null
            ? query.substring(0, beginOf(sorted, query)).strip()
            : query;
    return new StreamingQuery(sql, joins(parsed));
  }

  private static int beginOf(SqlOrderBy sorted, String query) {
    SqlParserPos firstKey = sorted.orderList.get(0).getParserPosition();
    return query.toUpperCase(Locale.ROOT).lastIndexOf("ORDER", firstKey.getColumnNum() - 1);
  }

  private static int joins(SqlNode query) {
    AtomicInteger joins = new AtomicInteger();
    query.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            if (call instanceof SqlJoin) {
              joins.incrementAndGet();
            }
            return super.visit(call);
          }
        });
    return joins.get();
  }
}
