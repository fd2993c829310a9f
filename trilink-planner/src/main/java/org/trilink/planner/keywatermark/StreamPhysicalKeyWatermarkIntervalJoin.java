/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.Arrays;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.spec.IntervalJoinSpec;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntervalJoin;
import org.trilink.planner.flink.FlinkNodes;
import org.trilink.planner.flink.TrilinkExecNode;

/** A join of rows whose times are within an interval, every key under a watermark of its own. */
public final class StreamPhysicalKeyWatermarkIntervalJoin extends StreamPhysicalIntervalJoin
    implements KeyWatermarkRel {

  private final KeyWatermark watermark;

  /** Replaces Flink's node. */
  public StreamPhysicalKeyWatermarkIntervalJoin(
      StreamPhysicalIntervalJoin stock, KeyWatermark watermark) {
    this(stock, stock.getTraitSet(), stock.getLeft(), stock.getRight(), watermark);
  }

  private StreamPhysicalKeyWatermarkIntervalJoin(
      StreamPhysicalIntervalJoin like,
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
        like.originalCondition(),
        like.getCondition(),
        FlinkNodes.bounds(like));
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
    return new StreamPhysicalKeyWatermarkIntervalJoin(this, traits, left, right, watermark);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", watermark);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new StreamExecKeyWatermarkIntervalJoin(
        new IntervalJoinSpec(joinSpec(), FlinkNodes.bounds(this)),
        watermark.spec(),
        TrilinkExecNode.newId(),
        Arrays.asList(InputProperty.DEFAULT, InputProperty.DEFAULT),
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
