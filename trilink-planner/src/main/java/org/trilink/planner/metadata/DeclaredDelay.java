/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.catalog.WatermarkSpec;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.LocalReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.planner.expressions.RexNodeExpression;

/** Reads the constant delay out of a WATERMARK clause: {@code ts} or {@code ts - INTERVAL c}. */
final class DeclaredDelay {

  private DeclaredDelay() {}

  /** Empty if there is no WATERMARK clause, or one of another form, or the delay is negative. */
  static Optional<Duration> of(ResolvedSchema schema) {
    if (schema.getWatermarkSpecs().size() != 1) {
      return Optional.empty();
    }
    WatermarkSpec spec = schema.getWatermarkSpecs().get(0);
    ResolvedExpression expression = spec.getWatermarkExpression();
    Optional<Duration> delay =
        expression instanceof RexNodeExpression
            ? ofSql(((RexNodeExpression) expression).getRexNode(), spec, schema)
            : ofTableApi(expression, spec);
    return delay.filter(duration -> !duration.isNegative());
  }

  private static Optional<Duration> ofSql(
      RexNode expression, WatermarkSpec spec, ResolvedSchema schema) {
    RexNode node = withoutCast(expression);
    if (isRowtime(node, spec, schema)) {
      return Optional.of(Duration.ZERO);
    }
    if (node.isA(SqlKind.MINUS)) {
      RexNode time = withoutCast(((RexCall) node).getOperands().get(0));
      RexNode interval = ((RexCall) node).getOperands().get(1);
      if (isRowtime(time, spec, schema)
          && interval instanceof RexLiteral
          && interval.getType().getFamily() == SqlTypeFamily.INTERVAL_DAY_TIME) {
        return Optional.of(
            Duration.ofMillis(
                ((RexLiteral) interval).getValueAs(BigDecimal.class).longValueExact()));
      }
    }
    return Optional.empty();
  }

  /** Without a cast that changes nothing but whether the value may be null. */
  private static RexNode withoutCast(RexNode node) {
    if (!node.isA(SqlKind.CAST)) {
      return node;
    }
    RexNode operand = ((RexCall) node).getOperands().get(0);
    return SqlTypeUtil.equalSansNullability(node.getType(), operand.getType()) ? operand : node;
  }

  private static boolean isRowtime(RexNode node, WatermarkSpec spec, ResolvedSchema schema) {
    return node instanceof RexInputRef
        && schema
            .getColumnNames()
            .get(((RexInputRef) node).getIndex())
            .equals(spec.getRowtimeAttribute());
  }

  private static Optional<Duration> ofTableApi(ResolvedExpression expression, WatermarkSpec spec) {
    if (isRowtime(expression, spec)) {
      return Optional.of(Duration.ZERO);
    }
    if (expression instanceof CallExpression
        && ((CallExpression) expression).getFunctionDefinition()
            == BuiltInFunctionDefinitions.MINUS) {
      List<ResolvedExpression> operands = expression.getResolvedChildren();
      if (isRowtime(operands.get(0), spec) && operands.get(1) instanceof ValueLiteralExpression) {
        return ((ValueLiteralExpression) operands.get(1)).getValueAs(Duration.class);
      }
    }
    return Optional.empty();
  }

  private static boolean isRowtime(ResolvedExpression expression, WatermarkSpec spec) {
    String column = null;
    if (expression instanceof FieldReferenceExpression) {
      column = ((FieldReferenceExpression) expression).getName();
    } else if (expression instanceof LocalReferenceExpression) { // what schemas are resolved with
      column = ((LocalReferenceExpression) expression).getName();
    }
    return spec.getRowtimeAttribute().equals(column);
  }
}
