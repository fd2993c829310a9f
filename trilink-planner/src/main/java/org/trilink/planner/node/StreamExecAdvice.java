/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecNode;
import org.apache.flink.table.types.logical.RowType;

/**
 * Hands its input on as it is; whoever submits the statement is told what was refused, and the
 * operator's name says that something was.
 */
public final class StreamExecAdvice extends ExecNodeBase<RowData>
    implements StreamExecNode<RowData> {

  /** In the text of a refusal, between what was asked for and the reason. */
  public static final String REFUSED = " refused: ";

  private static final String FIELD_NAME_ADVICE = "advice";

  /** The text that says what was refused and why; null where nothing was refused. */
  @Nullable
  @JsonProperty(FIELD_NAME_ADVICE)
  private final String advice;

  /**
   * For a physical plan.
   *
   * @param advice what was refused and why; null for nothing
   */
  public StreamExecAdvice(
      @Nullable String advice,
      InputProperty inputProperty,
      RowType outputType,
      String description) {
    this(advice, getNewNodeId(), Collections.singletonList(inputProperty), outputType, description);
  }

  /** For a JSON plan. */
  @JsonCreator
  public StreamExecAdvice(
      @Nullable @JsonProperty(FIELD_NAME_ADVICE) String advice,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(id, inputProperties, outputType, description);
    this.advice = advice;
  }

  @Override
  @SuppressWarnings("unchecked")
  protected Transformation<RowData> translateToPlanInternal(PlannerBase planner) {
    Transformation<RowData> operator =
        (Transformation<RowData>) getInputEdges().get(0).translateToPlan(planner);
    if (advice != null) {
      OperatorNames.mark(operator, mark(advice));
      HintWarnings.refused(advice, planner.getTableConfig());
    }
    return operator;
  }

  /** {@code partition=modulo refused}, without the reason. */
  private static String mark(String advice) {
    int end = advice.indexOf(REFUSED);
    return end < 0 ? "hint without effect" : advice.substring(0, end) + " refused";
  }
}
