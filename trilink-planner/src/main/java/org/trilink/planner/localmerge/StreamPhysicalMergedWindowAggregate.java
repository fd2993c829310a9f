/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.logical.SliceAttachedWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.utils.WindowUtil;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.planner.utils.ShortcutUtils;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.flink.WindowProperties;

/**
 * A window aggregate over merged rows. It is run by the second phase of Flink's own two, which does
 * all that it must.
 */
public final class StreamPhysicalMergedWindowAggregate extends StreamPhysicalWindowAggregate {

  /**
   * Replaces Flink's node.
   *
   * @param input the exchange
   */
  public StreamPhysicalMergedWindowAggregate(
      StreamPhysicalWindowAggregate stock, StreamPhysicalMergedExchange input) {
    this(stock, stock.getTraitSet(), input);
  }

  private StreamPhysicalMergedWindowAggregate(
      StreamPhysicalWindowAggregate like, RelTraitSet traits, RelNode input) {
    super(
        like.getCluster(),
        traits,
        input,
        like.grouping(),
        like.aggCalls(),
        like.windowing(),
        like.namedWindowProperties());
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalMergedWindowAggregate(this, traits, inputs.get(0));
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    WindowUtil.checkEmitConfiguration(ShortcutUtils.unwrapContext(this).getTableConfig());
    RowType mergedType = ((StreamPhysicalMergedExchange) getInput()).mergedType();
    return new StreamExecMergedWindowAggregate(
        IntStream.range(0, grouping().length).toArray(),
        JavaScalaConversionUtil.toJava(aggCalls()).toArray(new AggregateCall[0]),
        new SliceAttachedWindowingStrategy(
            windowing().getWindow(),
            windowing().getTimeAttributeType(),
            mergedType.getFieldCount() - 1),
        WindowProperties.of(namedWindowProperties()),
        TrilinkExecNode.newId(),
        Collections.singletonList(InputProperty.DEFAULT),
        FlinkTypeFactory.toLogicalRowType(getInput().getRowType()),
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
