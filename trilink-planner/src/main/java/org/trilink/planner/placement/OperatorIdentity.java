/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntermediateTableScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMiniBatchAssigner;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;

/**
 * Finds an operator again when Flink plans the statements of a set for the second time: by all that
 * EXPLAIN says of it and of what is below, but for what may differ between the rounds, mini-batches
 * and the names of shared sub-plans.
 */
final class OperatorIdentity {

  private OperatorIdentity() {}

  /**
   * The identity of an operator as Flink planned it.
   *
   * @param rel before anything is rewritten
   */
  static String of(RelNode rel) {
    StringBuilder text = new StringBuilder();
    append(rel, text);
    return text.toString();
  }

  private static void append(RelNode rel, StringBuilder text) {
    if (rel instanceof StreamPhysicalIntermediateTableScan) {
      appendTables(((StreamPhysicalIntermediateTableScan) rel).intermediateTable().relNode(), text);
    } else if (!(rel instanceof StreamPhysicalMiniBatchAssigner)) {
      text.append(((StreamPhysicalRel) rel).getRelDetailedDescription());
    }
    text.append('(');
    rel.getInputs().forEach(input -> append(input, text));
    text.append(')');
  }

  /** Appends only the tables of a sub-plan, as the second round may rewrite it in another way. */
  private static void appendTables(RelNode rel, StringBuilder text) {
    if (rel instanceof StreamPhysicalIntermediateTableScan) {
      appendTables(((StreamPhysicalIntermediateTableScan) rel).intermediateTable().relNode(), text);
    } else if (rel.getTable() != null) {
      text.append(rel.getTable().getQualifiedName());
    }
    rel.getInputs().forEach(input -> appendTables(input, text));
  }
}
