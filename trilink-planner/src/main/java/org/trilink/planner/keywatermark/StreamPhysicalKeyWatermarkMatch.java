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
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMatch;
import org.trilink.planner.flink.FlinkNodes;

/** A MATCH_RECOGNIZE, every key under a watermark of its own. */
public final class StreamPhysicalKeyWatermarkMatch extends StreamPhysicalMatch
    implements KeyWatermarkRel {

  private final KeyWatermark watermark;

  /** Replaces Flink's node. */
  public StreamPhysicalKeyWatermarkMatch(StreamPhysicalMatch stock, KeyWatermark watermark) {
    this(stock, stock.getTraitSet(), stock.getInput(), watermark);
  }

  private StreamPhysicalKeyWatermarkMatch(
      StreamPhysicalMatch like, RelTraitSet traits, RelNode input, KeyWatermark watermark) {
    super(like.getCluster(), traits, input, FlinkNodes.clauses(like), like.getRowType());
    this.watermark = watermark;
  }

  @Override
  public KeyWatermark watermark() {
    return watermark;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalKeyWatermarkMatch(this, traits, inputs.get(0), watermark);
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
