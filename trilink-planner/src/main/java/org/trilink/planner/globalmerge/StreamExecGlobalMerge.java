/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import javax.annotation.Nullable;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.codegen.agg.AggsHandlerCodeGenerator;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkAggregates;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.flink.FlinkWindows;
import org.trilink.planner.flink.SliceHandlers;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.kafka.KafkaScan;
import org.trilink.planner.keywatermark.KeyWatermarkSpec;
import org.trilink.planner.node.AggregateExecNode;
import org.trilink.planner.node.MergedAggregates;
import org.trilink.planner.node.WindowSlices;
import org.trilink.runtime.merge.GlobalMergeOperatorFactory;
import org.trilink.runtime.merge.GlobalMergeSettings;
import org.trilink.runtime.merge.GroupMergeAggregation;
import org.trilink.runtime.merge.MergeAggregation;
import org.trilink.runtime.merge.MergeWindows;
import org.trilink.runtime.merge.WindowMergeAggregation;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.watermark.KeyWatermarkPolicy;

/** Translates an aggregate that is merged in a store into its operator. */
public final class StreamExecGlobalMerge extends AggregateExecNode {

  private static final String FIELD_NAME_MERGE = "globalMerge";

  @JsonProperty(FIELD_NAME_GROUPING)
  private final int[] grouping;

  /** The windows of the aggregate; null for an unbounded GROUP BY. */
  @Nullable
  @JsonProperty(FIELD_NAME_WINDOWING)
  private final TimeAttributeWindowingStrategy windowing;

  @JsonProperty(FIELD_NAME_NAMED_WINDOW_PROPERTIES)
  private final WindowProperties windowProperties;

  @JsonProperty(FIELD_NAME_MERGE)
  private final GlobalMergeSpec merge;

  /** The watermark of the keys; null if the watermark is the subtask's. */
  @Nullable
  @JsonProperty(FIELD_NAME_WATERMARK)
  private final KeyWatermarkSpec watermark;

  /**
   * Creates the node, also of a JSON plan.
   *
   * @param windowing null for an unbounded GROUP BY
   * @param watermark null if it is the subtask's
   */
  @JsonCreator
  public StreamExecGlobalMerge(
      @JsonProperty(FIELD_NAME_GROUPING) int[] grouping,
      @JsonProperty(FIELD_NAME_AGG_CALLS) AggregateCall[] aggCalls,
      @Nullable @JsonProperty(FIELD_NAME_WINDOWING) TimeAttributeWindowingStrategy windowing,
      @JsonProperty(FIELD_NAME_NAMED_WINDOW_PROPERTIES) WindowProperties windowProperties,
      @JsonProperty(FIELD_NAME_MERGE) GlobalMergeSpec merge,
      @Nullable @JsonProperty(FIELD_NAME_WATERMARK) KeyWatermarkSpec watermark,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(aggCalls, id, inputProperties, outputType, description);
    this.grouping = grouping;
    this.windowing = windowing;
    this.windowProperties = windowProperties;
    this.merge = merge;
    this.watermark = watermark;
  }

  @Override
  protected Transformation<RowData> translate(
      PlannerBase planner, Transformation<RowData> input, RowType inputType) {
    KafkaScan.holdBackWatermarksBelow(input);
    AggregateInfoList aggregates = FlinkAggregates.infos(inputType, Arrays.asList(aggCalls), false);
    ZoneId zone =
        windowing == null
            ? null
            : FlinkWindows.timeZone(windowing.getTimeAttributeType(), planner.getTableConfig());

    GlobalMergeSettings settings =
        new GlobalMergeSettings(
            UUID.randomUUID().toString().replace("-", ""),
            merge.address(),
            merge.triggers(planner.getTableConfig(), inputType),
            FlinkCode.keySelector(grouping, InternalTypeInfo.of(inputType)),
            aggregation(planner, inputType, aggregates, zone),
            RowType.of(MergedAggregates.types(aggregates.getAccTypes())),
            windowing == null
                ? null
                : new MergeWindows(
                    WindowSlices.of(windowing.getWindow()),
                    InputTime.rowtime(windowing.getTimeAttributeIndex(), 0),
                    zone,
                    watermark == null ? KeyWatermarkPolicy.ofMaxSkew(0) : watermark.policy()));
    return new OneInputTransformation<>(
        input,
        getDescription(),
        new GlobalMergeOperatorFactory(settings),
        InternalTypeInfo.of((RowType) getOutputType()),
        input.getParallelism());
  }

  private MergeAggregation aggregation(
      PlannerBase planner, RowType inputType, AggregateInfoList aggregates, @Nullable ZoneId zone) {
    AggsHandlerCodeGenerator generator =
        FlinkCode.aggregates(planner, inputType).needAccumulate().needMerge(0, true, null);
    if (windowing == null) {
      return new GroupMergeAggregation(
          generator.generateAggsHandler("GlobalMergeAggsHandler", aggregates));
    }
    return new WindowMergeAggregation(
        SliceHandlers.generate(
            generator,
            "GlobalMergeWindowAggsHandler",
            aggregates,
            windowProperties.unnamed(),
            windowing.getWindow(),
            zone));
  }
}
