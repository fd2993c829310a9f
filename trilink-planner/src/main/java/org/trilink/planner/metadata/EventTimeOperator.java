package org.trilink.planner.metadata;

import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Window;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.logical.MatchRecognize;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.WindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDeduplicate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregateBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMatch;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregateBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowRank;
import org.apache.flink.table.planner.plan.utils.ChangelogPlanUtils;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Which of an operator's columns is the time that it works by, or why its keys cannot have a
 * watermark of their own whatever that time is.
 */
public final class EventTimeOperator {

  private static final int NONE = -1;

  private final RelNode input;
  private final int rowtime;
  @Nullable private final String obstacle;

  private EventTimeOperator(RelNode input, int rowtime, @Nullable String obstacle) {
    this.input = input;
    this.rowtime = rowtime;
    this.obstacle = obstacle;
  }

  /**
   * Reads it from a node of a physical plan, a node of Flink's or one of Trilink's in its place.
   *
   * @return null if the node does nothing by the time of its rows
   */
  @Nullable
  public static EventTimeOperator of(RelNode rel) {
    if (rel instanceof StreamPhysicalGlobalWindowAggregate) {
      StreamPhysicalLocalWindowAggregate local =
          (StreamPhysicalLocalWindowAggregate) rel.getInput(0).getInput(0);
      return ofWindows(local.getInput(), local.grouping(), local.windowing());
    }
    if (rel instanceof StreamPhysicalWindowAggregate) {
      StreamPhysicalWindowAggregate onePhase = (StreamPhysicalWindowAggregate) rel;
      return ofWindows(onePhase.getInput(), onePhase.grouping(), onePhase.windowing());
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
    if (rel instanceof StreamPhysicalGroupWindowAggregateBase // table aggregates, Python
        || rel instanceof StreamPhysicalOverAggregateBase // Python
        || rel instanceof StreamPhysicalWindowRank
        || (rel instanceof StreamPhysicalDeduplicate
            && ((StreamPhysicalDeduplicate) rel).isRowtime())) {
      String name = rel.getRelTypeName().replace("StreamPhysical", "");
      return none(rel.getInput(0), name + " is not supported yet");
    }
    return null;
  }

  private static EventTimeOperator ofWindows(
      RelNode input, int[] grouping, WindowingStrategy windowing) {
    if (grouping.length == 0) {
      return none(input, "GROUP BY has no column beside the window, so there are no keys");
    }
    if (!windowing.isRowtime()) {
      return none(input, "the window is on processing time, which has no watermark");
    }
    if (!(windowing instanceof TimeAttributeWindowingStrategy)) {
      return none(
          input,
          "its rows come with the windows of an operator below, and the rows of one window need"
              + " not come before those of the next; not supported yet");
    }
    return by(input, ((TimeAttributeWindowingStrategy) windowing).getTimeAttributeIndex());
  }

  private static EventTimeOperator ofGroupWindows(StreamPhysicalGroupWindowAggregate aggregate) {
    RelNode input = aggregate.getInput();
    FieldReferenceExpression time = aggregate.window().timeAttribute();
    if (aggregate.grouping().length == 0) {
      return none(input, "GROUP BY has no column beside the window, so there are no keys");
    }
    if (!LogicalTypeChecks.isRowtimeAttribute(time.getOutputDataType().getLogicalType())) {
      return none(input, "the window is on processing time, which has no watermark");
    }
    if (aggregate.emitStrategy().produceUpdates()) {
      return none(
          input,
          "table.exec.emit.early-fire and late-fire make a window yield results before or after its"
              + " end; not supported yet");
    }
    if (!ChangelogPlanUtils.inputInsertOnly(aggregate)) {
      return none(
          input, "its input has updates, which come late by their nature; not supported yet");
    }
    return by(input, input.getRowType().getFieldNames().indexOf(time.getName()));
  }

  private static EventTimeOperator ofOver(StreamPhysicalOverAggregate over) {
    RelNode input = over.getInput();
    Window.Group window = over.logicWindow().groups.get(0);
    if (window.keys.isEmpty()) {
      return none(input, "OVER has no PARTITION BY, so there are no keys");
    }
    int time = window.orderKeys.getFieldCollations().get(0).getFieldIndex();
    if (!isRowtime(input, time)) {
      return none(input, "OVER is not ordered by a rowtime, so it has no watermark");
    }
    return by(input, time);
  }

  private static EventTimeOperator ofMatch(StreamPhysicalMatch rel) {
    RelNode input = rel.getInput();
    MatchRecognize match = rel.logicalMatch();
    if (match.partitionKeys().isEmpty()) {
      return none(input, "MATCH_RECOGNIZE has no PARTITION BY, so there are no keys");
    }
    if (match.orderKeys().getFieldCollations().isEmpty()) {
      return none(input, "MATCH_RECOGNIZE has no ORDER BY");
    }
    int time = match.orderKeys().getFieldCollations().get(0).getFieldIndex();
    if (!isRowtime(input, time)) {
      return none(input, "MATCH_RECOGNIZE is not ordered by a rowtime, so it has no watermark");
    }
    return by(input, time);
  }

  private static boolean isRowtime(RelNode input, int column) {
    return FlinkTypeFactory.isRowtimeIndicatorType(
        input.getRowType().getFieldList().get(column).getType());
  }

  private static EventTimeOperator by(RelNode input, int rowtime) {
    return new EventTimeOperator(input, rowtime, null);
  }

  private static EventTimeOperator none(RelNode input, String obstacle) {
    return new EventTimeOperator(input, NONE, obstacle);
  }

  /** Where the rows come from; of an aggregate in two phases, what is below both. */
  public RelNode input() {
    return input;
  }

  /** Position of the time in the input, -1 if there is an obstacle. */
  public int rowtime() {
    return rowtime;
  }

  /** What is in the way of a watermark per key, null if nothing is. */
  @Nullable
  public String obstacle() {
    return obstacle;
  }
}
