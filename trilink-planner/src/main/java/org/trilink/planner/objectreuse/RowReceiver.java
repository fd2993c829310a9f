/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.objectreuse;

import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCalc;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLookupJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMiniBatchAssigner;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWatermarkAssigner;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.trilink.planner.localmerge.StreamPhysicalLocalMerge;
import org.trilink.planner.metadata.AlignedWindows;
import org.trilink.planner.node.MergingRel;

/**
 * Knows which operators may receive the rows of the preceding operator in their chain without a
 * copy. When such an operator is done with a row, it has kept nothing of it, and changed nothing in
 * it. The rows that it has emitted by then may be the row itself or refer to parts of it: the next
 * receiver is checked in the same way.
 */
final class RowReceiver {

  private static final String MAY_KEEP = "the next operator may keep references to them";

  private RowReceiver() {}

  /** Why an operator has to be handed copies; null if it need not. */
  @Nullable
  public static String obstacle(RelNode rel) {
    if (rel instanceof StreamPhysicalCalc) {
      return obstacle(((StreamPhysicalCalc) rel).getProgram().getExprList());
    }
    if (rel instanceof StreamPhysicalWatermarkAssigner) {
      return obstacle(
          Collections.singletonList(((StreamPhysicalWatermarkAssigner) rel).watermarkExpr()));
    }
    if (rel instanceof StreamPhysicalLookupJoin) {
      StreamPhysicalLookupJoin join = (StreamPhysicalLookupJoin) rel;
      return LookupReceiver.mayKeepKeys(join)
          ? MAY_KEEP
          : obstacle(LookupReceiver.expressions(join));
    }
    List<AggregateCall> calls = aggregateCalls(rel);
    if (calls != null) {
      String ofCondition = obstacle(emitCondition(rel));
      return ofCondition == null ? obstacle(rel, calls) : ofCondition;
    }
    return rel instanceof StreamPhysicalMiniBatchAssigner || AlignedWindows.areAppendedBy(rel)
        ? null
        : MAY_KEEP;
  }

  @Nullable
  private static String obstacle(List<RexNode> expressions) {
    for (RexNode expression : expressions) {
      String function = RetainedArguments.function(expression);
      if (function != null) {
        return mayKeep(function);
      }
    }
    return null;
  }

  /** On the records of a merge, none or one. */
  private static List<RexNode> emitCondition(RelNode rel) {
    RexNode condition = rel instanceof MergingRel ? ((MergingRel) rel).emitCondition() : null;
    return condition == null ? Collections.emptyList() : Collections.singletonList(condition);
  }

  private static String mayKeep(String function) {
    return "the function " + function + " may keep or change its arguments";
  }

  /**
   * The aggregate calls of operators that take copies of keys and of what their accumulators keep;
   * null for all others.
   */
  @Nullable
  private static List<AggregateCall> aggregateCalls(RelNode rel) {
    if (rel instanceof StreamPhysicalLocalMerge) {
      return ((StreamPhysicalLocalMerge) rel).aggCalls();
    }
    if (rel instanceof StreamPhysicalWindowAggregate) {
      return JavaScalaConversionUtil.toJava(((StreamPhysicalWindowAggregate) rel).aggCalls());
    }
    if (rel instanceof StreamPhysicalGroupWindowAggregate) {
      return JavaScalaConversionUtil.toJava(((StreamPhysicalGroupWindowAggregate) rel).aggCalls());
    }
    return rel instanceof StreamPhysicalGroupAggregate
        ? JavaScalaConversionUtil.toJava(((StreamPhysicalGroupAggregate) rel).aggCalls())
        : null;
  }

  /** Flink's generated code copies what accumulators keep, but takes bytes for unchangeable. */
  @Nullable
  private static String obstacle(RelNode rel, List<AggregateCall> calls) {
    for (AggregateCall call : calls) {
      for (int column : call.getArgList()) {
        RelDataTypeField field = rel.getInput(0).getRowType().getFieldList().get(column);
        if (SqlTypeFamily.BINARY.contains(field.getType())) {
          return "an aggregate may keep the bytes of column '" + field.getName() + "'";
        }
      }
    }
    return null;
  }
}
