/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice.operator;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCalc;

/**
 * How many different keys there can be, by the expressions and types of their columns: {@code CASE}
 * of constants, {@code MOD} by a constant, BOOLEAN.
 */
final class KeyCount {

  static final long UNKNOWN = Long.MAX_VALUE;

  private KeyCount() {}

  /** At most as many keys come to the operator from there; {@link #UNKNOWN} if any number can. */
  static long atMost(ObservedInput input) {
    long keys = 1;
    for (int key : input.keys()) {
      keys = product(keys, ofColumn(input.rows(), key));
    }
    return keys;
  }

  private static long ofColumn(RelNode rel, int column) {
    if (rel instanceof StreamPhysicalCalc) {
      RexProgram program = ((StreamPhysicalCalc) rel).getProgram();
      RexNode expression = program.expandLocalRef(program.getProjectList().get(column));
      return expression instanceof RexInputRef
          ? ofColumn(rel.getInput(0), ((RexInputRef) expression).getIndex())
          : ofValues(expression);
    }
    return ofType(
        rel.getRowType().getFieldList().get(column).getType().getSqlTypeName(),
        rel.getRowType().getFieldList().get(column).getType().isNullable());
  }

  private static long ofValues(RexNode expression) {
    if (expression instanceof RexLiteral) {
      return 1;
    }
    boolean isNullable = expression.getType().isNullable();
    switch (expression.getKind()) {
      case CASE:
        return results((RexCall) expression);
      case CAST:
        return ofValues(((RexCall) expression).getOperands().get(0));
      case MOD:
        return remainders((RexCall) expression, isNullable);
      default:
        return ofType(expression.getType().getSqlTypeName(), isNullable);
    }
  }

  /** Operands are conditions and results by turns, and the result of ELSE. */
  private static long results(RexCall call) {
    long values = 0;
    for (int i = 0; i < call.getOperands().size(); i++) {
      if (i % 2 == 1 || i == call.getOperands().size() - 1) {
        long more = ofValues(call.getOperands().get(i));
        values = more == UNKNOWN || values == UNKNOWN ? UNKNOWN : values + more;
      }
    }
    return values;
  }

  /** They have the sign of what is divided. */
  private static long remainders(RexCall call, boolean isNullable) {
    RexNode divisor = call.getOperands().get(1);
    if (divisor.getKind() != SqlKind.LITERAL
        || !SqlTypeName.INT_TYPES.contains(divisor.getType().getSqlTypeName())) {
      return UNKNOWN;
    }
    Long value = ((RexLiteral) divisor).getValueAs(Long.class);
    return value == null || value == 0 || Math.abs(value) > Integer.MAX_VALUE
        ? UNKNOWN
        : 2 * Math.abs(value) - 1 + (isNullable ? 1 : 0);
  }

  private static long ofType(SqlTypeName type, boolean isNullable) {
    return type == SqlTypeName.BOOLEAN ? 2 + (isNullable ? 1 : 0) : UNKNOWN;
  }

  private static long product(long a, long b) {
    return a == UNKNOWN || b == UNKNOWN || a > UNKNOWN / b ? UNKNOWN : a * b;
  }
}
