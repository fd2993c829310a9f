/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.emit;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.dialect.AnsiSqlDialect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.flink.sql.parser.impl.FlinkSqlParserImpl;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.flink.FlinkDefaults;

/** Rewrites conditions that Flink can convert in a query, but not as a single expression. */
final class ConditionSyntax {

  /** As Flink's parser reads identifiers. */
  private static final SqlDialect DIALECT =
      new AnsiSqlDialect(AnsiSqlDialect.DEFAULT_CONTEXT.withIdentifierQuoteString("`"));

  private ConditionSyntax() {}

  /**
   * The condition with each {@code v IN (1, 2)} as {@code v = 1 OR v = 2}; the same text if there
   * is none. Refused if it has a sub-query, or is no expression.
   */
  static Decision<String> convertible(String condition) {
    return parse(condition)
        .flatMap(
            parsed ->
                hasQuery(parsed)
                    ? Decision.refuse(
                        "a sub-query reads more than the record; list the values, as in v IN (1, 2,"
                            + " 3)")
                    : Decision.accept(withoutLists(condition, parsed)));
  }

  private static String withoutLists(String condition, SqlNode parsed) {
    InLists lists = new InLists();
    SqlNode rewritten = parsed.accept(lists);
    return lists.found
        ? rewritten
            .toSqlString(
                config ->
                    config
                        .withDialect(DIALECT)
                        .withQuoteAllIdentifiers(true)
                        .withAlwaysUseParentheses(true))
            .getSql()
        : condition;
  }

  private static Decision<SqlNode> parse(String condition) {
    try {
      return Decision.accept(
          SqlParser.create(
                  condition,
                  FlinkDefaults.sqlParserConfig().withParserFactory(FlinkSqlParserImpl.FACTORY))
              .parseExpression());
    } catch (SqlParseException e) {
      return Decision.refuse(e.getMessage().split("\\R", 2)[0].replaceFirst("\\.$", ""));
    }
  }

  private static boolean hasQuery(SqlNode node) {
    boolean[] found = new boolean[1];
    node.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            found[0] |= call.getKind().belongsTo(SqlKind.QUERY);
            return super.visit(call);
          }
        });
    return found[0];
  }

  private static final class InLists extends SqlShuttle {

    boolean found;

    @Override
    public SqlNode visit(SqlCall call) {
      SqlNode visited = super.visit(call);
      if ((call.getKind() != SqlKind.IN && call.getKind() != SqlKind.NOT_IN)
          || !(call.operand(1) instanceof SqlNodeList)) {
        return visited;
      }
      found = true;
      SqlNode value = ((SqlCall) visited).operand(0);
      SqlNode any = null;
      for (SqlNode element : (SqlNodeList) ((SqlCall) visited).operand(1)) {
        SqlNode equal = SqlStdOperatorTable.EQUALS.createCall(SqlParserPos.ZERO, value, element);
        any =
            any == null ? equal : SqlStdOperatorTable.OR.createCall(SqlParserPos.ZERO, any, equal);
      }
      return call.getKind() == SqlKind.IN
          ? any
          : SqlStdOperatorTable.NOT.createCall(SqlParserPos.ZERO, any);
    }
  }
}
