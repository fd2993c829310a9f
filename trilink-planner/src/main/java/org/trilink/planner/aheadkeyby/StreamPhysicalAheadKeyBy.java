/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.Collections;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.node.StreamPhysicalPassThrough;

/** Stands above a keyed operator whose rows are read on their keys' subtask. */
public final class StreamPhysicalAheadKeyBy extends StreamPhysicalPassThrough {

  private final AheadKeyBy aheadKeyBy;

  public StreamPhysicalAheadKeyBy(RelNode input, AheadKeyBy aheadKeyBy) {
    super(input);
    this.aheadKeyBy = aheadKeyBy;
  }

  @Override
  protected Object text() {
    return aheadKeyBy;
  }

  @Override
  protected StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalAheadKeyBy(input, aheadKeyBy);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new StreamExecAheadKeyBy(
        aheadKeyBy.spec(),
        TrilinkExecNode.newId(),
        Collections.singletonList(InputProperty.DEFAULT),
        FlinkTypeFactory.toLogicalRowType(getRowType()),
        getRelDetailedDescription());
  }
}
