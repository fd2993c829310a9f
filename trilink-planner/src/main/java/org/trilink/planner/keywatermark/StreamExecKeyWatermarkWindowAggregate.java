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
import org.apache.flink.table.planner.codegen.agg.AggsHandlerCodeGenerator;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.runtime.generated.GeneratedNamespaceAggsHandleFunction;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkAggregates;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.flink.FlinkWindows;
import org.trilink.planner.flink.SliceHandlers;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.node.AggregateExecNode;
import org.trilink.planner.node.KeyedTransformation;
import org.trilink.planner.node.MemoryShare;
import org.trilink.planner.node.MergedAggregates;
import org.trilink.planner.node.WindowSlices;
import org.trilink.runtime.window.KeyWatermarkWindowAggOperator;
import org.trilink.runtime.window.Slices;
import org.trilink.runtime.window.Windowing;

/** Translates a window aggregate under key-level watermarks into its operator. */
public final class StreamExecKeyWatermarkWindowAggregate extends AggregateExecNode {

  private static final String FIELD_NAME_OLDEST_FIRST = "oldestSlicesFirst";

  @JsonProperty(FIELD_NAME_GROUPING)
  private final int[] grouping;

  @JsonProperty(FIELD_NAME_WINDOWING)
  private final TimeAttributeWindowingStrategy windowing;

  @JsonProperty(FIELD_NAME_NAMED_WINDOW_PROPERTIES)
  private final WindowProperties windowProperties;

  @JsonProperty(FIELD_NAME_WATERMARK)
  private final KeyWatermarkSpec watermark;

  @JsonProperty(FIELD_NAME_OLDEST_FIRST)
  private final boolean oldestSlicesFirst;

  /**
   * Creates the node, also of a JSON plan.
   *
   * @param oldestSlicesFirst whether a window's slices are merged in the order of time, as in GROUP
   *     BY HOP, and not from the newest to the oldest, as of window functions
   */
  @JsonCreator
  public StreamExecKeyWatermarkWindowAggregate(
      @JsonProperty(FIELD_NAME_GROUPING) int[] grouping,
      @JsonProperty(FIELD_NAME_AGG_CALLS) AggregateCall[] aggCalls,
      @JsonProperty(FIELD_NAME_WINDOWING) TimeAttributeWindowingStrategy windowing,
      @JsonProperty(FIELD_NAME_NAMED_WINDOW_PROPERTIES) WindowProperties windowProperties,
      @JsonProperty(FIELD_NAME_WATERMARK) KeyWatermarkSpec watermark,
      @JsonProperty(FIELD_NAME_OLDEST_FIRST) boolean oldestSlicesFirst,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(aggCalls, id, inputProperties, outputType, description);
    this.grouping = grouping;
    this.windowing = windowing;
    this.windowProperties = windowProperties;
    this.watermark = watermark;
    this.oldestSlicesFirst = oldestSlicesFirst;
  }

  @Override
  protected Transformation<RowData> translate(
      PlannerBase planner, Transformation<RowData> input, RowType inputType) {
    KeyWatermarkTransformations.holdBackWatermarksOf(input, watermark);
    ZoneId timeZone =
        FlinkWindows.timeZone(windowing.getTimeAttributeType(), planner.getTableConfig());
    Slices slices = WindowSlices.of(windowing.getWindow());
    AggregateInfoList aggregates =
        FlinkAggregates.infos(
            inputType,
            Arrays.asList(aggCalls),
            windowing.getWindow(),
            true); // DISTINCT keeps its values in state, not in the accumulator

    KeyWatermarkWindowAggOperator operator =
        new KeyWatermarkWindowAggOperator(
            Windowing.slices(
                generateAggregator(planner, inputType, aggregates, slices.areShared(), timeZone),
                MergedAggregates.types(aggregates.getAccTypes()),
                oldestSlicesFirst ? slices.oldestFirst() : slices,
                timeZone),
            watermark.inputTime(0, planner),
            watermark.policy(planner),
            KeyedTransformation.keyLookup(inputType, grouping));
    operator.setOwnAggregators(MergedAggregates.areExpressions(aggregates));

    return MemoryShare.declare(keyed(input, inputType, grouping, operator));
  }

  private GeneratedNamespaceAggsHandleFunction<Long> generateAggregator(
      PlannerBase planner,
      RowType inputType,
      AggregateInfoList aggregates,
      boolean merges,
      ZoneId timeZone) {
    AggsHandlerCodeGenerator generator = FlinkCode.aggregates(planner, inputType).needAccumulate();
    if (merges) {
      generator.needMerge(0, false, null);
    }
    return SliceHandlers.generate(
        generator,
        "KeyWatermarkWindowAggsHandler",
        aggregates,
        windowProperties.unnamed(),
        windowing.getWindow(),
        timeZone);
  }
}
