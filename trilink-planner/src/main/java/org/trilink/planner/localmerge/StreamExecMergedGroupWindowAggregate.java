/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.logical.LogicalWindow;
import org.apache.flink.table.planner.plan.logical.SlidingGroupWindow;
import org.apache.flink.table.planner.plan.logical.TumblingGroupWindow;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.flink.FlinkWindows;
import org.trilink.planner.flink.TypeInJson;
import org.trilink.planner.flink.WindowInJson;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.keywatermark.KeyWatermarkSpec;
import org.trilink.planner.keywatermark.KeyWatermarkTransformations;
import org.trilink.planner.node.AggregateExecNode;
import org.trilink.planner.node.MergedAggregates;
import org.trilink.planner.node.SubtaskWatermark;

/**
 * Translates a GROUP BY TUMBLE or HOP over merged rows into Flink's operator, for the time of the
 * subtask or, wrapped, for that of its keys.
 */
final class StreamExecMergedGroupWindowAggregate extends AggregateExecNode {

  @JsonProperty(FIELD_NAME_KEYS)
  private final int keys;

  @JsonProperty(FIELD_NAME_WINDOW)
  @WindowInJson
  private final LogicalWindow window;

  @JsonProperty(FIELD_NAME_NAMED_WINDOW_PROPERTIES)
  private final WindowProperties windowProperties;

  @Nullable
  @JsonProperty(FIELD_NAME_WATERMARK)
  private final KeyWatermarkSpec watermark;

  @JsonProperty(FIELD_NAME_RECORD_TYPE)
  @TypeInJson
  private final RowType recordType;

  /**
   * Creates the node, also of a JSON plan.
   *
   * @param keys how many key columns merged rows start with
   * @param window on a rowtime
   * @param watermark of the records; null to work by the subtask's
   * @param recordType of the records that were merged
   */
  @JsonCreator
  public StreamExecMergedGroupWindowAggregate(
      @JsonProperty(FIELD_NAME_KEYS) int keys,
      @JsonProperty(FIELD_NAME_AGG_CALLS) AggregateCall[] aggCalls,
      @JsonProperty(FIELD_NAME_WINDOW) LogicalWindow window,
      @JsonProperty(FIELD_NAME_NAMED_WINDOW_PROPERTIES) WindowProperties windowProperties,
      @Nullable @JsonProperty(FIELD_NAME_WATERMARK) KeyWatermarkSpec watermark,
      @JsonProperty(FIELD_NAME_RECORD_TYPE) RowType recordType,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(aggCalls, id, inputProperties, outputType, description);
    this.keys = keys;
    this.window = window;
    this.windowProperties = windowProperties;
    this.watermark = watermark;
    this.recordType = recordType;
  }

  @Override
  protected Transformation<RowData> translate(
      PlannerBase planner, Transformation<RowData> input, RowType mergedType) {
    MergedAggregates aggregates = new MergedAggregates(planner, recordType, keys, aggCalls, null);
    OneInputTransformation<RowData, RowData> transformation =
        keyed(
            input,
            mergedType,
            IntStream.range(0, keys).toArray(),
            operator(planner, aggregates, mergedType));
    return watermark == null
        ? SubtaskWatermark.keep(transformation)
        : KeyWatermarkTransformations.wrap(
            transformation, watermark.atColumn(aggregates.timeColumn()), planner);
  }

  @SuppressWarnings("unchecked") // Flink's builder names no types
  private OneInputStreamOperator<RowData, RowData> operator(
      PlannerBase planner, MergedAggregates aggregates, RowType mergedType) {
    ZoneId timeZone =
        FlinkWindows.timeZone(
            window.timeAttribute().getOutputDataType().getLogicalType(), planner.getTableConfig());
    LogicalType[] values = aggregates.valueTypes();
    LogicalType[] properties = windowProperties.types();
    LogicalType[] results =
        Stream.concat(Arrays.stream(values), Arrays.stream(properties)).toArray(LogicalType[]::new);
    return FlinkWindows.operator(size(), slide())
        .withInputFields(mergedType.getChildren().toArray(new LogicalType[0]))
        .withShiftTimezone(timeZone)
        .withInputCountIndex(aggregates.inState().getIndexOfCountStar())
        .withEventTime(aggregates.timeColumn())
        .aggregate(
            aggregates.handler(windowProperties, slide() != null, timeZone),
            FlinkCode.equaliser("MergedWindowEqualiser", results),
            aggregates.stateTypes(),
            values,
            properties)
        .build();
  }

  private Duration size() {
    return AggregateUtil.toDuration(
        window instanceof SlidingGroupWindow
            ? ((SlidingGroupWindow) window).size()
            : ((TumblingGroupWindow) window).size());
  }

  /** From a window to the next; null if that is the size of a window. */
  @Nullable
  private Duration slide() {
    return window instanceof SlidingGroupWindow
        ? AggregateUtil.toDuration(((SlidingGroupWindow) window).slide())
        : null;
  }
}
