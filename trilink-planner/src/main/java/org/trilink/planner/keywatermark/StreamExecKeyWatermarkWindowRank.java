/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.time.ZoneId;
import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonCreator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.annotation.JsonProperty;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.logical.WindowAttachedWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.ExecEdge;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.spec.PartitionSpec;
import org.apache.flink.table.planner.plan.nodes.exec.spec.SortSpec;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkCode;
import org.trilink.planner.flink.FlinkWindows;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.node.KeyedTransformation;
import org.trilink.runtime.window.SortPrefix;
import org.trilink.runtime.window.WindowTopNOperator;

/** Translates a window Top-N, or a window deduplication, under key-level watermarks. */
public final class StreamExecKeyWatermarkWindowRank extends TrilinkExecNode {

  private static final String FIELD_NAME_PARTITION = "partition";
  private static final String FIELD_NAME_SORT = "sort";
  private static final String FIELD_NAME_RANK_START = "rankStart";
  private static final String FIELD_NAME_RANK_END = "rankEnd";
  private static final String FIELD_NAME_OUTPUT_RANK_NUMBER = "outputRankNumber";
  private static final String FIELD_NAME_WINDOWING = "windowing";
  private static final String FIELD_NAME_WATERMARK = "keyWatermark";

  @JsonProperty(FIELD_NAME_PARTITION)
  private final PartitionSpec partition;

  @JsonProperty(FIELD_NAME_SORT)
  private final SortSpec sort;

  @JsonProperty(FIELD_NAME_RANK_START)
  private final long rankStart;

  @JsonProperty(FIELD_NAME_RANK_END)
  private final long rankEnd;

  @JsonProperty(FIELD_NAME_OUTPUT_RANK_NUMBER)
  private final boolean outputRankNumber;

  @JsonProperty(FIELD_NAME_WINDOWING)
  private final WindowAttachedWindowingStrategy windowing;

  @JsonProperty(FIELD_NAME_WATERMARK)
  private final KeyWatermarkSpec watermark;

  /** Creates the node, also of a JSON plan. */
  @JsonCreator
  public StreamExecKeyWatermarkWindowRank(
      @JsonProperty(FIELD_NAME_PARTITION) PartitionSpec partition,
      @JsonProperty(FIELD_NAME_SORT) SortSpec sort,
      @JsonProperty(FIELD_NAME_RANK_START) long rankStart,
      @JsonProperty(FIELD_NAME_RANK_END) long rankEnd,
      @JsonProperty(FIELD_NAME_OUTPUT_RANK_NUMBER) boolean outputRankNumber,
      @JsonProperty(FIELD_NAME_WINDOWING) WindowAttachedWindowingStrategy windowing,
      @JsonProperty(FIELD_NAME_WATERMARK) KeyWatermarkSpec watermark,
      @JsonProperty(FIELD_NAME_ID) int id,
      @JsonProperty(FIELD_NAME_INPUT_PROPERTIES) List<InputProperty> inputProperties,
      @JsonProperty(FIELD_NAME_OUTPUT_TYPE) RowType outputType,
      @JsonProperty(FIELD_NAME_DESCRIPTION) String description) {
    super(id, inputProperties, outputType, description);
    this.partition = partition;
    this.sort = sort;
    this.rankStart = rankStart;
    this.rankEnd = rankEnd;
    this.outputRankNumber = outputRankNumber;
    this.windowing = windowing;
    this.watermark = watermark;
  }

  @Override
  @SuppressWarnings("unchecked")
  protected Transformation<RowData> translateToPlanInternal(PlannerBase planner) {
    ExecEdge edge = getInputEdges().get(0);
    Transformation<RowData> input = (Transformation<RowData>) edge.translateToPlan(planner);
    RowType inputType = (RowType) edge.getOutputType();

    ZoneId timeZone =
        FlinkWindows.timeZone(windowing.getTimeAttributeType(), planner.getTableConfig());
    WindowTopNOperator operator =
        new WindowTopNOperator(
            new RowDataSerializer(inputType),
            FlinkCode.comparator(
                planner.getTableConfig(), "KeyWatermarkWindowRankComparator", inputType, sort),
            sortPrefix(inputType),
            rankStart,
            rankEnd,
            outputRankNumber,
            windowing.getWindowEnd(),
            timeZone);

    return KeyWatermarkTransformations.wrap(
        KeyedTransformation.of(
            input,
            inputType,
            partition.getFieldIndices(),
            operator,
            getDescription(),
            (RowType) getOutputType()),
        watermark,
        planner);
  }

  private SortPrefix sortPrefix(RowType inputType) {
    SortSpec.SortFieldSpec first = sort.getFieldSpec(0);
    return new SortPrefix(
        first.getFieldIndex(),
        inputType.getTypeAt(first.getFieldIndex()),
        first.getIsAscendingOrder(),
        first.getNullIsLast());
  }
}
