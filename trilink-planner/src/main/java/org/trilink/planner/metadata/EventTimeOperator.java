/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.logical.MatchRecognize;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.WindowAttachedWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.WindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.spec.IntervalJoinSpec.WindowBounds;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregateBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntervalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMatch;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregateBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTemporalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowRank;
import org.apache.flink.table.planner.plan.utils.ChangelogPlanUtils;
import org.apache.flink.table.planner.plan.utils.TemporalJoinUtil;
import org.apache.flink.table.runtime.operators.rank.ConstantRankRange;
import org.apache.flink.table.runtime.operators.rank.RankType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.trilink.planner.decision.Decision;
import org.trilink.planner.flink.FlinkNodes;

/** The times that an operator which can have a watermark for each key needs of its inputs. */
public final class EventTimeOperator {

  private static final String PROCESSING_TIME =
      "the window is on processing time, which has no watermark";
  private static final String UPDATES =
      "its input has updates, which may arrive with old event times and then be late; not supported"
          + " yet";
  private static final String NO_KEYS_BESIDE_WINDOW =
      "GROUP BY has no columns other than the window, so there are no keys";

  private final List<EventTimeInput> inputs;

  private EventTimeOperator(List<EventTimeInput> inputs) {
    this.inputs = Collections.unmodifiableList(inputs);
  }

  /**
   * Reads it from a node of a physical plan, a node of Flink's or one of Trilink's in its place.
   *
   * @return refused if its keys cannot have a watermark of their own; none if the node does nothing
   *     by the time of its rows
   */
  public static Decision<EventTimeOperator> of(RelNode rel) {
    if (rel instanceof StreamPhysicalGlobalWindowAggregate) {
      StreamPhysicalLocalWindowAggregate local =
          (StreamPhysicalLocalWindowAggregate) rel.getInput(0).getInput(0);
      return ofWindows(local, local.grouping(), local.windowing());
    }
    if (rel instanceof StreamPhysicalWindowAggregate) {
      StreamPhysicalWindowAggregate onePhase = (StreamPhysicalWindowAggregate) rel;
      return ofWindows(onePhase, onePhase.grouping(), onePhase.windowing());
    }
    if (rel instanceof StreamPhysicalGroupWindowAggregate) {
      return ofGroupWindows((StreamPhysicalGroupWindowAggregate) rel);
    }
    if (rel instanceof StreamPhysicalOverAggregate) {
      return ofOver((StreamPhysicalOverAggregate) rel);
    }
    if (rel instanceof StreamPhysicalMatch) {
      return ofMatch((StreamPhysicalMatch) rel);
    }
    if (rel instanceof StreamPhysicalWindowRank) {
      return ofWindowRank((StreamPhysicalWindowRank) rel);
    }
    if (rel instanceof StreamPhysicalWindowJoin) {
      return ofWindowJoin((StreamPhysicalWindowJoin) rel);
    }
    if (rel instanceof StreamPhysicalIntervalJoin) {
      return ofIntervalJoin((StreamPhysicalIntervalJoin) rel);
    }
    if (rel instanceof StreamPhysicalTemporalJoin) {
      return ofTemporalJoin((StreamPhysicalTemporalJoin) rel);
    }
    if (FlinkNodes.windowDeduplicates().contains(rel.getClass())
        || rel instanceof StreamPhysicalGroupWindowAggregateBase // table aggregates, Python
        || rel instanceof StreamPhysicalOverAggregateBase) { // Python
      return Decision.refuse(PlanNames.operator(rel) + " is not supported yet");
    }
    return Decision.none();
  }

