/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;
import org.apache.flink.table.planner.plan.utils.RelExplainUtil;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.node.MergedAggregates;
import org.trilink.planner.node.MergingRel;
import org.trilink.planner.node.StreamPhysicalPassThrough;
import scala.Option;

/**
 * Merges records of a key and a span of time, below an exchange.
 *
 * <p>In the physical plan it has the columns of its input, as if all rows passed: to Flink's
 * metadata, merged rows stand for the records that they are made of, and the aggregate above is
 * what it was. The columns that merged rows really have are those of the execution plan.
 */
public final class StreamPhysicalLocalMerge extends StreamPhysicalPassThrough
    implements MergingRel {

  private final LocalMerge merge;

  public StreamPhysicalLocalMerge(RelNode input, LocalMerge merge) {
    super(input);
    this.merge = merge;
  }

  /** The aggregate calls on the records, whose accumulators the merged rows have. */
  public List<AggregateCall> aggCalls() {
    return merge.aggCalls();
  }

  @Override
  @Nullable
  public RexNode emitCondition() {
    return merge.emit().when();
  }

  /**
   * Key columns, accumulators, the end of the slice or the greatest time, if there are any, and the
   * number of records, if it is told.
   */
  RowType mergedType() {
    RowType recordType = recordType();
    List<LogicalType> types = new ArrayList<>();
    Arrays.stream(merge.grouping()).forEach(key -> types.add(recordType.getTypeAt(key)));
    types.addAll(Arrays.asList(MergedAggregates.types(aggregates().getAccTypes())));
    if (merge.slots() != null) {
      types.add(
          merge.tellsSliceEnd()
              ? new BigIntType(false)
              : recordType.getTypeAt(merge.slots().timeColumn()));
    }
    if (merge.tellsRecords()) {
      types.add(new BigIntType(false));
    }
    return RowType.of(types.toArray(new LogicalType[0]));
  }

  private RowType recordType() {
    return FlinkTypeFactory.toLogicalRowType(getInput().getRowType());
  }

  private AggregateInfoList aggregates() {
    return MergedAggregates.infos(
        recordType(),
        merge.aggCalls(),
        merge.windowing() == null ? null : merge.windowing().getWindow(),
        false);
  }

  @Override
  protected Object text() {
    return merge;
  }

  @Override
  protected StreamPhysicalPassThrough above(RelNode input) {
    return new StreamPhysicalLocalMerge(input, merge);
  }

  /**
   * All that merged rows and the time when they are sent depend on: Flink runs parts of a plan that
   * are explained equally only once, be it for different windows or watermarks above the exchange.
   */
  @Override
  public RelWriter explainTerms(RelWriter writer) {
    int[] grouping = merge.grouping();
    FlinkTypeFactory types = (FlinkTypeFactory) getCluster().getTypeFactory();
    AggregateInfoList aggregates = aggregates();
    return writer
        .input("input", getInput())
        .itemIf(
            "groupBy",
            RelExplainUtil.fieldToString(grouping, getInput().getRowType()),
            grouping.length > 0)
        .itemIf("slot", merge.slotText(), !merge.slotText().isEmpty())
        .itemIf("watermark", merge.watermark(), merge.watermark() != null)
        .itemIf("window", windowText(), merge.windowing() != null)
        .item(
            "select",
            RelExplainUtil.streamGroupAggregationToString(
                getInput().getRowType(),
                AggregateUtil.inferLocalAggRowType(
                    aggregates, getInput().getRowType(), grouping, types),
                aggregates,
                grouping,
                Option.empty(),
                true,
                false))
        .item("trilink", merge);
  }

  /**
   * The text of a window function's windows, with which merged rows are others than those of GROUP
   * BY TUMBLE; null if there is none.
   */
  @Nullable
  private String windowText() {
    return merge.windowing() == null
        ? null
        : merge
            .windowing()
            .toSummaryString(getInput().getRowType().getFieldNames().toArray(new String[0]));
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return new StreamExecLocalMerge(
        merge.grouping(),
        merge.aggCalls().toArray(new AggregateCall[0]),
        merge.windowing(),
        merge.slots(),
        merge.watermark(),
        merge.emit(),
        TrilinkExecNode.newId(),
        Collections.singletonList(InputProperty.DEFAULT),
        mergedType(),
        getRelDetailedDescription());
  }
}
