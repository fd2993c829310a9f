/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.logical.LogicalWindow;
import org.apache.flink.table.planner.plan.logical.SessionGroupWindow;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.flink.FlinkWindows;
import org.trilink.planner.flink.WindowInJson;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.node.AggregateExecNode;
import org.trilink.planner.node.KeyedTransformation;
import org.trilink.planner.node.MemoryShare;
import org.trilink.planner.node.MergedAggregates;
import org.trilink.runtime.window.KeyWatermarkWindowAggOperator;
import org.trilink.runtime.window.Windowing;

/** Translates a GROUP BY SESSION under key-level watermarks into its operator. */
public final class StreamExecKeyWatermarkSessionAggregate extends AggregateExecNode {

  private static final String FIELD_NAME_WINDOW_PROPERTIES = "windowProperties";

  @JsonProperty(FIELD_NAME_GROUPING)
  private final int[] grouping;

  @JsonProperty(FIELD_NAME_WINDOW)
  @WindowInJson
  private final LogicalWindow window;

  @JsonProperty(FIELD_NAME_WINDOW_PROPERTIES)
  private final WindowProperties windowProperties;

  @JsonProperty(FIELD_NAME_WATERMARK)
  private final KeyWatermarkSpec watermark;

  /** Creates the node, also of a JSON plan. */
  @JsonCreator
  public StreamExecKeyWatermarkSessionAggregate(
      @JsonProperty(FIELD_NAME_GROUPING) int[] grouping,
      @JsonProperty(FIELD_NAME_AGG_CALLS) AggregateCall[] aggCalls,
      @JsonProperty(FIELD_NAME_WINDOW) LogicalWindow window,
      @JsonProperty(FIELD_NAME_WINDOW_PROPERTIES) WindowProperties windowProperties,
      @JsonProperty(FIELD_NAME_WATERMARK) KeyWatermarkSpec watermark,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(aggCalls, id, inputProperties, outputType, description);
    this.grouping = grouping;
    this.window = window;
    this.windowProperties = windowProperties;
    this.watermark = watermark;
  }

  /**
   * Whether the operator can compute these aggregates: sessions are merged, and values in state
   * views cannot be.
   */
  static boolean canAggregate(RowType inputType, List<AggregateCall> calls) {
    AggregateInfoList aggregates = MergedAggregates.infos(inputType, calls, null, true);
    return !MergedAggregates.hasCollections(aggregates)
        && AggregateUtil.doAllSupportPartialMerge(aggregates.aggInfos());
  }

  @Override
  protected Transformation<RowData> translate(
      PlannerBase planner, Transformation<RowData> input, RowType inputType) {
    KeyWatermarkTransformations.holdBackWatermarksOf(input, watermark);
    ZoneId timeZone =
        FlinkWindows.timeZone(
            window.timeAttribute().getOutputDataType().getLogicalType(), planner.getTableConfig());
    AggregateInfoList aggregates =
        MergedAggregates.infos(inputType, Arrays.asList(aggCalls), null, true);

    KeyWatermarkWindowAggOperator operator =
        new KeyWatermarkWindowAggOperator(
            Windowing.sessions(
                generateFunctions(planner, inputType, aggregates, timeZone),
                MergedAggregates.types(aggregates.getAccTypes()),
                AggregateUtil.toDuration(((SessionGroupWindow) window).gap()).toMillis(),
                timeZone),
            watermark.inputTime(0, planner),
            watermark.policy(planner),
            KeyedTransformation.keyLookup(inputType, grouping));
    return MemoryShare.declare(keyed(input, inputType, grouping, operator));
  }

  private GeneratedNamespaceAggsHandleFunction<TimeWindow> generateFunctions(
      PlannerBase planner, RowType inputType, AggregateInfoList aggregates, ZoneId timeZone) {
    return FlinkCode.aggregates(planner, inputType)
        .needAccumulate()
        .needMerge(0, false, null)
        .generateNamespaceAggsHandler(
            "KeyWatermarkSessionAggsHandler",
            aggregates,
            windowProperties.unnamed(),
            TimeWindow.class,
            timeZone);
  }
}
