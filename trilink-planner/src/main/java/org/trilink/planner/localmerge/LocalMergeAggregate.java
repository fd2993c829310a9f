/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.time.Duration;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.commons.math3.util.ArithmeticUtils;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.logical.CumulativeWindowSpec;
import org.apache.flink.table.planner.plan.logical.HoppingWindowSpec;
import org.apache.flink.table.planner.plan.logical.LogicalWindow;
import org.apache.flink.table.planner.plan.logical.SessionGroupWindow;
import org.apache.flink.table.planner.plan.logical.SlidingGroupWindow;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.TumblingGroupWindow;
import org.apache.flink.table.planner.plan.logical.TumblingWindowSpec;
import org.apache.flink.table.planner.plan.logical.WindowSpec;
import org.apache.flink.table.planner.plan.logical.WindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregateBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.utils.AggregateInfo;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;
import org.apache.flink.table.planner.plan.utils.ChangelogPlanUtils;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.decision.Plans;
import org.trilink.planner.metadata.AlignedWindows;
import org.trilink.planner.metadata.PlanNames;
import org.trilink.planner.node.MergedAggregates;

/**
 * An aggregate behind an exchange whose records can be merged before it, in one phase or two of
 * Flink's.
 */
final class LocalMergeAggregate {

  private static final String SESSION =
      "a session window has no fixed start and end, so there are no time slots to merge in";
  private static final String PROCESSING_TIME =
      "the window is on processing time, and merging would delay records into later windows";

  private final RelNode input;
  private final int[] grouping;
  private final List<AggregateCall> aggCalls;
  @Nullable private final TimeAttributeWindowingStrategy windowing;
  @Nullable private final Slices slices;

  private LocalMergeAggregate(
      RelNode input,
      int[] grouping,
      List<AggregateCall> aggCalls,
      @Nullable TimeAttributeWindowingStrategy windowing,
      @Nullable Slices slices) {
    this.input = input;
    this.grouping = grouping;
    this.aggCalls = aggCalls;
    this.windowing = windowing;
    this.slices = slices;
  }

  /** Equal spans of event time that windows are made of. */
  public static final class Slices {

    private final int timeColumn;
    private final LogicalType timeType;
    private final Duration length;
    private final Duration offset;

    private Slices(int timeColumn, LogicalType timeType, Duration length, Duration offset) {
      this.timeColumn = timeColumn;
      this.timeType = timeType;
      this.length = length;
      this.offset = offset;
    }

    /** The rowtime's position in the records. */
    public int timeColumn() {
      return timeColumn;
    }

    /** Whether they are in the session's time zone. */
    public boolean isLocal() {
      return timeType.getTypeRoot() == LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
    }

    public Duration length() {
      return length;
    }

    /** Where one starts, since the epoch. */
    public Duration offset() {
      return offset;
    }
  }

  /**
   * Reads it from a node of a physical plan as Flink made it. Refused if its records cannot be
   * merged.
   */
  public static Decision<LocalMergeAggregate> of(RelNode rel) {
    if (rel instanceof StreamPhysicalGlobalWindowAggregate) {
      StreamPhysicalGlobalWindowAggregate global = (StreamPhysicalGlobalWindowAggregate) rel;
      StreamPhysicalLocalWindowAggregate local =
          (StreamPhysicalLocalWindowAggregate) rel.getInput(0).getInput(0);
      return ofWindows(
          rel,
          local.getInput(),
          local.grouping(),
          // not the local phase's: HOP adds a COUNT(*) to one without
          JavaScalaConversionUtil.toJava(global.aggCalls()),
          local.windowing());
    }
    if (rel instanceof StreamPhysicalWindowAggregate) {
      StreamPhysicalWindowAggregate aggregate = (StreamPhysicalWindowAggregate) rel;
      return ofWindows(
          rel,
          belowExchange(rel),
          aggregate.grouping(),
          JavaScalaConversionUtil.toJava(aggregate.aggCalls()),
          aggregate.windowing());
    }
    if (rel instanceof StreamPhysicalGroupWindowAggregate) {
      return ofGroupWindows((StreamPhysicalGroupWindowAggregate) rel);
    }
    if (rel instanceof StreamPhysicalGroupAggregateBase && Plans.collectsMiniBatches(rel)) {
      return Decision.refuse(
          "with mini-batches Flink buffers records itself; set 'table.exec.mini-batch.enabled' to"
              + " 'false'");
    }
    if (rel instanceof StreamPhysicalGroupAggregate) {
      StreamPhysicalGroupAggregate aggregate = (StreamPhysicalGroupAggregate) rel;
      return by(
          rel,
          belowExchange(rel),
          aggregate.grouping(),
          JavaScalaConversionUtil.toJava(aggregate.aggCalls()),
          null,
          null);
    }
    return Decision.refuse(
        PlanNames.operator(rel) + " has no aggregates that could be merged before its exchange");
  }

  @Nullable
  private static RelNode belowExchange(RelNode rel) {
    RelNode input = rel.getInput(0);
    return input instanceof StreamPhysicalExchange ? input.getInput(0) : null;
  }

