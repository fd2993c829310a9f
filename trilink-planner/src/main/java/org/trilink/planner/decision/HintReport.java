/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLegacySink;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSink;
import org.trilink.planner.node.StreamPhysicalHintReport;

/** Adds what a user must know about a hint to the plan, at the operator concerned. */
public final class HintReport {

  private HintReport() {}

  /**
   * Puts a text above the node of which the user who submits the statement is warned, too; below it
   * if that is a sink.
   */
  public static RelNode warn(RelNode rel, String refusal) {
    return put(rel, input -> new StreamPhysicalHintReport(input, refusal));
  }

  /** Puts a text that only EXPLAIN is to show above the node; below it if that is a sink. */
  public static RelNode remark(RelNode rel, String text) {
    return put(rel, input -> StreamPhysicalHintReport.ofExplain(input, text));
  }

  private static RelNode put(RelNode rel, UnaryOperator<RelNode> above) {
    return rel instanceof StreamPhysicalSink || rel instanceof StreamPhysicalLegacySink
        ? Plans.mapInputs(rel, input -> put(input, above))
        : above.apply(rel);
  }
}
