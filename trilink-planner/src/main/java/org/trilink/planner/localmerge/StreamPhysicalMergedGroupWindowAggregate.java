/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.keywatermark.KeyWatermarkSpec;

/** A GROUP BY TUMBLE or HOP over merged rows. */
public final class StreamPhysicalMergedGroupWindowAggregate
    extends StreamPhysicalGroupWindowAggregate {

  /**
   * Replaces Flink's node.
   *
   * @param input the exchange
   */
  public StreamPhysicalMergedGroupWindowAggregate(
      StreamPhysicalGroupWindowAggregate stock, StreamPhysicalMergedExchange input) {
    this(stock, stock.getTraitSet(), input);
  }

  private StreamPhysicalMergedGroupWindowAggregate(
      StreamPhysicalGroupWindowAggregate like, RelTraitSet traits, RelNode input) {
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
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalMergedGroupWindowAggregate(this, traits, inputs.get(0));
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return translate(this, null);
  }

  /** Over the exchange of merged rows, by the watermark of keys or, for null, of the subtask. */
  static ExecNode<?> translate(
      StreamPhysicalGroupWindowAggregate rel, @Nullable KeyWatermarkSpec watermark) {
    return new StreamExecMergedGroupWindowAggregate(
        rel.grouping().length,
        JavaScalaConversionUtil.toJava(rel.aggCalls()).toArray(new AggregateCall[0]),
        rel.window(),
        WindowProperties.of(rel.namedWindowProperties()),
        watermark,
        FlinkTypeFactory.toLogicalRowType(rel.getInput().getRowType()),
        TrilinkExecNode.newId(),
        Collections.singletonList(InputProperty.DEFAULT),
        FlinkTypeFactory.toLogicalRowType(rel.getRowType()),
        rel.getRelDetailedDescription());
  }
}
