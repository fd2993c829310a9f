/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.utils.WindowUtil;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.planner.utils.ShortcutUtils;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.node.MergingRel;

/** An aggregate over the windows of TUMBLE, HOP or CUMULATE that is merged in a store. */
final class StreamPhysicalGlobalMergeWindowAggregate extends StreamPhysicalWindowAggregate
    implements MergingRel {

  private final GlobalMerge merge;

  /** Replaces Flink's node, of one phase or of two. */
  public StreamPhysicalGlobalMergeWindowAggregate(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input,
      int[] grouping,
      List<AggregateCall> aggCalls,
      TimeAttributeWindowingStrategy windowing,
      WindowProperties properties,
      GlobalMerge merge) {
    super(
        cluster,
        traits,
        input,
        grouping,
        JavaScalaConversionUtil.toScala(aggCalls),
        windowing,
        properties.toSeq());
    this.merge = merge;
  }

  @Override
  @Nullable
  public RexNode emitCondition() {
    return merge.spec().emit().when();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalGlobalMergeWindowAggregate(
        getCluster(),
        traits,
        inputs.get(0),
        grouping(),
        JavaScalaConversionUtil.toJava(aggCalls()),
        (TimeAttributeWindowingStrategy) windowing(),
        WindowProperties.of(namedWindowProperties()),
        merge);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", merge);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    WindowUtil.checkEmitConfiguration(ShortcutUtils.unwrapContext(this).getTableConfig());
    return new StreamExecGlobalMerge(
        grouping(),
        JavaScalaConversionUtil.toJava(aggCalls()).toArray(new AggregateCall[0]),
        (TimeAttributeWindowingStrategy) windowing(),
        WindowProperties.of(namedWindowProperties()),
        merge.spec(),
        merge.watermark(),
        TrilinkExecNode.newId(),
        Collections.singletonList(InputProperty.DEFAULT),
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
