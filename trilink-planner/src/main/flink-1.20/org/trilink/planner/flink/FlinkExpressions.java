/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.flink.table.planner.plan.nodes.FlinkRelNode;
import org.apache.flink.table.planner.plan.utils.ExpressionFormat;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.planner.utils.ShortcutUtils;
import scala.Option;

/** Expressions from and to texts, for which versions of Flink have other methods. */
public final class FlinkExpressions {

  private FlinkExpressions() {}

  /**
   * Reads an expression in SQL on the rows of an input.
   *
   * @throws RuntimeException of Flink's and Calcite's own various classes, if it is not understood
   */
  public static RexNode parse(String expression, RelNode input) {
    return ShortcutUtils.unwrapContext(input)
        .getRexFactory()
        .createSqlToRexConverter(input.getRowType(), (RelDataType) null)
        .convertToRexNode(expression);
  }

  /** Writes an expression as the EXPLAIN of a node does. */
  public static String text(FlinkRelNode node, RexNode expression, List<String> columns) {
    return node.getExpressionString(
        expression,
        JavaScalaConversionUtil.toScala(columns).toList(),
        Option.empty(),
        SqlExplainLevel.EXPPLAN_ATTRIBUTES);
  }

  /** Writes an expression with operators between operands. */
  public static String infix(FlinkRelNode node, RexNode expression, List<String> columns) {
    return node.getExpressionString(
        expression,
        JavaScalaConversionUtil.toScala(columns).toList(),
        Option.empty(),
        ExpressionFormat.Infix(),
        SqlExplainLevel.EXPPLAN_ATTRIBUTES);
  }
}
