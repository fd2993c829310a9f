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
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.utils.WindowUtil;
import org.apache.flink.table.planner.utils.ShortcutUtils;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.node.MergingRel;

/** An aggregate over the windows of TUMBLE, HOP or CUMULATE that is merged in a store. */
final class StreamPhysicalGlobalMergeWindowAggregate extends StreamPhysicalWindowAggregate
    implements MergingRel {

  private final GlobalMerge merge;

  /** Replaces Flink's node, over another input. */
  public StreamPhysicalGlobalMergeWindowAggregate(
      StreamPhysicalWindowAggregate like, RelTraitSet traits, RelNode input, GlobalMerge merge) {
    super(
        like.getCluster(),
        traits,
        input,
        like.grouping(),
        like.aggCalls(),
        like.windowing(),
        like.namedWindowProperties());
    this.merge = merge;
  }

  @Override
  @Nullable
  public RexNode emitCondition() {
    return merge.spec().emit().when();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalGlobalMergeWindowAggregate(this, traits, inputs.get(0), merge);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", merge);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    WindowUtil.checkEmitConfiguration(ShortcutUtils.unwrapContext(this).getTableConfig());
    return merge.translate(
        this,
        grouping(),
        aggCalls(),
        (TimeAttributeWindowingStrategy) windowing(),
        WindowProperties.of(namedWindowProperties()));
  }
}
