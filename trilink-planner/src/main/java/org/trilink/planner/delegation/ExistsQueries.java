/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.trilink.planner.rewrite.ExistsQuery;

/**
 * Keeps the hints behind the SELECT of a query in EXISTS. What is selected there does not matter,
 * so that Calcite's converter drops the projections on top of such a query, and their hints with
 * them. It stops at a LIMIT, so the query is put below one that is greater than any number of rows.
 * {@link ExistsQuery} removes it again.
 */
final class ExistsQueries {

  private ExistsQueries() {}

  /** Changes a statement that has hints, in place. */
  static void keepHints(SqlNode statement) {
    statement.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            super.visit(call);
            if (call.getKind() == SqlKind.EXISTS) {
              call.setOperand(0, new LimitedQuery(call.operand(0)));
            }
            return null;
          }
        });
  }

  /** All of a query, with a LIMIT that its text does not have, as that may be a view's. */
  private static final class LimitedQuery extends SqlSelect {

    private static final SqlLiteral LIMIT =
        SqlLiteral.createExactNumeric(String.valueOf(ExistsQuery.LIMIT), SqlParserPos.ZERO);
    private static final int FETCH = 9;

    private final SqlNode query;

    LimitedQuery(SqlNode query) {
      super(
          query.getParserPosition(),
          null,
          SqlNodeList.of(SqlIdentifier.star(query.getParserPosition())),
          query,
          null,
          null,
          null,
          null,
          null,
          null,
          LIMIT,
          null);
      this.query = query;
    }

    /** The operands of this query that a copy is made of, without the LIMIT. */
    @Override
    public List<SqlNode> getOperandList() {
      List<SqlNode> operands = new ArrayList<>(super.getOperandList());
      operands.set(FETCH, null);
      return operands;
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrecedence, int rightPrecedence) {
      query.unparse(writer, leftPrecedence, rightPrecedence);
    }
  }
}
