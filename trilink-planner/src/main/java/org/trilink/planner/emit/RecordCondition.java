/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.emit;

import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.utils.ShortcutUtils;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.flink.FlinkExpressions;
import org.trilink.planner.hint.HintOption;

/** A condition in SQL on the records that reach an operator, given as an option of a hint. */
public final class RecordCondition {

  private RecordCondition() {}

  /**
   * The condition, false where SQL says unknown.
   *
   * @param input what yields the records
   * @param condition null for none
   * @throws ValidationException if it is no condition on the columns of the records; the message
   *     lists them
   */
  @Nullable
  public static RexNode parse(HintOption<?> option, @Nullable String condition, RelNode input) {
    if (condition == null) {
      return null;
    }
    Decision<String> convertible = ConditionSyntax.convertible(condition);
    if (convertible.refusal() != null) {
      throw error(option, condition, input, convertible.refusal());
    }
    RexNode parsed;
    try {
      parsed = FlinkExpressions.parse(convertible.accepted(), input);
    } catch (RuntimeException notUnderstood) { // of Flink's and Calcite's own various classes
      throw error(option, condition, input, firstLine(notUnderstood));
    }
    if (parsed.getType().getSqlTypeName() != SqlTypeName.BOOLEAN || looksBeyondTheRecord(parsed)) {
      throw error(option, condition, input, "it is not a condition on a single record");
    }
    if (readsProcessingTime(parsed)) {
      throw error(
          option,
          condition,
          input,
          "a processing time attribute has no value here; use CURRENT_TIMESTAMP or LOCALTIMESTAMP");
    }
    RexNode isTrue =
        input.getCluster().getRexBuilder().makeCall(SqlStdOperatorTable.IS_TRUE, parsed);
    requireCode(isTrue, option, condition, input);
    return isTrue;
  }

  /** Flink finds some things wrong only when it makes code of them. */
  private static void requireCode(
      RexNode parsed, HintOption<?> option, String condition, RelNode input) {
    try {
      FlinkCode.condition(
          ShortcutUtils.unwrapContext(input).getTableConfig(),
          parsed,
          FlinkTypeFactory.toLogicalRowType(input.getRowType()));
    } catch (RuntimeException e) { // of Flink's own various classes
      String reason = firstLine(e);
      boolean isComparison = reason.startsWith("Incomparable types");
      throw error(
          option,
          condition,
          input,
          isComparison ? reason + "; make them one type by CAST(... AS ...)" : reason);
    }
  }

  /** Whether it reads processing time, of which queries make a time only where they use it. */
  private static boolean readsProcessingTime(RexNode condition) {
    boolean[] found = new boolean[1];
    condition.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitCall(RexCall call) {
            found[0] |= FlinkTypeFactory.isProctimeIndicatorType(call.getType());
            return super.visitCall(call);
          }

          @Override
          public Void visitInputRef(RexInputRef column) {
            found[0] |= FlinkTypeFactory.isProctimeIndicatorType(column.getType());
            return null;
          }
        });
    return found[0];
  }

  /** By OVER, an aggregate or a sub-query. */
  private static boolean looksBeyondTheRecord(RexNode condition) {
    boolean[] found = {RexOver.containsOver(condition)};
    condition.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitCall(RexCall call) {
            found[0] |= call.getOperator() instanceof SqlAggFunction;
            return super.visitCall(call);
          }

          @Override
          public Void visitSubQuery(RexSubQuery query) {
            found[0] = true;
            return null;
          }
        });
    return found[0];
  }

  private static ValidationException error(
      HintOption<?> option, String condition, RelNode input, String reason) {
    return new ValidationException(
        String.format(
            "TRILINK hint: option '%s' cannot be '%s': %s. The columns of the records that reach"
                + " the operator are: %s; a column of a table is among them only if the query uses"
                + " it.",
            option, condition, reason, String.join(", ", input.getRowType().getFieldNames())));
  }

  /** The first line of the innermost cause's message, without its full stop. */
  private static String firstLine(Throwable error) {
    Throwable cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = String.valueOf(cause.getMessage());
    String line = message.split("\n", 2)[0].trim();
    return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
  }
}
