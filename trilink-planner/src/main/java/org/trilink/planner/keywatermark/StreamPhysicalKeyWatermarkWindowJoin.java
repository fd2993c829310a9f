/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowJoin;

/** A join of windows, every key under a watermark of its own. */
public final class StreamPhysicalKeyWatermarkWindowJoin extends StreamPhysicalWindowJoin
    implements KeyWatermarkRel {

  private final KeyWatermark watermark;

  /** Replaces Flink's node. */
  public StreamPhysicalKeyWatermarkWindowJoin(
      StreamPhysicalWindowJoin stock, KeyWatermark watermark) {
    this(stock, stock.getTraitSet(), stock.getLeft(), stock.getRight(), watermark);
  }

  private StreamPhysicalKeyWatermarkWindowJoin(
      StreamPhysicalWindowJoin like,
      RelTraitSet traits,
      RelNode left,
      RelNode right,
      KeyWatermark watermark) {
    super(
        like.getCluster(),
        traits,
        left,
        right,
        like.getJoinType(),
        like.getCondition(),
        like.leftWindowing(),
        like.rightWindowing());
    this.watermark = watermark;
  }

  @Override
  public KeyWatermark watermark() {
    return watermark;
  }

  @Override
  public Join copy(
      RelTraitSet traits,
      RexNode condition,
      RelNode left,
      RelNode right,
      JoinRelType type,
      boolean semiJoinDone) {
    return new StreamPhysicalKeyWatermarkWindowJoin(this, traits, left, right, watermark);
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
