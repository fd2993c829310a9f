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
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.flink.TrilinkPhysicalGroupAggregate;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.node.MergingRel;

/** An unbounded GROUP BY that is merged in a store. */
final class StreamPhysicalGlobalMergeGroupAggregate extends TrilinkPhysicalGroupAggregate
    implements MergingRel {

  private final GlobalMerge merge;

  /** Replaces Flink's node, of one phase or of two. */
  public StreamPhysicalGlobalMergeGroupAggregate(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input,
      RelDataType rowType,
      int[] grouping,
      List<AggregateCall> aggCalls,
      GlobalMerge merge) {
    super(cluster, traits, input, rowType, grouping, JavaScalaConversionUtil.toScala(aggCalls));
    this.merge = merge;
  }

  @Override
  @Nullable
  public RexNode emitCondition() {
    return merge.spec().emit().when();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalGlobalMergeGroupAggregate(
        getCluster(),
        traits,
        inputs.get(0),
        getRowType(),
        grouping(),
        JavaScalaConversionUtil.toJava(aggCalls()),
        merge);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", merge);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new StreamExecGlobalMerge(
        grouping(),
        JavaScalaConversionUtil.toJava(aggCalls()).toArray(new AggregateCall[0]),
        null,
        WindowProperties.none(),
        merge.spec(),
        null,
        TrilinkExecNode.newId(),
        Collections.singletonList(InputProperty.DEFAULT),
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
