/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.metadata.GroupWindows;
import org.trilink.planner.node.MergingRel;

/** A GROUP BY TUMBLE or HOP that is merged in a store. */
final class StreamPhysicalGlobalMergeGroupWindowAggregate extends StreamPhysicalGroupWindowAggregate
    implements MergingRel {

  private final GlobalMerge merge;

  /** Replaces Flink's node, over another input. */
  public StreamPhysicalGlobalMergeGroupWindowAggregate(
      StreamPhysicalGroupWindowAggregate like,
      RelTraitSet traits,
      RelNode input,
      GlobalMerge merge) {
    super(
        like.getCluster(),
        traits,
        input,
        like.getRowType(),
        like.grouping(),
        like.aggCalls(),
        like.window(),
        like.namedWindowProperties(),
        like.emitStrategy());
    this.merge = merge;
  }

  @Override
  @Nullable
  public RexNode emitCondition() {
    return merge.spec().emit().when();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalGlobalMergeGroupWindowAggregate(this, traits, inputs.get(0), merge);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", merge);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return merge.translate(
        this,
        grouping(),
        aggCalls(),
        GroupWindows.windowing(this),
        WindowProperties.of(namedWindowProperties()));
  }
}