  private static Decision<LocalMergeAggregate> ofWindows(
      RelNode rel,
      @Nullable RelNode input,
      int[] grouping,
      List<AggregateCall> aggCalls,
      WindowingStrategy windowing) {
    if (!windowing.isRowtime()) {
      return Decision.refuse(PROCESSING_TIME);
    }
    if (!AlignedWindows.are(windowing.getWindow())) {
      return Decision.refuse(SESSION);
    }
    if (!(windowing instanceof TimeAttributeWindowingStrategy)) {
      return Decision.refuse(
          "GROUP BY uses the windows of an operator below (window_start, window_end) instead of its"
              + " own window function; not supported yet");
    }
    TimeAttributeWindowingStrategy own = (TimeAttributeWindowingStrategy) windowing;
    return by(rel, input, grouping, aggCalls, own, slices(own));
  }

  private static Slices slices(TimeAttributeWindowingStrategy windowing) {
    WindowSpec window = windowing.getWindow();
    Duration length;
    Duration offset;
    if (window instanceof TumblingWindowSpec) {
      length = ((TumblingWindowSpec) window).getSize();
      offset = ((TumblingWindowSpec) window).getOffset();
    } else if (window instanceof HoppingWindowSpec) {
      HoppingWindowSpec hopping = (HoppingWindowSpec) window;
      length = greatestCommonDivisor(hopping.getSize(), hopping.getSlide());
      offset = hopping.getOffset();
    } else {
      length = ((CumulativeWindowSpec) window).getStep();
      offset = ((CumulativeWindowSpec) window).getOffset();
    }
    return new Slices(
        windowing.getTimeAttributeIndex(),
        windowing.getTimeAttributeType(),
        length,
        offset == null ? Duration.ZERO : offset);
  }

  private static Duration greatestCommonDivisor(Duration a, Duration b) {
    return Duration.ofMillis(ArithmeticUtils.gcd(a.toMillis(), b.toMillis()));
  }

  private static Decision<LocalMergeAggregate> ofGroupWindows(
      StreamPhysicalGroupWindowAggregate aggregate) {
    LogicalWindow window = aggregate.window();
    FieldReferenceExpression time = window.timeAttribute();
    if (window instanceof SessionGroupWindow) {
      return Decision.refuse(SESSION);
    }
    LogicalType timeType = time.getOutputDataType().getLogicalType();
    if (!LogicalTypeChecks.isRowtimeAttribute(timeType)) {
      return Decision.refuse(PROCESSING_TIME);
    }
    if (aggregate.emitStrategy().produceUpdates()) {
      return Decision.refuse(
          "table.exec.emit.early-fire and late-fire make a window emit results before or after its"
              + " end, and records that are still being merged would be missing in them");
    }
    Duration length =
        window instanceof SlidingGroupWindow
            ? greatestCommonDivisor(
                AggregateUtil.toDuration(((SlidingGroupWindow) window).size()),
                AggregateUtil.toDuration(((SlidingGroupWindow) window).slide()))
            : AggregateUtil.toDuration(((TumblingGroupWindow) window).size());
    int column = aggregate.getInput().getRowType().getFieldNames().indexOf(time.getName());
    if (column < 0) {
      return Decision.refuse(
          "its input has no column with the name of the window's time attribute, "
              + time.getName());
    }
    return by(
        aggregate,
        belowExchange(aggregate),
        aggregate.grouping(),
        JavaScalaConversionUtil.toJava(aggregate.aggCalls()),
        null,
        new Slices(column, timeType, length, Duration.ZERO));
  }

  private static Decision<LocalMergeAggregate> by(
      RelNode rel,
      @Nullable RelNode input,
      int[] grouping,
      List<AggregateCall> aggCalls,
      @Nullable TimeAttributeWindowingStrategy windowing,
      @Nullable Slices slices) {
    if (input == null) {
      return Decision.refuse("there is no exchange below " + PlanNames.operator(rel));
    }
    if (!ChangelogPlanUtils.inputInsertOnly((StreamPhysicalRel) rel)) {
      return Decision.refuse(
          "its input has updates, and merged records cannot be retracted; not supported yet");
    }
    AggregateInfo[] infos =
        MergedAggregates.infos(
                FlinkTypeFactory.toLogicalRowType(input.getRowType()),
                aggCalls,
                windowing == null ? null : windowing.getWindow(),
                false)
            .aggInfos();
    for (AggregateInfo info : infos) {
      if (!AggregateUtil.doAllSupportPartialMerge(new AggregateInfo[] {info})) {
        return Decision.refuse(cannotMerge(info));
      }
    }
    return Decision.accept(new LocalMergeAggregate(input, grouping, aggCalls, windowing, slices));
  }

  private static String cannotMerge(AggregateInfo info) {
    UserDefinedFunction function = info.function();
    return String.format(
        "%s cannot be merged: its class %s has no method merge",
        info.agg().getAggregation().getName(), function.getClass().getName());
  }

  /** The node that yields the records, below the exchange, and below both phases of two. */
  public RelNode input() {
    return input;
  }

  /** Key columns in the records. */
  public int[] grouping() {
    return grouping.clone();
  }

  public List<AggregateCall> aggCalls() {
    return aggCalls;
  }

  /** The windows of a window table-valued function; null if there is none. */
  @Nullable
  public TimeAttributeWindowingStrategy windowing() {
    return windowing;
  }

  /** The slices that the windows are made of; null if there are no windows. */
  @Nullable
  public Slices slices() {
    return slices;
  }
}
