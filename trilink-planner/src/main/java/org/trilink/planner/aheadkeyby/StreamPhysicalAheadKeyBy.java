/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
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
    return translate(
        (id, inputs, type, text) ->
            new StreamExecAheadKeyBy(aheadKeyBy.spec(), id, inputs, type, text));
  }
}
