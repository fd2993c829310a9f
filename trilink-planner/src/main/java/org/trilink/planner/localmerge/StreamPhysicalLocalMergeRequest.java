/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;

/**
 * Marks an aggregate whose records are to be merged before its exchange, after this was found safe.
 * A rule replaces both; it is never part of a finished plan.
 */
final class StreamPhysicalLocalMergeRequest extends SingleRel implements StreamPhysicalRel {

  private final LocalMerge merge;

  public StreamPhysicalLocalMergeRequest(RelNode input, LocalMerge merge) {
    super(input.getCluster(), input.getTraitSet(), input);
    this.merge = merge;
  }

  public LocalMerge merge() {
    return merge;
  }

  @Override
  public boolean requireWatermark() {
    return false;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalLocalMergeRequest(inputs.get(0), merge);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", merge);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    throw new TableException(
        "No rule took up the request for a local merge below "
            + getInput().getRelTypeName()
            + ". This is a bug, please file an issue.");
  }
}
