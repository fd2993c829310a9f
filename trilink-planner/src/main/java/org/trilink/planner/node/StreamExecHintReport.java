/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.TrilinkExecNode;

/**
 * Hands its input on as it is; whoever submits the statement is told what was refused, and the
 * operator's name says that something was.
 */
public final class StreamExecHintReport extends TrilinkExecNode {

  /** In the text of a refusal, between what was asked for and the reason. */
  public static final String REFUSED = " refused: ";

  private static final String FIELD_NAME_REPORT = "report";

  /** The text that says what was refused and why; null where nothing was refused. */
  @Nullable
  @JsonProperty(FIELD_NAME_REPORT)
  private final String report;

  /**
   * Creates the node, also of a JSON plan.
   *
   * @param report what was refused and why; null for nothing
   */
  @JsonCreator
  public StreamExecHintReport(
      @Nullable @JsonProperty(FIELD_NAME_REPORT) String report,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(id, inputProperties, outputType, description);
    this.report = report;
  }

  @Override
  @SuppressWarnings("unchecked")
  protected Transformation<RowData> translateToPlanInternal(PlannerBase planner) {
    Transformation<RowData> operator =
        (Transformation<RowData>) getInputEdges().get(0).translateToPlan(planner);
    if (report != null) {
      OperatorNames.mark(operator, mark(report));
      HintWarnings.refused(report, planner.getTableConfig());
    }
    return operator;
  }

  /** {@code partition=modulo refused}, without the reason. */
  private static String mark(String report) {
    int end = report.indexOf(REFUSED);
    return end < 0 ? "hint without effect" : report.substring(0, end) + " refused";
  }
}
