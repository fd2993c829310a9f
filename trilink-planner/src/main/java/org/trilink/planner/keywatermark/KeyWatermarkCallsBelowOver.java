/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Exchange;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCalc;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.node.StreamPhysicalPassThrough;

/**
 * Calcite computes what stands beside an OVER in a SELECT below the OVER, and lets it pass through.
 * Calls of KEY_WATERMARK go back to where they were written: above it.
 */
final class KeyWatermarkCallsBelowOver {

  private KeyWatermarkCallsBelowOver() {}

  /** The plan with the calls above; the node itself if it is no OVER with such calls below. */
  static RelNode moveAbove(RelNode rel) {
    RelNode over = rel;
    while (over instanceof StreamPhysicalPassThrough) {
      over = over.getInput(0);
    }
    if (!(over instanceof StreamPhysicalKeyWatermarkOverAggregate)) {
      return rel;
    }
    RelNode exchange = over.getInput(0);
    RelNode below = exchange instanceof Exchange ? exchange.getInput(0) : exchange;
    if (!(below instanceof StreamPhysicalCalc)) {
      return rel;
    }
    StreamPhysicalCalc calc = (StreamPhysicalCalc) below;
    Set<Integer> calls = calls(calc);
    calls.removeAll(columnsOf((StreamPhysicalKeyWatermarkOverAggregate) over));
    return calls.isEmpty() ? rel : moveAbove(rel, calc, calls);
  }

  /** The columns that are such a call and nothing else. */
  private static Set<Integer> calls(StreamPhysicalCalc calc) {
    Set<Integer> calls = new TreeSet<>();
    List<RexNode> projects = projects(calc);
    for (int column = 0; column < projects.size(); column++) {
      if (projects.get(column) instanceof RexCall
          && KeyWatermarkCalls.isKeyWatermark((RexCall) projects.get(column))) {
        calls.add(column);
      }
    }
    return calls;
  }

  private static List<RexNode> projects(StreamPhysicalCalc calc) {
    RexProgram program = calc.getProgram();
    List<RexNode> projects = new ArrayList<>();
    program.getProjectList().forEach(project -> projects.add(program.expandLocalRef(project)));
    return projects;
  }

  /** The columns that the OVER itself needs. */
  private static Set<Integer> columnsOf(StreamPhysicalKeyWatermarkOverAggregate over) {
    Set<Integer> columns = new TreeSet<>();
    Window window = over.logicWindow();
    for (Window.Group group : window.groups) {
      group.keys.forEach(columns::add);
      columns.addAll(group.collation().getKeys());
      for (AggregateCall call : group.getAggregateCalls(window)) {
        columns.addAll(call.getArgList());
      }
    }
    return columns;
  }

  private static RelNode moveAbove(RelNode rel, StreamPhysicalCalc calc, Set<Integer> calls) {
    RexBuilder builder = calc.getCluster().getRexBuilder();
    List<RexNode> below = projects(calc);
    RelDataType type = below.get(calls.iterator().next()).getType();
    calls.forEach(
        column -> below.set(column, builder.makeNullLiteral(below.get(column).getType())));
    RelNode without = replace(rel, calc, withProjects(calc, below));

    RelDataType wider = KeyWatermarkCalls.withColumn(without, type);
    int last = wider.getFieldCount() - 1;
    List<RexNode> above = new ArrayList<>();
    for (int column = 0; column < last; column++) {
      above.add(RexInputRef.of(calls.contains(column) ? last : column, wider.getFieldList()));
    }
    RexProgram program = RexProgram.create(wider, above, null, without.getRowType(), builder);
    return new StreamPhysicalCalc(
        calc.getCluster(),
        without.getTraitSet(),
        new StreamPhysicalKeyWatermarkColumn(without, wider),
        program,
        without.getRowType());
  }

  private static RelNode withProjects(StreamPhysicalCalc calc, List<RexNode> projects) {
    RexProgram program = calc.getProgram();
    return calc.copy(
        calc.getTraitSet(),
        calc.getInput(),
        RexProgram.create(
            program.getInputRowType(),
            projects,
            program.getCondition() == null ? null : program.expandLocalRef(program.getCondition()),
            program.getOutputRowType(),
            calc.getCluster().getRexBuilder()));
  }

  private static RelNode replace(RelNode rel, RelNode old, RelNode replacement) {
    return rel == old
        ? replacement
        : Plans.mapInputs(rel, input -> replace(input, old, replacement));
  }
}
