/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.trilink.planner.keywatermark.StreamPhysicalKeyWatermarkGroupWindowAggregate;

/** A GROUP BY TUMBLE or HOP over merged rows, every key under a watermark of its own. */
public final class StreamPhysicalKeyWatermarkMergedGroupWindowAggregate
    extends StreamPhysicalKeyWatermarkGroupWindowAggregate {

  /**
   * Replaces the node over records.
   *
   * @param input the exchange
   */
  public StreamPhysicalKeyWatermarkMergedGroupWindowAggregate(
      StreamPhysicalKeyWatermarkGroupWindowAggregate like, StreamPhysicalMergedExchange input) {
    super(like, like.getTraitSet(), input, like.watermark());
  }

  private StreamPhysicalKeyWatermarkMergedGroupWindowAggregate(
      StreamPhysicalKeyWatermarkMergedGroupWindowAggregate like,
      RelTraitSet traits,
      RelNode input) {
    super(like, traits, input, like.watermark());
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalKeyWatermarkMergedGroupWindowAggregate(this, traits, inputs.get(0));
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return StreamPhysicalMergedGroupWindowAggregate.translate(this, watermark().spec());
  }
}
