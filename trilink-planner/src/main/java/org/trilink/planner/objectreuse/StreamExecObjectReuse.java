/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.objectreuse;

import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.node.UncopiedRows;

/** Hands the rows of the operator below to the one above without copying them. */
final class StreamExecObjectReuse extends TrilinkExecNode {

  /** Creates the node, also of a JSON plan. */
  @JsonCreator
  public StreamExecObjectReuse(
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(id, inputProperties, outputType, description);
  }

  @Override
  @SuppressWarnings("unchecked")
  protected Transformation<RowData> translateToPlanInternal(PlannerBase planner) {
    return UncopiedRows.of(
        (Transformation<RowData>) getInputEdges().get(0).translateToPlan(planner),
        (RowType) getOutputType());
  }
}
