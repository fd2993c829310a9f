/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;

/**
 * Marks an operator whose exchanges are to be removed, after this was found safe. A rule replaces
 * it; it is never part of a finished plan.
 */
final class StreamPhysicalAheadKeyByRequest extends SingleRel implements StreamPhysicalRel {

  private final AheadKeyBy aheadKeyBy;

  public StreamPhysicalAheadKeyByRequest(RelNode input, AheadKeyBy aheadKeyBy) {
    super(input.getCluster(), input.getTraitSet(), input);
    this.aheadKeyBy = aheadKeyBy;
  }

  public AheadKeyBy aheadKeyBy() {
    return aheadKeyBy;
  }

  @Override
  public boolean requireWatermark() {
    return false;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalAheadKeyByRequest(inputs.get(0), aheadKeyBy);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", aheadKeyBy);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    throw new TableException(
        "No rule took up the request to remove the exchange below "
            + getInput().getRelTypeName()
            + ". This is a bug, please file an issue.");
  }
}
