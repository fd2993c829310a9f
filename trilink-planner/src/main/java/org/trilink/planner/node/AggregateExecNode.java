/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import java.util.List;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecEdge;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.SingleTransformationTranslator;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.TrilinkExecNode;

/** A node of the execution plan that aggregates rows, or merges them. */
public abstract class AggregateExecNode extends TrilinkExecNode
    implements SingleTransformationTranslator<RowData> {

  // properties that several have in a JSON plan
  protected static final String FIELD_NAME_GROUPING = "grouping";
  protected static final String FIELD_NAME_KEYS = "keys";
  protected static final String FIELD_NAME_AGG_CALLS = "aggCalls";
  protected static final String FIELD_NAME_WINDOW = "window";
  protected static final String FIELD_NAME_WINDOWING = "windowing";
  protected static final String FIELD_NAME_NAMED_WINDOW_PROPERTIES = "namedWindowProperties";
  protected static final String FIELD_NAME_WATERMARK = "keyWatermark";
  protected static final String FIELD_NAME_RECORD_TYPE = "recordType";

  /** Over columns of the input or, if that is of merged rows, of the records. */
  @JsonProperty(FIELD_NAME_AGG_CALLS)
  protected final AggregateCall[] aggCalls;

  /** Creates the node; the other parameters as of {@link TrilinkExecNode}. */
  protected AggregateExecNode(
      AggregateCall[] aggCalls,
      int id,
      List<InputProperty> inputProperties,
      RowType outputType,
      String description) {
    super(id, inputProperties, outputType, description);
    this.aggCalls = aggCalls;
  }

  /**
   * Translates the node.
   *
   * @param inputType of the rows that come, be they records or merged
   */
  protected abstract Transformation<RowData> translate(
      PlannerBase planner, Transformation<RowData> input, RowType inputType);

  @Override
  @SuppressWarnings("unchecked") // as the node below says
  protected final Transformation<RowData> translateToPlanInternal(PlannerBase planner) {
    ExecEdge edge = getInputEdges().get(0);
    return translate(
        planner,
        (Transformation<RowData>) edge.translateToPlan(planner),
        (RowType) edge.getOutputType());
  }

  /** The node's operator, behind the exchange that brings it its keys' rows. */
  protected final OneInputTransformation<RowData, RowData> keyed(
      Transformation<RowData> input,
      RowType inputType,
      int[] keys,
      OneInputStreamOperator<RowData, RowData> operator) {
    return KeyedTransformation.of(
        input, inputType, keys, operator, getDescription(), (RowType) getOutputType());
  }
}
