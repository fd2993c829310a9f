/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.flink;

import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;

/**
 * Flink's physical node of a GROUP BY without windows; versions of Flink give it other
 * constructors.
 */
public abstract class TrilinkPhysicalGroupAggregate extends StreamPhysicalGroupAggregate {

  /** Creates the node in place of Flink's. */
  protected TrilinkPhysicalGroupAggregate(
      StreamPhysicalGroupAggregate like, RelTraitSet traits, RelNode input) {
    super(
        like.getCluster(),
        traits,
        input,
        like.getRowType(),
        like.grouping(),
        like.aggCalls(),
        like.partialFinalType());
  }

  /**
   * Makes Flink's node of one phase in place of its two.
   *
   * @param input of the first phase
   * @param grouping of the first phase
   */
  public static StreamPhysicalGroupAggregate inOnePhase(
      StreamPhysicalGlobalGroupAggregate global, RelNode input, int[] grouping) {
    return new StreamPhysicalGroupAggregate(
        global.getCluster(),
        global.getTraitSet(),
        input,
        global.getRowType(),
        grouping,
        global.aggCalls(),
        global.partialFinalType());
  }
}
