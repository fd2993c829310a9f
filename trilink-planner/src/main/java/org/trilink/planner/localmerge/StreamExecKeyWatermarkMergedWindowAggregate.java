/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkWindows;
import org.trilink.planner.flink.TypeInJson;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.keywatermark.KeyWatermarkSpec;
import org.trilink.planner.keywatermark.KeyWatermarkTransformations;
import org.trilink.planner.node.AggregateExecNode;
import org.trilink.planner.node.KeyedTransformation;
import org.trilink.planner.node.MemoryShare;
import org.trilink.planner.node.MergedAggregates;
import org.trilink.planner.node.WindowSlices;
import org.trilink.runtime.window.KeyWatermarkWindowAggOperator;
import org.trilink.runtime.window.Windowing;

/** Translates a window aggregate over merged rows, under key-level watermarks. */
final class StreamExecKeyWatermarkMergedWindowAggregate extends AggregateExecNode {

  @JsonProperty(FIELD_NAME_KEYS)
  private final int keys;

  @JsonProperty(FIELD_NAME_WINDOWING)
  private final TimeAttributeWindowingStrategy windowing;

  @JsonProperty(FIELD_NAME_NAMED_WINDOW_PROPERTIES)
  private final WindowProperties windowProperties;

  @JsonProperty(FIELD_NAME_WATERMARK)
  private final KeyWatermarkSpec watermark;

  @JsonProperty(FIELD_NAME_RECORD_TYPE)
  @TypeInJson
  private final RowType recordType;

  /**
   * Creates the node, also of a JSON plan.
   *
   * @param keys how many key columns merged rows start with
   * @param watermark of the records
   * @param recordType of the records that were merged
   */
  @JsonCreator
  public StreamExecKeyWatermarkMergedWindowAggregate(
      @JsonProperty(FIELD_NAME_KEYS) int keys,
      @JsonProperty(FIELD_NAME_AGG_CALLS) AggregateCall[] aggCalls,
      @JsonProperty(FIELD_NAME_WINDOWING) TimeAttributeWindowingStrategy windowing,
      @JsonProperty(FIELD_NAME_NAMED_WINDOW_PROPERTIES) WindowProperties windowProperties,
      @JsonProperty(FIELD_NAME_WATERMARK) KeyWatermarkSpec watermark,
      @JsonProperty(FIELD_NAME_RECORD_TYPE) RowType recordType,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(aggCalls, id, inputProperties, outputType, description);
    this.keys = keys;
    this.windowing = windowing;
    this.windowProperties = windowProperties;
    this.watermark = watermark;
    this.recordType = recordType;
  }

  @Override
  protected Transformation<RowData> translate(
      PlannerBase planner, Transformation<RowData> input, RowType mergedType) {
    KeyWatermarkTransformations.holdBackWatermarksOf(input, watermark);
    ZoneId timeZone =
        FlinkWindows.timeZone(windowing.getTimeAttributeType(), planner.getTableConfig());
    int[] grouping = IntStream.range(0, keys).toArray();
    MergedAggregates aggregates =
        new MergedAggregates(planner, recordType, keys, aggCalls, windowing.getWindow());
    KeyWatermarkSpec ofMerged = watermark.atColumn(aggregates.timeColumn());
    KeyWatermarkWindowAggOperator operator =
        new KeyWatermarkWindowAggOperator(
            Windowing.slices(
                aggregates.handler(windowProperties, windowing.getWindow(), timeZone),
                aggregates.stateTypes(),
                WindowSlices.of(windowing.getWindow()),
                timeZone),
            ofMerged.inputTime(0, planner),
            ofMerged.policy(planner),
            KeyedTransformation.keyLookup(mergedType, grouping));
    operator.setRecordsColumn(aggregates.recordsColumn());

    return MemoryShare.declare(keyed(input, mergedType, grouping, operator));
  }
}
