/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;

/**
 * Marks an operator whose keys are to have a watermark of their own, after this was found safe. A
 * rule replaces both; it is never part of a finished plan.
 */
public final class StreamPhysicalKeyWatermarkRequest extends SingleRel
    implements StreamPhysicalRel {

  private final KeyWatermark watermark;

  public StreamPhysicalKeyWatermarkRequest(RelNode input, KeyWatermark watermark) {
    super(input.getCluster(), input.getTraitSet(), input);
    this.watermark = watermark;
  }

  public KeyWatermark watermark() {
    return watermark;
  }

  @Override
  public boolean requireWatermark() {
    return false;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalKeyWatermarkRequest(inputs.get(0), watermark);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", watermark);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    throw new TableException(
        "No rule took up the request for a key-level watermark above "
            + getInput().getRelTypeName()
            + ". This is a bug, please file an issue.");
  }
}
