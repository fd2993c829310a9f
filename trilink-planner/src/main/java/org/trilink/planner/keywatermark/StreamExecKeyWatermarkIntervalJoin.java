/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecEdge;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.spec.IntervalJoinSpec;
import org.apache.flink.table.planner.plan.nodes.exec.spec.JoinSpec;
import org.apache.flink.table.runtime.keyselector.RowDataKeySelector;
import org.apache.flink.table.runtime.operators.join.interval.IntervalJoinFunction;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.runtime.join.IntervalJoinOperator;

/** Translates an interval join under key-level watermarks. */
public final class StreamExecKeyWatermarkIntervalJoin extends TrilinkExecNode {

  private static final String FIELD_NAME_JOIN = "intervalJoin";
  private static final String FIELD_NAME_WATERMARK = "keyWatermark";

  @JsonProperty(FIELD_NAME_JOIN)
  private final IntervalJoinSpec join;

  @JsonProperty(FIELD_NAME_WATERMARK)
  private final KeyWatermarkSpec watermark;

  /** Creates the node, also of a JSON plan. */
  @JsonCreator
  public StreamExecKeyWatermarkIntervalJoin(
      @JsonProperty(FIELD_NAME_JOIN) IntervalJoinSpec join,
      @JsonProperty(FIELD_NAME_WATERMARK) KeyWatermarkSpec watermark,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(id, inputProperties, outputType, description);
    this.join = join;
    this.watermark = watermark;
  }

  @Override
  @SuppressWarnings("unchecked")
  protected Transformation<RowData> translateToPlanInternal(PlannerBase planner) {
    ExecEdge leftEdge = getInputEdges().get(0);
    ExecEdge rightEdge = getInputEdges().get(1);
    Transformation<RowData> left = (Transformation<RowData>) leftEdge.translateToPlan(planner);
    Transformation<RowData> right = (Transformation<RowData>) rightEdge.translateToPlan(planner);
    InternalTypeInfo<RowData> leftType = InternalTypeInfo.of((RowType) leftEdge.getOutputType());
    InternalTypeInfo<RowData> rightType = InternalTypeInfo.of((RowType) rightEdge.getOutputType());
    InternalTypeInfo<RowData> outputType = InternalTypeInfo.of((RowType) getOutputType());

    JoinSpec keysAndCondition = join.getJoinSpec();
    IntervalJoinSpec.WindowBounds bounds = join.getWindowBounds();
    IntervalJoinFunction function =
        new IntervalJoinFunction(
            FlinkCode.joinCondition(
                planner.getTableConfig(),
                keysAndCondition,
                leftType.toRowType(),
                rightType.toRowType()),
            outputType,
            keysAndCondition.getFilterNulls());
    IntervalJoinOperator operator =
        new IntervalJoinOperator(
            keysAndCondition.getJoinType(),
            bounds.getLeftLowerBound(),
            bounds.getLeftUpperBound(),
            leftType,
            rightType,
            function,
            bounds.getLeftTimeIdx(),
            bounds.getRightTimeIdx());

    TwoInputTransformation<RowData, RowData, RowData> transformation =
        new TwoInputTransformation<>(
            left, right, getDescription(), operator, outputType, left.getParallelism());
    RowDataKeySelector leftKeys = FlinkCode.keySelector(keysAndCondition.getLeftKeys(), leftType);
    RowDataKeySelector rightKeys =
        FlinkCode.keySelector(keysAndCondition.getRightKeys(), rightType);
    transformation.setStateKeySelectors(leftKeys, rightKeys);
    transformation.setStateKeyType(leftKeys.getProducedType());
    return KeyWatermarkTransformations.wrap(transformation, watermark, planner);
  }
}
