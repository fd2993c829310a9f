/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalChangelogNormalize;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCorrelateBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDeduplicate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDropUpdateBefore;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntermediateTableScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLookupJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMiniBatchAssigner;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.flink.FlinkNodes;
import org.trilink.planner.node.StreamPhysicalPassThrough;

/**
 * A column, and the key columns of an operator above, on their way down through nodes that hand on
 * each row as it comes. Immutable.
 */
final class ColumnTrace {

  private static final String SCATTERS = " sends a key's rows through several subtasks";

  private final RelNode rel;
  private final int column;
  private final ImmutableBitSet keys;
  private final boolean multiplied;
  @Nullable private final String reordering;

  private ColumnTrace(
      RelNode rel,
      int column,
      ImmutableBitSet keys,
      boolean multiplied,
      @Nullable String reordering) {
    this.rel = rel;
    this.column = column;
    this.keys = keys;
    this.multiplied = multiplied;
    this.reordering = reordering;
  }

  /** Follows a column as far as it goes. */
  static ColumnTrace follow(RelNode rel, int column, ImmutableBitSet keys) {
    return new ColumnTrace(rel, column, keys, false, null).toBottom();
  }

  /** Goes on with another column, in an input of the node that this ended at. */
  ColumnTrace continueIn(RelNode input, int inputColumn) {
    ImmutableBitSet inputKeys =
        keys.intersect(ImmutableBitSet.range(input.getRowType().getFieldCount()));
    return new ColumnTrace(input, inputColumn, inputKeys, multiplied, reordering).toBottom();
  }

  /** Returns this trace as it is where the node at its end makes several rows of one. */
  ColumnTrace multiplying() {
    return new ColumnTrace(rel, column, keys, true, reordering);
  }

  private ColumnTrace toBottom() {
    ColumnTrace trace = this;
    for (ColumnTrace below = below(); below != null; below = below.below()) {
      trace = below;
    }
    return trace;
  }

  @Nullable
  private ColumnTrace below() {
    if (rel instanceof Calc) {
      return throughCalc((Calc) rel);
    }
    if (rel instanceof StreamPhysicalExchange
        || rel instanceof StreamPhysicalMiniBatchAssigner
        || rel instanceof StreamPhysicalDropUpdateBefore) {
      return new ColumnTrace(rel.getInput(0), column, keys, multiplied, reordering);
    }
    if (rel instanceof StreamPhysicalPassThrough) {
      String by = ((StreamPhysicalPassThrough) rel).scatteredBy();
      return new ColumnTrace(
          rel.getInput(0),
          column,
          keys,
          multiplied,
          reordering == null && by != null ? by + SCATTERS : reordering);
    }
    if (handsOnChangesAtOnce()) {
      return throughOtherKeys(
          rel instanceof StreamPhysicalDeduplicate
              ? ((StreamPhysicalDeduplicate) rel).getUniqueKeys()
              : ((StreamPhysicalChangelogNormalize) rel).uniqueKeys());
    }
    if (rel instanceof StreamPhysicalIntermediateTableScan) {
      RelNode shared = ((StreamPhysicalIntermediateTableScan) rel).intermediateTable().relNode();
      return new ColumnTrace(shared, column, keys, multiplied, reordering);
    }
    if (rel instanceof StreamPhysicalCorrelateBase) {
      return throughJoin(null);
    }
    if (rel instanceof StreamPhysicalLookupJoin) {
      return throughJoin(
          FlinkNodes.isUnordered((StreamPhysicalLookupJoin) rel)
              ? "LookupJoin in output mode ALLOW_UNORDERED may change the order of a key's rows"
              : null);
    }
    return null;
  }

  /** Through a node that makes several rows of one, and may change their order. */
  @Nullable
  private ColumnTrace throughJoin(@Nullable String here) {
    RelNode input = rel.getInput(0);
    int columns = input.getRowType().getFieldCount();
    return column < columns
        ? new ColumnTrace(
            input,
            column,
            keys.intersect(ImmutableBitSet.range(columns)),
            true,
            reordering == null ? here : reordering)
        : null;
  }

  /**
   * Whether the node emits changes immediately: in mini-batches it would emit rows of different
   * keys in any order.
   */
  private boolean handsOnChangesAtOnce() {
    return (rel instanceof StreamPhysicalChangelogNormalize
            || rel instanceof StreamPhysicalDeduplicate)
        && !Plans.collectsMiniBatches(rel);
  }

  /** Through a node that gets its rows by keys of its own, over an exchange. */
  private ColumnTrace throughOtherKeys(int[] otherKeys) {
    RelNode input = rel.getInput(0);
    if (reordering != null || keys.contains(ImmutableBitSet.of(otherKeys))) {
      return new ColumnTrace(input, column, keys, multiplied, reordering);
    }
    List<String> names =
        Arrays.stream(otherKeys)
            .mapToObj(key -> PlanNames.column(input, key))
            .collect(Collectors.toList());
    return new ColumnTrace(
        input, column, keys, multiplied, PlanNames.operator(rel) + " by " + names + SCATTERS);
  }

  @Nullable
  private ColumnTrace throughCalc(Calc calc) {
    RexProgram program = calc.getProgram();
    List<RexLocalRef> projects = program.getProjectList();
    RexNode expression = program.expandLocalRef(projects.get(column));
    if (!(expression instanceof RexInputRef)) {
      return null;
    }
    ImmutableBitSet.Builder inputKeys = ImmutableBitSet.builder();
    for (int key : keys) {
      RexNode keyExpression = program.expandLocalRef(projects.get(key));
      if (keyExpression instanceof RexInputRef) {
        inputKeys.set(((RexInputRef) keyExpression).getIndex());
      }
    }
    return new ColumnTrace(
        calc.getInput(),
        ((RexInputRef) expression).getIndex(),
        inputKeys.build(),
        multiplied,
        reordering);
  }

  /** The node that does more than hand on rows; or that computes the column. */
  RelNode rel() {
    return rel;
  }

  /** The column's position in that node. */
  int column() {
    return column;
  }

  /** The keys of the operator above that are columns of the node at the trace's end, too. */
  ImmutableBitSet keys() {
    return keys;
  }

  /** Whether one row of that node may have become several. */
  boolean multiplied() {
    return multiplied;
  }

  /**
   * For messages: a clause that says what may change the order that the rows of a key have below;
   * null if nothing does.
   */
  @Nullable
  String reordering() {
    return reordering;
  }
}
