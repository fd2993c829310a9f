package org.trilink.planner.program;

import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.planner.calcite.FlinkContext;
import org.apache.flink.table.planner.calcite.SqlExprToRexConverter;
import org.trilink.planner.hint.HintOption;

/** A condition in SQL on the records that reach an operator, given as an option of a hint. */
final class RecordCondition {

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
  static RexNode parse(HintOption<?> option, @Nullable String condition, RelNode input) {
    if (condition == null) {
      return null;
    }
    SqlExprToRexConverter converter =
        input
            .getCluster()
            .getPlanner()
            .getContext()
            .unwrap(FlinkContext.class)
            .getSqlExprToRexConverterFactory()
            .create(input.getRowType(), null);
    RexNode parsed;
    try {
      parsed = converter.convertToRexNode(condition);
    } catch (RuntimeException notUnderstood) { // of Flink's and Calcite's own various classes
      throw error(option, condition, input, firstLine(notUnderstood));
    }
    if (parsed.getType().getSqlTypeName() != SqlTypeName.BOOLEAN || looksBeyondTheRecord(parsed)) {
      throw error(option, condition, input, "it is no condition on a single record");
    }
    return input.getCluster().getRexBuilder().makeCall(SqlStdOperatorTable.IS_TRUE, parsed);
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
            "TRILINK hint: option '%s' cannot be '%s': %s. The columns of the records that reach the operator are: %s;"
                + " a column of a table is among them only if the query uses it.",
            option, condition, reason, String.join(", ", input.getRowType().getFieldNames())));
  }

  /** Of the innermost cause, without its full stop. */
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
