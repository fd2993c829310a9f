/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;

/** A GROUP BY TUMBLE, HOP or SESSION, every key under a watermark of its own. */
public final class StreamPhysicalKeyWatermarkGroupWindowAggregate
    extends StreamPhysicalGroupWindowAggregate implements KeyWatermarkRel {

  private final KeyWatermark watermark;

  /** Replaces Flink's node. */
  public StreamPhysicalKeyWatermarkGroupWindowAggregate(
      StreamPhysicalGroupWindowAggregate stock, KeyWatermark watermark) {
    this(stock, stock.getTraitSet(), stock.getInput(), watermark);
  }

  private StreamPhysicalKeyWatermarkGroupWindowAggregate(
      StreamPhysicalGroupWindowAggregate like,
      RelTraitSet traits,
      RelNode input,
      KeyWatermark watermark) {
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
    this.watermark = watermark;
  }

  @Override
  public KeyWatermark watermark() {
    return watermark;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalKeyWatermarkGroupWindowAggregate(
        this, traits, inputs.get(0), watermark);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", watermark);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new StreamExecKeyWatermarkOperator(super.translateToExecNode(), watermark.spec());
  }
}
