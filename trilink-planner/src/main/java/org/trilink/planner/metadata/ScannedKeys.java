/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCalc;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCorrelateBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDropUpdateBefore;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntermediateTableScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLookupJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMiniBatchAssigner;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTableSourceScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWatermarkAssigner;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowTableFunction;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.node.StreamPhysicalPassThrough;

/**
 * The columns of a table that are the keys of an exchange, if rows reach the exchange on the
 * subtask that reads them from the table.
 */
public final class ScannedKeys {

  /** Says that a key is no column of the table. */
  public static final int COMPUTED = -1;

  private final StreamPhysicalTableSourceScan scan;
  private final List<Integer> columns;

  private ScannedKeys(StreamPhysicalTableSourceScan scan, List<Integer> columns) {
    this.scan = scan;
    this.columns = Collections.unmodifiableList(columns);
  }

  /**
   * Follows the keys of an exchange down to the table. Refused if rows may be on other subtasks
   * than those that read them.
   */
  public static Decision<ScannedKeys> of(StreamPhysicalExchange exchange) {
    return follow(exchange.getInput(), new ArrayList<>(exchange.getDistribution().getKeys()));
  }

  private static Decision<ScannedKeys> follow(RelNode rel, List<Integer> keys) {
    if (rel instanceof StreamPhysicalTableSourceScan) {
      return Decision.accept(new ScannedKeys((StreamPhysicalTableSourceScan) rel, keys));
    }
    if (rel instanceof StreamPhysicalCalc) {
      keys.replaceAll(key -> throughCalc((StreamPhysicalCalc) rel, key));
    } else if (rel instanceof StreamPhysicalLocalGroupAggregate) {
      keys.replaceAll(key -> at(((StreamPhysicalLocalGroupAggregate) rel).grouping(), key));
    } else if (rel instanceof StreamPhysicalLocalWindowAggregate) {
      keys.replaceAll(key -> at(((StreamPhysicalLocalWindowAggregate) rel).grouping(), key));
    } else if (rel instanceof StreamPhysicalWindowTableFunction
        || rel instanceof StreamPhysicalCorrelateBase
        || rel instanceof StreamPhysicalLookupJoin) {
      int columns = rel.getInput(0).getRowType().getFieldCount();
      keys.replaceAll(key -> key < columns ? key : COMPUTED); // they append columns
    } else if (!handsOnRows(rel)) {
      return Decision.refuse(why(rel));
    }
    return follow(rel.getInput(0), keys);
  }

  private static boolean handsOnRows(RelNode rel) {
    return rel instanceof StreamPhysicalWatermarkAssigner
        || rel instanceof StreamPhysicalMiniBatchAssigner
        || rel instanceof StreamPhysicalDropUpdateBefore
        || rel instanceof StreamPhysicalPassThrough;
  }

  private static int throughCalc(StreamPhysicalCalc calc, int column) {
    if (column == COMPUTED) {
      return COMPUTED;
    }
    RexProgram program = calc.getProgram();
    RexNode expression = program.expandLocalRef(program.getProjectList().get(column));
    return expression instanceof RexInputRef ? ((RexInputRef) expression).getIndex() : COMPUTED;
  }

  private static int at(int[] grouping, int column) {
    return column >= 0 && column < grouping.length ? grouping[column] : COMPUTED;
  }

  private static String why(RelNode rel) {
    if (rel instanceof Union) {
      return "its rows come from several tables, by UNION ALL";
    }
    if (rel instanceof StreamPhysicalIntermediateTableScan) {
      return "its rows come from a view that several statements share";
    }
    return "its rows come from " + PlanNames.operator(rel) + ", not from a table";
  }

  /** The scan that reads the table. */
  public StreamPhysicalTableSourceScan scan() {
    return scan;
  }

  /** For each key of the exchange: the scan's column, or {@link #COMPUTED}. */
  public List<Integer> columns() {
    return columns;
  }

  /** For each key of the exchange: the name of the table's column, null if it is none. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    for (int column : columns) {
      names.add(column == COMPUTED ? null : scan.getRowType().getFieldNames().get(column));
    }
    return names;
  }

  @Override
  public String toString() {
    return names().toString();
  }
}
