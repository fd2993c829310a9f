/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.Collections;
import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.logical.HoppingWindowSpec;
import org.apache.flink.table.planner.plan.logical.SessionGroupWindow;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.types.logical.RowType;
import org.trilink.planner.flink.FlinkAggregates;
import org.trilink.planner.flink.TrilinkExecNode;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.metadata.GroupWindows;

/** A GROUP BY TUMBLE, HOP or SESSION, every key under a watermark of its own. */
public class StreamPhysicalKeyWatermarkGroupWindowAggregate
    extends StreamPhysicalGroupWindowAggregate implements KeyWatermarkRel {

  private final KeyWatermark watermark;

  /** Replaces Flink's node. */
  public StreamPhysicalKeyWatermarkGroupWindowAggregate(
      StreamPhysicalGroupWindowAggregate stock, KeyWatermark watermark) {
    this(stock, stock.getTraitSet(), stock.getInput(), watermark);
  }

  /** Creates the node in place of another, over another input. */
  protected StreamPhysicalKeyWatermarkGroupWindowAggregate(
      StreamPhysicalGroupWindowAggregate like,
      RelTraitSet traits,
      RelNode input,
      KeyWatermark watermark) {
    super(
        like.getCluster(),
        traits,
        input,
        like.getRowType(),
        like.grouping(),
        like.aggCalls(),
        like.window(),
        like.namedWindowProperties(),
        like.emitStrategy());
    this.watermark = watermark;
  }

  @Override
  public KeyWatermark watermark() {
    return watermark;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new StreamPhysicalKeyWatermarkGroupWindowAggregate(
        this, traits, inputs.get(0), watermark);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("trilink", watermark);
  }

  /** Windows get an operator of their own where possible, which is the faster one. */
  @Override
  public ExecNode<?> translateToExecNode() {
    return window() instanceof SessionGroupWindow ? translateSessions() : translateSlices();
  }

  private ExecNode<?> translateSessions() {
    RowType inputType = FlinkTypeFactory.toLogicalRowType(getInput().getRowType());
    List<AggregateCall> calls = JavaScalaConversionUtil.toJava(aggCalls());
    return StreamExecKeyWatermarkSessionAggregate.canAggregate(inputType, calls)
        ? new StreamExecKeyWatermarkSessionAggregate(
            grouping(),
            calls.toArray(new AggregateCall[0]),
            window(),
            WindowProperties.of(namedWindowProperties()),
            watermark.spec(),
            TrilinkExecNode.newId(),
            Collections.singletonList(InputProperty.DEFAULT),
            FlinkTypeFactory.toLogicalRowType(getRowType()),
            getRelDetailedDescription())
        : new StreamExecKeyWatermarkOperator(super.translateToExecNode(), watermark.spec());
  }

  /** Windows that a window function could have made get its operator. */
  private ExecNode<?> translateSlices() {
    TimeAttributeWindowingStrategy windowing = GroupWindows.windowing(this);
    return windowing == null || (sharesSlices(windowing) && !mergesAccumulators(windowing))
        ? new StreamExecKeyWatermarkOperator(super.translateToExecNode(), watermark.spec())
        : new StreamExecKeyWatermarkWindowAggregate(
            grouping(),
            JavaScalaConversionUtil.toJava(aggCalls()).toArray(new AggregateCall[0]),
            windowing,
            WindowProperties.of(namedWindowProperties()),
            watermark.spec(),
            true,
            TrilinkExecNode.newId(),
            Collections.singletonList(InputProperty.DEFAULT),
            FlinkTypeFactory.toLogicalRowType(getRowType()),
            getRelDetailedDescription());
  }

  private static boolean sharesSlices(TimeAttributeWindowingStrategy windowing) {
    return windowing.getWindow() instanceof HoppingWindowSpec;
  }

  private boolean mergesAccumulators(TimeAttributeWindowingStrategy windowing) {
    return AggregateUtil.doAllSupportPartialMerge(
        FlinkAggregates.infos(
                FlinkTypeFactory.toLogicalRowType(getInput().getRowType()),
                JavaScalaConversionUtil.toJava(aggCalls()),
                windowing.getWindow(),
                true)
            .aggInfos());
  }
}
