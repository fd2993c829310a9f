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
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.logical.WindowAttachedWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.spec.PartitionSpec;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowRank;
import org.apache.flink.table.planner.plan.utils.SortUtil;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.runtime.operators.rank.ConstantRankRange;
import org.trilink.planner.flink.TrilinkExecNode;

/**
 * The first rows of each window, a Top-N or a deduplication, every key under a watermark of its
 * own.
 */
public final class StreamPhysicalKeyWatermarkWindowRank extends StreamPhysicalWindowRank
    implements KeyWatermarkRel {

  private final KeyWatermark watermark;

  /** Replaces Flink's node. */
  public StreamPhysicalKeyWatermarkWindowRank(
      StreamPhysicalWindowRank stock, KeyWatermark watermark) {
    this(stock, stock.getTraitSet(), stock.getInput(), watermark);
  }

  private StreamPhysicalKeyWatermarkWindowRank(
      StreamPhysicalWindowRank like, RelTraitSet traits, RelNode input, KeyWatermark watermark) {
    super(
        like.getCluster(),
        traits,
        input,
        like.partitionKey(),
        like.orderKey(),
        like.rankType(),
        like.rankRange(),
        like.rankNumberType(),
        like.outputRankNumber(),
        like.windowing());
    this.watermark = watermark;
  }

  @Override
  public KeyWatermark watermark() {
    return watermark;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalKeyWatermarkWindowRank(this, traits, inputs.get(0), watermark);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", watermark);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    ConstantRankRange ranks = (ConstantRankRange) rankRange();
    return new StreamExecKeyWatermarkWindowRank(
        new PartitionSpec(partitionKey().toArray()),
        SortUtil.getSortSpec(JavaScalaConversionUtil.toScala(orderKey().getFieldCollations())),
        ranks.getRankStart(),
        ranks.getRankEnd(),
        outputRankNumber(),
        (WindowAttachedWindowingStrategy) windowing(),
        watermark.spec(),
        TrilinkExecNode.newId(),
        Collections.singletonList(InputProperty.DEFAULT),
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
