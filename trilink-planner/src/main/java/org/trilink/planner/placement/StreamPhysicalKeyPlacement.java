/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.trilink.planner.node.StreamPhysicalPassThrough;

/** Stands above a keyed operator whose keys are placed on subtasks by a given strategy. */
public final class StreamPhysicalKeyPlacement extends StreamPhysicalPassThrough {

  private final KeyPlacement placement;

  public StreamPhysicalKeyPlacement(RelNode input, KeyPlacement placement) {
    super(input);
    this.placement = placement;
  }

  KeyPlacement placement() {
    return placement;
  }

  private boolean movesKeys() {
    return placement.spec().movesKeys();
  }

  @Override
  protected Object text() {
    return placement;
  }

  @Override
  @Nullable
  public String scatteredBy() {
    return movesKeys() ? "partition=auto, or a monitor of keys below," : null;
  }

  @Override
  protected StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalKeyPlacement(input, placement);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    placement.requireFinal();
    return translate(
        (id, inputs, type, text) ->
            new StreamExecKeyPlacement(placement.spec(), id, inputs, type, text));
  }
}
