/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.TrilinkExecNode;

/**
 * Lets the node below it, Flink's or Trilink's, translate itself, then places the keys of its
 * operator.
 */
public final class StreamExecKeyPlacement extends TrilinkExecNode {

  private static final String FIELD_NAME_PLACEMENT = "keyPlacement";

  @JsonProperty(FIELD_NAME_PLACEMENT)
  private final KeyPlacementSpec placement;

  /** Creates the node, also of a JSON plan. */
  @JsonCreator
  public StreamExecKeyPlacement(
      @JsonProperty(FIELD_NAME_PLACEMENT) KeyPlacementSpec placement,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(id, inputProperties, outputType, description);
    this.placement = placement;
  }

  @Override
  protected Transformation<RowData> translateToPlanInternal(PlannerBase planner) {
    Transformation<?> stock = getInputEdges().get(0).translateToPlan(planner);
    return KeyPlacementTransformations.place(placement, stock, planner);
  }
}
