/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLegacySink;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSink;
import org.trilink.planner.node.StreamPhysicalAdvice;

/** Adds what a user must know about a hint to the plan, at the operator concerned. */
public final class Advice {

  private Advice() {}

  /** The node below the advice; a sink above it. */
  public static RelNode above(RelNode rel, String advice) {
    return put(rel, input -> new StreamPhysicalAdvice(input, advice));
  }

  /** Puts a text that only EXPLAIN is to show above the node; below it if that is a sink. */
  public static RelNode remark(RelNode rel, String text) {
    return put(rel, input -> StreamPhysicalAdvice.ofExplain(input, text));
  }

  private static RelNode put(RelNode rel, UnaryOperator<RelNode> above) {
    return rel instanceof StreamPhysicalSink || rel instanceof StreamPhysicalLegacySink
        ? Plans.mapInputs(rel, input -> put(input, above))
        : above.apply(rel);
  }
}