  private static Decision<EventTimeOperator> ofWindows(
      StreamPhysicalRel rel, int[] grouping, WindowingStrategy windowing) {
    if (grouping.length == 0) {
      return Decision.refuse(NO_KEYS_BESIDE_WINDOW);
    }
    if (!windowing.isRowtime()) {
      return Decision.refuse(PROCESSING_TIME);
    }
    if (!AlignedWindows.are(windowing.getWindow())) {
      return Decision.refuse(AlignedWindows.OTHERS);
    }
    if (!ChangelogPlanUtils.inputInsertOnly(rel)) {
      return Decision.refuse(UPDATES);
    }
    if (!(windowing instanceof TimeAttributeWindowingStrategy)) {
      return Decision.refuse(
          "GROUP BY uses the windows of an operator below (window_start, window_end) instead of its"
              + " own window function; not supported yet");
    }
    int time = ((TimeAttributeWindowingStrategy) windowing).getTimeAttributeIndex();
    return by(EventTimeInput.rowtime(rel.getInput(0), ImmutableBitSet.of(grouping), time));
  }

  private static Decision<EventTimeOperator> ofGroupWindows(
      StreamPhysicalGroupWindowAggregate aggregate) {
    RelNode input = aggregate.getInput();
    FieldReferenceExpression time = aggregate.window().timeAttribute();
    if (aggregate.grouping().length == 0) {
      return Decision.refuse(NO_KEYS_BESIDE_WINDOW);
    }
    if (!LogicalTypeChecks.isRowtimeAttribute(time.getOutputDataType().getLogicalType())) {
      return Decision.refuse(PROCESSING_TIME);
    }
    if (aggregate.emitStrategy().produceUpdates()) {
      return Decision.refuse(
          "table.exec.emit.early-fire and late-fire make a window emit results before or after its"
              + " end; not supported yet");
    }
    if (!ChangelogPlanUtils.inputInsertOnly(aggregate)) {
      return Decision.refuse(UPDATES);
    }
    int column = input.getRowType().getFieldNames().indexOf(time.getName());
    if (column < 0) {
      return Decision.refuse(
          "its input has no column with the name of the window's time attribute, "
              + time.getName());
    }
    return by(EventTimeInput.rowtime(input, ImmutableBitSet.of(aggregate.grouping()), column));
  }

  private static Decision<EventTimeOperator> ofOver(StreamPhysicalOverAggregate over) {
    RelNode input = over.getInput();
    Window.Group window = over.logicWindow().groups.get(0);
    if (window.keys.isEmpty()) {
      return Decision.refuse("OVER has no PARTITION BY, so there are no keys");
    }
    int time = window.orderKeys.getFieldCollations().get(0).getFieldIndex();
    if (!isRowtime(input, time)) {
      return Decision.refuse(
          "OVER is not ordered by a rowtime attribute, so it does not use watermarks");
    }
    return by(EventTimeInput.rowtime(input, window.keys, time));
  }

  private static Decision<EventTimeOperator> ofMatch(StreamPhysicalMatch rel) {
    RelNode input = rel.getInput();
    MatchRecognize match = FlinkNodes.clauses(rel);
    if (match.partitionKeys().isEmpty()) {
      return Decision.refuse("MATCH_RECOGNIZE has no PARTITION BY, so there are no keys");
    }
    if (match.orderKeys().getFieldCollations().isEmpty()) {
      return Decision.refuse("MATCH_RECOGNIZE has no ORDER BY");
    }
    int time = match.orderKeys().getFieldCollations().get(0).getFieldIndex();
    if (!isRowtime(input, time)) {
      return Decision.refuse(
          "MATCH_RECOGNIZE is not ordered by a rowtime attribute, so it does not use watermarks");
    }
    // Flink puts an operator in front that makes the rowtime each record's timestamp
    return by(EventTimeInput.recordTimestamp(input, match.partitionKeys(), time));
  }

  /** Reads the times of a window Top-N; what Flink cannot execute is left to it, which says so. */
  private static Decision<EventTimeOperator> ofWindowRank(StreamPhysicalWindowRank rank) {
    if (rank.rankType() != RankType.ROW_NUMBER) {
      return Decision.refuse("only ROW_NUMBER() is supported in a window Top-N");
    }
    if (!(rank.rankRange() instanceof ConstantRankRange)) {
      return Decision.refuse("only a constant number of rows is supported in a window Top-N");
    }
    if (!rank.windowing().isRowtime()) {
      return Decision.refuse(PROCESSING_TIME);
    }
    if (rank.partitionKey().isEmpty()) {
      return Decision.refuse(
          "PARTITION BY has no columns other than the window, so there are no keys");
    }
    return by(
        EventTimeInput.windows(
            rank.getInput(),
            rank.partitionKey(),
            (WindowAttachedWindowingStrategy) rank.windowing()));
  }

