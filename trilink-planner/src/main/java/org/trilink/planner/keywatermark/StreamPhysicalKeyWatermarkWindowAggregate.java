/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.Collections;
import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.AggregateCall;
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

/**
 * A window aggregate in one phase, every key under a watermark of its own.
 *
 * <p>It extends Flink's node so that all that Flink knows of that one (row type, keys, windows,
 * monotonicity) is known of this one.
 */
public class StreamPhysicalKeyWatermarkWindowAggregate extends StreamPhysicalWindowAggregate
    implements KeyWatermarkRel {

  private final KeyWatermark watermark;

  /** Replaces Flink's node. */
  public StreamPhysicalKeyWatermarkWindowAggregate(
      StreamPhysicalWindowAggregate stock, KeyWatermark watermark) {
    this(stock, stock.getTraitSet(), stock.getInput(), watermark);
  }

  /** Creates the node in place of another, over another input. */
  protected StreamPhysicalKeyWatermarkWindowAggregate(
      StreamPhysicalWindowAggregate like,
      RelTraitSet traits,
      RelNode input,
      KeyWatermark watermark) {
    super(
        like.getCluster(),
        traits,
        input,
        like.grouping(),
        like.aggCalls(),
        like.windowing(),
        like.namedWindowProperties());
    this.watermark = watermark;
  }

  @Override
  public KeyWatermark watermark() {
    return watermark;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalKeyWatermarkWindowAggregate(this, traits, inputs.get(0), watermark);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", watermark);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    WindowUtil.checkEmitConfiguration(ShortcutUtils.unwrapContext(this).getTableConfig());
    return new StreamExecKeyWatermarkWindowAggregate(
        grouping(),
        JavaScalaConversionUtil.toJava(aggCalls()).toArray(new AggregateCall[0]),
        (TimeAttributeWindowingStrategy) windowing(),
        WindowProperties.of(namedWindowProperties()),
        watermark.spec(),
        false,
        TrilinkExecNode.newId(),
        Collections.singletonList(InputProperty.DEFAULT),
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
