/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import java.util.EnumSet;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.flink.table.planner.plan.PartialFinalType;
import org.apache.flink.table.planner.plan.logical.CumulativeWindowSpec;
import org.apache.flink.table.planner.plan.logical.HoppingWindowSpec;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.WindowSpec;
import org.apache.flink.table.planner.plan.logical.WindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.utils.ChangelogPlanUtils;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.flink.FlinkAggregates;
import org.trilink.planner.metadata.AlignedWindows;
import org.trilink.planner.metadata.GroupWindows;
import org.trilink.planner.metadata.PlanNames;
import scala.collection.Seq;

/** Aggregates whose parts can be computed anywhere and merged in a store. */
final class GlobalMergeAggregate {

  /** A record that is in more windows is many increments. */
  private static final int MAX_WINDOWS = 100;

  private static final Set<SqlKind> FUNCTIONS =
      EnumSet.of(SqlKind.COUNT, SqlKind.SUM, SqlKind.SUM0, SqlKind.MIN, SqlKind.MAX, SqlKind.AVG);

  private GlobalMergeAggregate() {}

  /**
   * The input of an aggregate as Flink made it: the node below its exchange, and below its first
   * phase. Refused if the node is not an aggregate that can be merged in a store.
   */
  public static Decision<RelNode> input(RelNode rel) {
    if (rel instanceof StreamPhysicalGlobalWindowAggregate) {
      return ofTwoPhases((StreamPhysicalGlobalWindowAggregate) rel);
    }
    if (rel instanceof StreamPhysicalWindowAggregate) {
      StreamPhysicalWindowAggregate windows = (StreamPhysicalWindowAggregate) rel;
      return ofOnePhase(windows, windows.aggCalls(), obstacle(windows.windowing()));
    }
    if (rel instanceof StreamPhysicalGroupWindowAggregate) {
      StreamPhysicalGroupWindowAggregate windows = (StreamPhysicalGroupWindowAggregate) rel;
      return ofOnePhase(windows, windows.aggCalls(), obstacle(windows));
    }
    if (rel instanceof StreamPhysicalGlobalGroupAggregate) {
      return ofTwoPhases((StreamPhysicalGlobalGroupAggregate) rel);
    }
    if (rel instanceof StreamPhysicalGroupAggregate) {
      StreamPhysicalGroupAggregate group = (StreamPhysicalGroupAggregate) rel;
      return ofOnePhase(group, group.aggCalls(), obstacle(group, group.partialFinalType()));
    }
    return Decision.refuse(
        PlanNames.operator(rel)
            + " cannot be merged in a store; only GROUP BY, with or without windows, can");
  }

  private static Decision<RelNode> ofOnePhase(
      StreamPhysicalRel rel, Seq<AggregateCall> aggCalls, @Nullable String obstacle) {
    RelNode below = rel.getInput(0);
    if (obstacle != null) {
      return Decision.refuse(obstacle);
    }
    if (!(below instanceof StreamPhysicalExchange)) {
      return Decision.refuse("it has no exchange that could be removed");
    }
    return checked(below.getInput(0), aggCalls, ChangelogPlanUtils.inputInsertOnly(rel));
  }

  private static Decision<RelNode> ofTwoPhases(StreamPhysicalGlobalWindowAggregate global) {
    StreamPhysicalLocalWindowAggregate local =
        (StreamPhysicalLocalWindowAggregate) global.getInput().getInput(0);
    String obstacle = obstacle(local.windowing());
    if (obstacle != null) {
      return Decision.refuse(obstacle);
    }
    // not the local phase's calls: HOP adds a COUNT(*) to one without, and such phases are shared
    return checked(local.getInput(), global.aggCalls(), ChangelogPlanUtils.inputInsertOnly(local));
  }

  private static Decision<RelNode> ofTwoPhases(StreamPhysicalGlobalGroupAggregate global) {
    RelNode first = global.getInput().getInputs().isEmpty() ? null : global.getInput().getInput(0);
    String obstacle = obstacle(global, global.partialFinalType());
    if (obstacle != null) {
      return Decision.refuse(obstacle);
    }
    if (!(first instanceof StreamPhysicalLocalGroupAggregate)) {
      return Decision.refuse("the first phase of its two-phase aggregation is not supported");
    }
    StreamPhysicalLocalGroupAggregate local = (StreamPhysicalLocalGroupAggregate) first;
    return checked(local.getInput(), local.aggCalls(), ChangelogPlanUtils.inputInsertOnly(local));
  }

  private static Decision<RelNode> checked(
      RelNode input, Seq<AggregateCall> aggCalls, boolean insertOnly) {
    if (!insertOnly) {
      return Decision.refuse("its input has updates, and merged values cannot be retracted");
    }
    for (AggregateCall call : JavaScalaConversionUtil.toJava(aggCalls)) {
      if (call.isDistinct()) {
        return Decision.refuse(
            call.getAggregation().getName()
                + "(DISTINCT ...) needs all values of a key in one subtask");
      }
      if (!FUNCTIONS.contains(call.getAggregation().getKind())) {
        return Decision.refuse(
            call.getAggregation().getName()
                + " cannot be merged in a store; COUNT, SUM, MIN, MAX and AVG can");
      }
    }
    return Decision.accept(input);
  }

  @Nullable
  private static String obstacle(WindowingStrategy windowing) {
    if (!windowing.isRowtime()) {
      return "the window is on processing time, and each subtask has its own clock";
    }
    if (!AlignedWindows.are(windowing.getWindow())) {
      return "a session window has no fixed start and end";
    }
    if (!(windowing instanceof TimeAttributeWindowingStrategy)) {
      return "GROUP BY uses the windows of an operator below (window_start, window_end) instead of"
          + " its own window function";
    }
    return tooManyWindows(windowing.getWindow());
  }

  @Nullable
  private static String obstacle(StreamPhysicalGroupWindowAggregate aggregate) {
    if (aggregate.emitStrategy().produceUpdates()) {
      return "table.exec.emit.early-fire and late-fire make a window emit results more than once";
    }
    TimeAttributeWindowingStrategy windowing = GroupWindows.windowing(aggregate);
    if (windowing == null) {
      return "only TUMBLE and HOP on event time can be merged, and the size of a HOP must be a"
          + " multiple of its slide";
    }
    return obstacle(windowing);
  }

  @Nullable
  private static String tooManyWindows(WindowSpec window) {
    long windows = 1;
    if (window instanceof HoppingWindowSpec) {
      HoppingWindowSpec hops = (HoppingWindowSpec) window;
      windows = hops.getSize().toMillis() / hops.getSlide().toMillis();
    } else if (window instanceof CumulativeWindowSpec) {
      CumulativeWindowSpec cumulates = (CumulativeWindowSpec) window;
      windows = cumulates.getMaxSize().toMillis() / cumulates.getStep().toMillis();
    }
    return windows <= MAX_WINDOWS
        ? null
        : String.format(
            "a record belongs to %d windows, each of which would be merged separately; at most %d"
                + " are supported",
            windows, MAX_WINDOWS);
  }

  @Nullable
  private static String obstacle(StreamPhysicalRel group, PartialFinalType phase) {
    if (phase != PartialFinalType.NONE) {
      return "DISTINCT needs all values of a key in one subtask";
    }
    if (FlinkAggregates.stateTtl(group) != null) {
      return "STATE_TTL would have no effect, as the store forgets no key";
    }
    if (ChangelogPlanUtils.generateUpdateBefore(group)) {
      return "the consumer of its results needs the previous value of each row, but the store holds"
          + " only the current one; write to a table with a PRIMARY KEY on the grouping columns";
    }
    return null;
  }
}