  private static Decision<EventTimeOperator> ofWindowJoin(StreamPhysicalWindowJoin join) {
    if (join.joinSpec().getLeftKeys().length == 0) {
      return Decision.refuse(
          "the join has no equality condition other than on the window, so there are no keys");
    }
    return by(
        EventTimeInput.windows(
            join.getLeft(),
            ImmutableBitSet.of(join.joinSpec().getLeftKeys()),
            (WindowAttachedWindowingStrategy) join.leftWindowing()),
        EventTimeInput.windows(
            join.getRight(),
            ImmutableBitSet.of(join.joinSpec().getRightKeys()),
            (WindowAttachedWindowingStrategy) join.rightWindowing()));
  }

  private static Decision<EventTimeOperator> ofIntervalJoin(StreamPhysicalIntervalJoin join) {
    WindowBounds bounds = FlinkNodes.bounds(join);
    if (!bounds.isEventTime()) {
      return Decision.refuse("the join is on processing time, which has no watermark");
    }
    if (join.joinSpec().getLeftKeys().length == 0) {
      return Decision.refuse("the join has no equality condition, so there are no keys");
    }
    if (IntervalJoins.isEmpty(join)) {
      return Decision.refuse(
          "the join's interval is empty, so no rows match and Flink runs no join operator with"
              + " keys");
    }
    return by(
        EventTimeInput.rowtime(
            join.getLeft(),
            ImmutableBitSet.of(join.joinSpec().getLeftKeys()),
            bounds.getLeftTimeIdx()),
        EventTimeInput.rowtime(
            join.getRight(),
            ImmutableBitSet.of(join.joinSpec().getRightKeys()),
            bounds.getRightTimeIdx()));
  }

  private static Decision<EventTimeOperator> ofTemporalJoin(StreamPhysicalTemporalJoin join) {
    RexCall condition = TemporalJoins.condition(join);
    if (TemporalJoinUtil.isTemporalFunctionCon(condition)) {
      return Decision.refuse(
          "joins with a temporal table function are not supported; use FOR SYSTEM_TIME AS OF");
    }
    if (!FlinkNodes.isOnRowtime(condition)) {
      return Decision.refuse("the join is on processing time, which has no watermark");
    }
    int leftTime = ((RexInputRef) condition.getOperands().get(0)).getIndex();
    int rightTime = ((RexInputRef) condition.getOperands().get(1)).getIndex();
    return by(
        EventTimeInput.rowtime(
            join.getLeft(), ImmutableBitSet.of(join.joinSpec().getLeftKeys()), leftTime),
        EventTimeInput.rowtime(
            join.getRight(),
            ImmutableBitSet.of(join.joinSpec().getRightKeys()),
            rightTime - join.getLeft().getRowType().getFieldCount()));
  }

  private static boolean isRowtime(RelNode input, int column) {
    return FlinkTypeFactory.isRowtimeIndicatorType(
        input.getRowType().getFieldList().get(column).getType());
  }

  /** Accepts an operator with these inputs; if an input is refused, the operator is, too. */
  @SafeVarargs
  private static Decision<EventTimeOperator> by(Decision<EventTimeInput>... inputs) {
    List<EventTimeInput> accepted = new ArrayList<>();
    for (Decision<EventTimeInput> input : inputs) {
      if (input.accepted() == null) {
        return Decision.refuse(input.refusal());
      }
      accepted.add(input.accepted());
    }
    return Decision.accept(new EventTimeOperator(accepted));
  }

  /**
   * The inputs that the operator's rows come from, in its order: of an aggregate in two phases, the
   * one below both.
   */
  public List<EventTimeInput> inputs() {
    return inputs;
  }
}
