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
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.trilink.planner.flink.TrilinkPhysicalGroupAggregate;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.node.MergingRel;

/** An unbounded GROUP BY that is merged in a store. */
final class StreamPhysicalGlobalMergeGroupAggregate extends TrilinkPhysicalGroupAggregate
    implements MergingRel {

  private final GlobalMerge merge;

  /** Replaces Flink's node, over another input. */
  public StreamPhysicalGlobalMergeGroupAggregate(
      StreamPhysicalGroupAggregate like, RelTraitSet traits, RelNode input, GlobalMerge merge) {
    super(like, traits, input);
    this.merge = merge;
  }

  @Override
  @Nullable
  public RexNode emitCondition() {
    return merge.spec().emit().when();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalGlobalMergeGroupAggregate(this, traits, inputs.get(0), merge);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", merge);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return merge.translate(this, grouping(), aggCalls(), null, WindowProperties.none());
  }
}
