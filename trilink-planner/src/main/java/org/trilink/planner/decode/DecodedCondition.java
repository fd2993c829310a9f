/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decode;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * The part of a query's condition that can be evaluated while a message is decoded: where it is not
 * true, the whole condition is not true.
 */
public final class DecodedCondition {

  /** Deterministic operators that are cheaper to evaluate twice than a row is to decode. */
  private static final Set<SqlKind> OPERATORS =
      EnumSet.of(
          SqlKind.AND,
          SqlKind.OR,
          SqlKind.NOT,
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL,
          SqlKind.IS_TRUE,
          SqlKind.IS_NOT_TRUE,
          SqlKind.IS_FALSE,
          SqlKind.IS_NOT_FALSE,
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.SEARCH,
          SqlKind.LIKE,
          SqlKind.PLUS,
          SqlKind.MINUS,
          SqlKind.TIMES,
          SqlKind.DIVIDE,
          SqlKind.MOD,
          SqlKind.PLUS_PREFIX,
          SqlKind.MINUS_PREFIX,
          SqlKind.REINTERPRET);

  private DecodedCondition() {}

  /**
   * The terms of a conjunction that compare decoded columns, with each other or with constants.
   *
   * @param rowType of the scan
   * @param decoded the names of the columns that are decoded of a message
   * @return true or false for every row; null if there is no such term
   */
  @Nullable
  public static RexNode of(
      RexNode condition, RelDataType rowType, Set<String> decoded, RexBuilder builder) {
    List<RexNode> terms =
        RelOptUtil.conjunctions(condition).stream()
            .filter(term -> isOn(term, rowType, decoded) && isComparison(term))
            .collect(Collectors.toList());
    return terms.isEmpty()
        ? null
        : builder.makeCall(SqlStdOperatorTable.IS_TRUE, RexUtil.composeConjunction(builder, terms));
  }

  private static boolean isOn(RexNode term, RelDataType rowType, Set<String> decoded) {
    boolean[] found = {false, false};
    term.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitInputRef(RexInputRef column) {
            boolean isDecoded = decoded.contains(rowType.getFieldNames().get(column.getIndex()));
            found[isDecoded ? 0 : 1] = true;
            return null;
          }
        });
    return found[0] && !found[1];
  }

  private static boolean isComparison(RexNode term) {
    boolean[] others = {false};
    term.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitCall(RexCall call) {
            others[0] |= !OPERATORS.contains(call.getKind()) && !isCheapCast(call);
            return super.visitCall(call);
          }
        });
    return !others[0];
  }

  /** Whether a call casts a number, or a time, as a time attribute is before it is compared. */
  private static boolean isCheapCast(RexCall call) {
    if (call.getKind() != SqlKind.CAST) {
      return false;
    }
    RelDataType from = call.getOperands().get(0).getType();
    return (SqlTypeUtil.isNumeric(from) && SqlTypeUtil.isNumeric(call.getType()))
        || (SqlTypeUtil.isDatetime(from) && SqlTypeUtil.isDatetime(call.getType()));
  }
}
