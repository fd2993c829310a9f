/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.runtime.generated.GeneratedAggsHandleFunction;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.emit.EmitSpec;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.flink.FlinkSettings;
import org.trilink.planner.keywatermark.KeyWatermarkSpec;
import org.trilink.planner.node.AggregateExecNode;
import org.trilink.planner.node.KeyedTransformation;
import org.trilink.planner.node.MemoryShare;
import org.trilink.planner.node.MergedAggregates;
import org.trilink.planner.node.WindowSlices;
import org.trilink.runtime.merge.LocalMergeOperator;
import org.trilink.runtime.merge.MergedRowTypeInfo;
import org.trilink.runtime.merge.SlotAggregates;
import org.trilink.runtime.merge.SlotTimes;
import org.trilink.runtime.merge.TimeSlots;
import org.trilink.runtime.watermark.InputTime;
import org.trilink.runtime.window.Slices;

/** Translates a merge before an exchange into its operator. */
public final class StreamExecLocalMerge extends AggregateExecNode {

  private static final String FIELD_NAME_SLOTS = "slots";
  private static final String FIELD_NAME_EMIT = "emit";

  /** As Flink's local window aggregate does. */
  @JsonProperty(FIELD_NAME_GROUPING)
  private final int[] grouping;

  @Nullable
  @JsonProperty(FIELD_NAME_WINDOWING)
  private final TimeAttributeWindowingStrategy windowing;

  @Nullable
  @JsonProperty(FIELD_NAME_SLOTS)
  private final SlotSpec slots;

  @Nullable
  @JsonProperty(FIELD_NAME_WATERMARK)
  private final KeyWatermarkSpec watermark;

  @JsonProperty(FIELD_NAME_EMIT)
  private final EmitSpec emit;

  /**
   * Creates the node, also of a JSON plan.
   *
   * @param windowing of a window table-valued function, else null
   * @param slots null if records of all times are merged
   * @param watermark of the keys behind the exchange; null for the subtask's
   */
  @JsonCreator
  public StreamExecLocalMerge(
      @JsonProperty(FIELD_NAME_GROUPING) int[] grouping,
      @JsonProperty(FIELD_NAME_AGG_CALLS) AggregateCall[] aggCalls,
      @Nullable @JsonProperty(FIELD_NAME_WINDOWING) TimeAttributeWindowingStrategy windowing,
      @Nullable @JsonProperty(FIELD_NAME_SLOTS) SlotSpec slots,
      @Nullable @JsonProperty(FIELD_NAME_WATERMARK) KeyWatermarkSpec watermark,
      @JsonProperty(FIELD_NAME_EMIT) EmitSpec emit,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(aggCalls, id, inputProperties, outputType, description);
    this.grouping = grouping;
    this.windowing = windowing;
    this.slots = slots;
    this.watermark = watermark;
    this.emit = emit;
  }

  @Override
  protected Transformation<RowData> translate(
      PlannerBase planner, Transformation<RowData> input, RowType inputType) {
    LocalMergeOperator operator =
        new LocalMergeOperator(
            FlinkCode.keySelector(grouping, InternalTypeInfo.of(inputType)),
            KeyedTransformation.keyLookup(inputType, grouping),
            aggregates(planner, inputType),
            times(planner),
            emit.triggers(planner.getTableConfig(), inputType));
    return MemoryShare.declare(
        new OneInputTransformation<>(
            input,
            getDescription(),
            SimpleOperatorFactory.of(operator),
            new MergedRowTypeInfo((RowType) getOutputType()),
            input.getParallelism()));
  }

  private SlotAggregates aggregates(PlannerBase planner, RowType inputType) {
    AggregateInfoList infos =
        MergedAggregates.infos(
            inputType,
            Arrays.asList(aggCalls),
            windowing == null ? null : windowing.getWindow(),
            false);
    GeneratedAggsHandleFunction handler =
        FlinkCode.aggregates(planner, inputType)
            .needAccumulate()
            .generateAggsHandler("LocalMergeAggsHandler", infos);
    return new SlotAggregates(
        handler,
        infos.getAccTypes().length,
        MergedAggregates.areExpressions(infos),
        AccumulatorGrowth.of(infos, inputType));
  }

  @Nullable
  private SlotTimes times(PlannerBase planner) {
    if (slots == null) {
      return null;
    }
    TimeSlots timeSlots = slots.slots(FlinkSettings.timeZone(planner.getTableConfig()));
    return watermark == null
        ? SlotTimes.bySubtask(
            timeSlots, InputTime.rowtime(slots.timeColumn(), 0), windowing == null)
        : SlotTimes.byKey(
            timeSlots, watermark.inputTime(0, planner), watermark.policy(), windows());
  }

  /**
   * The windows that contain the slices; null before windows whose late rows Flink's operator
   * counts itself, those of GROUP BY.
   */
  @Nullable
  private Slices windows() {
    return windowing == null ? null : WindowSlices.of(windowing.getWindow());
  }
}
