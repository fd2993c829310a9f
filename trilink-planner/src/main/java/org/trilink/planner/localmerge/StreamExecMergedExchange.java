/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.List;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.runtime.partitioner.GlobalPartitioner;
import org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty.HashDistribution;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty.RequiredDistribution;
import org.apache.flink.table.planner.plan.nodes.exec.SingleTransformationTranslator;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.runtime.merge.MergedRowTypeInfo;

/** Flink's exchange for merged rows, which have a serializer of their own. */
final class StreamExecMergedExchange extends TrilinkExecNode
    implements SingleTransformationTranslator<RowData> {

  /** Creates the node, also of a JSON plan. */
  @JsonCreator
  public StreamExecMergedExchange(
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(id, inputProperties, outputType, description);
  }

  @Override
  @SuppressWarnings("unchecked")
  protected Transformation<RowData> translateToPlanInternal(PlannerBase planner) {
    Transformation<RowData> input =
        (Transformation<RowData>) getInputEdges().get(0).translateToPlan(planner);
    RowType rowType = (RowType) getOutputType();
    RequiredDistribution distribution = getInputProperties().get(0).getRequiredDistribution();
    boolean isKeyed = distribution instanceof HashDistribution;
    PartitionTransformation<RowData> exchange =
        new PartitionTransformation<>(
            input,
            isKeyed
                ? new KeyGroupStreamPartitioner<>(
                    FlinkCode.keySelector(
                        ((HashDistribution) distribution).getKeys(), InternalTypeInfo.of(rowType)),
                    KeyGroupRangeAssignment.DEFAULT_LOWER_BOUND_MAX_PARALLELISM)
                : new GlobalPartitioner<>());
    exchange.setParallelism(isKeyed ? ExecutionConfig.PARALLELISM_DEFAULT : 1);
    exchange.setOutputType(new MergedRowTypeInfo(rowType));
    return exchange;
  }
}
