/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.node.LikeTransformation;
import org.trilink.runtime.watermark.KeyWatermarkColumnFactory;

/** Lets the operator below append its keys' watermarks to the rows that it hands on. */
final class StreamExecKeyWatermarkColumn extends TrilinkExecNode {

  /** Creates the node, also of a JSON plan. */
  @JsonCreator
  public StreamExecKeyWatermarkColumn(
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(id, inputProperties, outputType, description);
  }

  @Override
  @SuppressWarnings("unchecked") // as the node below says
  protected Transformation<RowData> translateToPlanInternal(PlannerBase planner) {
    Transformation<?> keyed = getInputEdges().get(0).translateToPlan(planner);
    InternalTypeInfo<RowData> type = InternalTypeInfo.of((RowType) getOutputType());
    return keyed instanceof TwoInputTransformation
        ? withColumn((TwoInputTransformation<RowData, RowData, RowData>) keyed, type)
        : withColumn((OneInputTransformation<RowData, RowData>) keyed, type);
  }

  @SuppressWarnings("unchecked") // as the transformation says
  private static Transformation<RowData> withColumn(
      OneInputTransformation<RowData, RowData> keyed, InternalTypeInfo<RowData> type) {
    OneInputTransformation<RowData, RowData> wider =
        new OneInputTransformation<>(
            (Transformation<RowData>) keyed.getInputs().get(0),
            keyed.getName(),
            new KeyWatermarkColumnFactory(keyed.getOperatorFactory()),
            type,
            keyed.getParallelism());
    wider.setStateKeySelector(keyed.getStateKeySelector());
    wider.setStateKeyType(keyed.getStateKeyType());
    return LikeTransformation.like(keyed, wider);
  }

  private static Transformation<RowData> withColumn(
      TwoInputTransformation<RowData, RowData, RowData> keyed, InternalTypeInfo<RowData> type) {
    TwoInputTransformation<RowData, RowData, RowData> wider =
        new TwoInputTransformation<>(
            keyed.getInput1(),
            keyed.getInput2(),
            keyed.getName(),
            new KeyWatermarkColumnFactory(keyed.getOperatorFactory()),
            type,
            keyed.getParallelism());
    wider.setStateKeySelectors(keyed.getStateKeySelector1(), keyed.getStateKeySelector2());
    wider.setStateKeyType(keyed.getStateKeyType());
    return LikeTransformation.like(keyed, wider);
  }
}
