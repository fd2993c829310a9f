/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

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
 * Lets the node below it, Flink's or Trilink's, translate itself, then places its keys where their
 * partitions are read.
 */
final class StreamExecAheadKeyBy extends TrilinkExecNode {

  private static final String FIELD_NAME_AHEAD_KEYBY = "aheadKeyBy";

  @JsonProperty(FIELD_NAME_AHEAD_KEYBY)
  private final AheadKeyBySpec spec;

  /** Creates the node, also of a JSON plan. */
  @JsonCreator
  public StreamExecAheadKeyBy(
      @JsonProperty(FIELD_NAME_AHEAD_KEYBY) AheadKeyBySpec spec,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(id, inputProperties, outputType, description);
    this.spec = spec;
  }

  @Override
  protected Transformation<RowData> translateToPlanInternal(PlannerBase planner) {
    return AheadKeyByTransformations.place(spec, getInputEdges().get(0).translateToPlan(planner));
  }
}
