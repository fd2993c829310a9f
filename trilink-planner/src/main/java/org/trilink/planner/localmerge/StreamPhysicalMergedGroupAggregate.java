/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.Collections;
import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.utils.ChangelogPlanUtils;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.trilink.planner.flink.FlinkAggregates;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.flink.TrilinkPhysicalGroupAggregate;

/** A GROUP BY without windows over merged rows. */
public final class StreamPhysicalMergedGroupAggregate extends TrilinkPhysicalGroupAggregate {

  /**
   * Replaces Flink's node.
   *
   * @param input the exchange
   */
  public StreamPhysicalMergedGroupAggregate(
      StreamPhysicalGroupAggregate stock, StreamPhysicalMergedExchange input) {
    this(stock, stock.getTraitSet(), input);
  }

  private StreamPhysicalMergedGroupAggregate(
      StreamPhysicalGroupAggregate like, RelTraitSet traits, RelNode input) {
    super(like, traits, input);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalMergedGroupAggregate(this, traits, inputs.get(0));
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new StreamExecMergedGroupAggregate(
        grouping().length,
        JavaScalaConversionUtil.toJava(aggCalls()).toArray(new AggregateCall[0]),
        ChangelogPlanUtils.generateUpdateBefore(this),
        FlinkTypeFactory.toLogicalRowType(getInput().getRowType()),
        FlinkAggregates.stateTtl(this),
        TrilinkExecNode.newId(),
        Collections.singletonList(InputProperty.DEFAULT),
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
