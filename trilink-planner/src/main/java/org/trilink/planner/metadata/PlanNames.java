/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.flink.table.planner.plan.nodes.FlinkRelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.trilink.planner.flink.FlinkExpressions;

/** The names of operators and columns in messages. */
public final class PlanNames {

  private PlanNames() {}

  /**
   * The operator's name as EXPLAIN shows it. The last of two phases is called like the operator of
   * one phase: Trilink makes that of it.
   */
  public static String operator(RelNode rel) {
    String name = rel.getRelTypeName().replace("StreamPhysical", "");
    return name.startsWith("Global") ? name.substring("Global".length()) : name;
  }

  /** A column's name; the expression that computes it, if Flink has made up the name. */
  static String column(RelNode rel, int column) {
    String name = rel.getRowType().getFieldNames().get(column);
    if (name.indexOf('$') < 0) {
      return name;
    }
    if (rel instanceof StreamPhysicalExchange) {
      return column(rel.getInput(0), column);
    }
    return rel instanceof Calc ? column((Calc) rel, column) : name;
  }

  private static String column(Calc calc, int column) {
    RexProgram program = calc.getProgram();
    RexNode expression = program.expandLocalRef(program.getProjectList().get(column));
    return expression instanceof RexInputRef
        ? column(calc.getInput(), ((RexInputRef) expression).getIndex())
        : FlinkExpressions.text(
            (FlinkRelNode) calc, expression, calc.getInput().getRowType().getFieldNames());
  }
}
