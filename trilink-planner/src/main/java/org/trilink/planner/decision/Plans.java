/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.planner.plan.PartialFinalType;
import org.apache.flink.table.planner.plan.nodes.physical.common.CommonPhysicalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.common.CommonPhysicalLookupJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCalc;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDeduplicate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregateBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIncrementalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMatch;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregateBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalPythonGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRank;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowRank;
import org.apache.flink.table.planner.utils.ShortcutUtils;
import org.trilink.planner.flink.FlinkNodes;
import org.trilink.planner.flink.FlinkSettings;

/** Utilities to traverse and inspect physical plans. */
public final class Plans {

  private static final String CURRENT_WATERMARK =
      BuiltInFunctionDefinitions.CURRENT_WATERMARK.getName();

  private Plans() {}

  /** The node over its mapped inputs; the node itself if the mapping changes none of them. */
  public static RelNode mapInputs(RelNode rel, UnaryOperator<RelNode> mapping) {
    List<RelNode> inputs = new ArrayList<>(rel.getInputs().size());
    boolean changed = false;
    for (RelNode input : rel.getInputs()) {
      RelNode mapped = mapping.apply(input);
      inputs.add(mapped);
      changed |= mapped != input;
    }
    return changed ? rel.copy(rel.getTraitSet(), inputs) : rel;
  }

  /**
   * The global phase, its exchange and its local phase, over the mapped inputs of the last: of an
   * aggregate that will be one of a single phase.
   */
  public static RelNode mapInputsOfTwoPhases(RelNode global, UnaryOperator<RelNode> mapping) {
    return mapInputs(global, exchange -> mapInputs(exchange, local -> mapInputs(local, mapping)));
  }

  /**
   * The hint level of the query that the node was planned from; null for a node of no hint level,
   * such as a first phase.
   */
  @Nullable
  public static HintLevel hintLevel(RelNode rel) {
    if (isAggregate(rel) || isOver(rel) || rel instanceof StreamPhysicalMatch) {
      return HintLevel.AGGREGATE;
    }
    return rel instanceof CommonPhysicalJoin || rel instanceof CommonPhysicalLookupJoin
        ? HintLevel.JOIN
        : null;
  }

  /** How many of the nodes are of that hint level; none if it is null. */
  public static int levelsAmong(Collection<RelNode> nodes, @Nullable HintLevel level) {
    return level == null
        ? 0
        : (int) nodes.stream().filter(node -> hintLevel(node) == level).count();
  }

  /** An aggregate that has keys of its own, but whose results are those of one above it. */
  static boolean isFirstPhaseWithKeys(RelNode rel) {
    return rel instanceof StreamPhysicalIncrementalGroupAggregate
        || (rel instanceof StreamPhysicalGroupAggregate
            && ((StreamPhysicalGroupAggregate) rel).partialFinalType() == PartialFinalType.PARTIAL)
        || (rel instanceof StreamPhysicalGlobalGroupAggregate
            && ((StreamPhysicalGlobalGroupAggregate) rel).partialFinalType()
                == PartialFinalType.PARTIAL);
  }

  private static boolean isAggregate(RelNode rel) {
    if (rel instanceof StreamPhysicalGroupAggregate
        || rel instanceof StreamPhysicalGlobalGroupAggregate) {
      return !isFirstPhaseWithKeys(rel);
    }
    return rel instanceof StreamPhysicalWindowAggregate
        || rel instanceof StreamPhysicalGlobalWindowAggregate
        || rel instanceof StreamPhysicalGroupWindowAggregateBase
        || rel instanceof StreamPhysicalPythonGroupAggregate;
  }

  /** ROW_NUMBER with a filter becomes one of the others. */
  private static boolean isOver(RelNode rel) {
    return rel instanceof StreamPhysicalOverAggregateBase
        || rel instanceof StreamPhysicalRank
        || rel instanceof StreamPhysicalWindowRank
        || rel instanceof StreamPhysicalDeduplicate
        || FlinkNodes.windowDeduplicates().contains(rel.getClass());
  }

  /** Whether it is a projection or filter with CURRENT_WATERMARK, which is NULL without any. */
  public static boolean readsWatermark(RelNode rel) {
    if (!(rel instanceof StreamPhysicalCalc)) {
      return false;
    }
    boolean[] found = {false};
    RexVisitorImpl<Void> finder =
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitCall(RexCall call) {
            found[0] |= call.getOperator().getName().equalsIgnoreCase(CURRENT_WATERMARK);
            return super.visitCall(call);
          }
        };
    for (RexNode expression : ((StreamPhysicalCalc) rel).getProgram().getExprList()) {
      expression.accept(finder);
    }
    return found[0];
  }

  /** Whether the session has operators that can do so collect rows before they work on them. */
  public static boolean collectsMiniBatches(RelNode rel) {
    return FlinkSettings.of(ShortcutUtils.unwrapContext(rel).getTableConfig())
        .get(ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_ENABLED);
  }
}
