/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.List;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.plan.logical.WindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.PunctualWindows;
import org.trilink.planner.flink.TrilinkExecGlobalWindowAggregate;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.node.SubtaskWatermark;

/**
 * Translates a window aggregate over merged rows into the second phase of Flink's own two. A slot's
 * rows come just before the watermark that ends it, so that operator must not miss a window's end.
 */
final class StreamExecMergedWindowAggregate extends TrilinkExecGlobalWindowAggregate {

  /** Creates the node, also of a JSON plan. */
  @JsonCreator
  StreamExecMergedWindowAggregate(
      @JsonProperty(FIELD_NAME_GROUPING) int[] grouping,
      @JsonProperty(FIELD_NAME_AGG_CALLS) AggregateCall[] aggCalls,
      @JsonProperty(FIELD_NAME_WINDOWING) WindowingStrategy windowing,
      @JsonProperty(FIELD_NAME_NAMED_WINDOW_PROPERTIES) WindowProperties windowProperties,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_LOCAL_AGG_INPUT_ROW_TYPE) RowType mergedType,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(
        grouping,
        aggCalls,
        windowing,
        windowProperties,
        id,
        inputProperties,
        mergedType,
        outputType,
        description);
  }

  @Override
  protected Transformation<RowData> changed(Transformation<RowData> stock) {
    PunctualWindows.apply(stock);
    return SubtaskWatermark.keep(stock);
  }
}
