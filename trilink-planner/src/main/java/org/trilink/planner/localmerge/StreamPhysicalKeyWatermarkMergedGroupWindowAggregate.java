/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.trilink.planner.keywatermark.KeyWatermark;
import org.trilink.planner.keywatermark.KeyWatermarkRel;
import org.trilink.planner.keywatermark.StreamPhysicalKeyWatermarkGroupWindowAggregate;

/** A GROUP BY TUMBLE or HOP over merged rows, every key under a watermark of its own. */
public final class StreamPhysicalKeyWatermarkMergedGroupWindowAggregate
    extends StreamPhysicalGroupWindowAggregate implements KeyWatermarkRel {

  private final KeyWatermark watermark;

  /**
   * Replaces the node over records.
   *
   * @param input the exchange
   */
  public StreamPhysicalKeyWatermarkMergedGroupWindowAggregate(
      StreamPhysicalKeyWatermarkGroupWindowAggregate like, StreamPhysicalMergedExchange input) {
    this(like, like.getTraitSet(), input, like.watermark());
  }

  private StreamPhysicalKeyWatermarkMergedGroupWindowAggregate(
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
    return new StreamPhysicalKeyWatermarkMergedGroupWindowAggregate(
        this, traits, inputs.get(0), watermark);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", watermark);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return StreamPhysicalMergedGroupWindowAggregate.translate(this, watermark.spec());
  }
}
