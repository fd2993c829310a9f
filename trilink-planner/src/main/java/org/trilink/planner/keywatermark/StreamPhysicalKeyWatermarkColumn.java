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
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.node.ForwardingRel;

/**
 * Adds the watermarks of its keys, as a last column, to the rows of the operator below, which must
 * be one with key-level watermarks.
 */
final class StreamPhysicalKeyWatermarkColumn extends SingleRel
    implements StreamPhysicalRel, ForwardingRel {

  /**
   * Adds the column.
   *
   * @param wider the columns of the input and one more
   */
  public StreamPhysicalKeyWatermarkColumn(RelNode input, RelDataType wider) {
    super(input.getCluster(), input.getTraitSet(), input);
    this.rowType = wider;
  }

  @Override
  public boolean requireWatermark() {
    return false;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalKeyWatermarkColumn(inputs.get(0), getRowType());
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("select", String.join(", ", getRowType().getFieldNames()));
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new StreamExecKeyWatermarkColumn(
        TrilinkExecNode.newId(),
        Collections.singletonList(InputProperty.DEFAULT),
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
