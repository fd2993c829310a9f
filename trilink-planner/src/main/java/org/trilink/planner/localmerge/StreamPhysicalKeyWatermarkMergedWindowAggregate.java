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
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.utils.WindowUtil;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.planner.utils.ShortcutUtils;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.keywatermark.StreamPhysicalKeyWatermarkWindowAggregate;

/** A window aggregate over merged rows, every key under a watermark of its own. */
public final class StreamPhysicalKeyWatermarkMergedWindowAggregate
    extends StreamPhysicalKeyWatermarkWindowAggregate {

  /**
   * Replaces the node over records.
   *
   * @param input the exchange
   */
  public StreamPhysicalKeyWatermarkMergedWindowAggregate(
      StreamPhysicalKeyWatermarkWindowAggregate like, StreamPhysicalMergedExchange input) {
    super(like, like.getTraitSet(), input, like.watermark());
  }

  private StreamPhysicalKeyWatermarkMergedWindowAggregate(
      StreamPhysicalKeyWatermarkMergedWindowAggregate like, RelTraitSet traits, RelNode input) {
    super(like, traits, input, like.watermark());
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalKeyWatermarkMergedWindowAggregate(this, traits, inputs.get(0));
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    WindowUtil.checkEmitConfiguration(ShortcutUtils.unwrapContext(this).getTableConfig());
    return new StreamExecKeyWatermarkMergedWindowAggregate(
        grouping().length,
        JavaScalaConversionUtil.toJava(aggCalls()).toArray(new AggregateCall[0]),
        (TimeAttributeWindowingStrategy) windowing(),
        WindowProperties.of(namedWindowProperties()),
        watermark().spec(),
        FlinkTypeFactory.toLogicalRowType(getInput().getRowType()),
        TrilinkExecNode.newId(),
        Collections.singletonList(InputProperty.DEFAULT),
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
