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
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTemporalJoin;

/**
 * A join with the version of a table that held at the time of each row, every key under a watermark
 * of its own.
 */
public final class StreamPhysicalKeyWatermarkTemporalJoin extends StreamPhysicalTemporalJoin
    implements KeyWatermarkRel {

  private final KeyWatermark watermark;

  /** Replaces Flink's node. */
  public StreamPhysicalKeyWatermarkTemporalJoin(
      StreamPhysicalTemporalJoin stock, KeyWatermark watermark) {
    this(stock, stock.getTraitSet(), stock.getLeft(), stock.getRight(), watermark);
  }

  private StreamPhysicalKeyWatermarkTemporalJoin(
      StreamPhysicalTemporalJoin like,
      RelTraitSet traits,
      RelNode left,
      RelNode right,
      KeyWatermark watermark) {
    super(like.getCluster(), traits, left, right, like.getCondition(), like.getJoinType());
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
    return new StreamPhysicalKeyWatermarkTemporalJoin(this, traits, left, right, watermark);
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
