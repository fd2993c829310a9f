/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.logical.CumulativeWindowSpec;
import org.apache.flink.table.planner.plan.logical.WindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowRank;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowTableFunction;
import org.trilink.planner.flink.WindowProperties;

/**
 * The order in which an operator hands on the results of one of its keys: by a time column, whether
 * it runs under key-level watermarks or not. Of other keys nothing is known: they are at other
 * times.
 *
 * <ul>
 *   <li>A window aggregate fires a key's windows in order of their ends, one row each. What is late
 *       is dropped, not added to a window that has fired.
 *   <li>A window Top-N and a window join do the same, with several rows a window.
 *   <li>OVER sorts a key's rows by time before it hands them on, and drops those that come later.
 * </ul>
 *
 * <p>Not here, as their results are in no such order: interval joins, which match late rows;
 * temporal joins, which keep the order of arrival; MATCH_RECOGNIZE, which may hold a match back
 * until a longer one has failed.
 */
final class ResultOrder {

  /** For each key column: where it stands in the output; more than one place in a join. */
  private final List<ImmutableBitSet> keys;

  private final boolean oneRowATime;

  private ResultOrder(List<ImmutableBitSet> keys, boolean oneRowATime) {
    this.keys = keys;
    this.oneRowATime = oneRowATime;
  }

  /**
   * The order of an operator's results by a column; null if the results of a key are not in order
   * of that column, or not known to be.
   */
  @Nullable
  static ResultOrder of(RelNode rel, int column) {
    if (rel instanceof StreamPhysicalOverAggregate) {
      return ofOver((StreamPhysicalOverAggregate) rel, column);
    }
    if (!tellsWindow(rel, column)) {
      return null;
    }
    if (rel instanceof StreamPhysicalWindowAggregate) {
      return ofAggregate(((StreamPhysicalWindowAggregate) rel).grouping());
    }
    if (rel instanceof StreamPhysicalGlobalWindowAggregate) {
      return ofAggregate(((StreamPhysicalGlobalWindowAggregate) rel).grouping());
    }
    if (rel instanceof StreamPhysicalGroupWindowAggregate) {
      StreamPhysicalGroupWindowAggregate aggregate = (StreamPhysicalGroupWindowAggregate) rel;
      boolean firesOnce =
          !aggregate.emitStrategy().produceUpdates()
              && aggregate.emitStrategy().getAllowLateness() <= 0;
      return firesOnce ? ofAggregate(aggregate.grouping()) : null;
    }
    if (rel instanceof StreamPhysicalWindowRank) {
      return new ResultOrder(each(((StreamPhysicalWindowRank) rel).partitionKey()), false);
    }
    return rel instanceof StreamPhysicalWindowJoin
        ? ofWindowJoin((StreamPhysicalWindowJoin) rel)
        : null;
  }

  /** The output has the keys first. */
  private static ResultOrder ofAggregate(int[] grouping) {
    return new ResultOrder(each(ImmutableBitSet.range(grouping.length)), true);
  }

  @Nullable
  private static ResultOrder ofOver(StreamPhysicalOverAggregate over, int column) {
    Window.Group window = over.logicWindow().groups.get(0);
    int time = window.orderKeys.getFieldCollations().get(0).getFieldIndex();
    boolean byThatColumn =
        time == column
            && FlinkTypeFactory.isRowtimeIndicatorType(
                over.getInput().getRowType().getFieldList().get(time).getType());
    return byThatColumn ? new ResultOrder(each(window.keys), false) : null;
  }

  /** A row that is padded with nulls on one side tells its key on the other. */
  private static ResultOrder ofWindowJoin(StreamPhysicalWindowJoin join) {
    int leftColumns = join.getLeft().getRowType().getFieldCount();
    int[] left = join.joinSpec().getLeftKeys();
    int[] right = join.joinSpec().getRightKeys();
    List<ImmutableBitSet> keys = new ArrayList<>();
    for (int i = 0; i < left.length; i++) {
      ImmutableBitSet.Builder places = ImmutableBitSet.builder();
      if (leftIsThere(join)) {
        places.set(left[i]);
      }
      if (rightIsThere(join)) {
        places.set(leftColumns + right[i]);
      }
      keys.add(places.build());
    }
    return new ResultOrder(keys, false);
  }

  private static boolean leftIsThere(StreamPhysicalWindowJoin join) {
    return !join.getJoinType().generatesNullsOnLeft();
  }

  private static boolean rightIsThere(StreamPhysicalWindowJoin join) {
    return join.getJoinType().projectsRight() && !join.getJoinType().generatesNullsOnRight();
  }

  /**
   * Whether results of a key that have the same value in the column are of one window: its end, its
   * window_time, or, of an aggregate, its start, which windows of CUMULATE share.
   */
  static boolean identifiesWindow(RelNode rel, int column) {
    if (tellsWindow(rel, column)) {
      return true; // those of one window come from one place, in order
    }
    WindowProperties properties = properties(rel);
    return properties != null && isStart(rel, column, properties) && !cumulates(rel);
  }

  private static boolean cumulates(RelNode rel) {
    WindowingStrategy windowing = null; // GROUP BY has no such windows
    if (rel instanceof StreamPhysicalWindowAggregate) {
      windowing = ((StreamPhysicalWindowAggregate) rel).windowing();
    } else if (rel instanceof StreamPhysicalGlobalWindowAggregate) {
      windowing = ((StreamPhysicalGlobalWindowAggregate) rel).windowing();
    }
    return windowing != null && windowing.getWindow() instanceof CumulativeWindowSpec;
  }

  /** The times of its window that an aggregate appends to its results; null for other nodes. */
  @Nullable
  private static WindowProperties properties(RelNode rel) {
    if (rel instanceof StreamPhysicalWindowAggregate) {
      return WindowProperties.of(((StreamPhysicalWindowAggregate) rel).namedWindowProperties());
    }
    if (rel instanceof StreamPhysicalGlobalWindowAggregate) {
      return WindowProperties.of(
          ((StreamPhysicalGlobalWindowAggregate) rel).namedWindowProperties());
    }
    return rel instanceof StreamPhysicalGroupWindowAggregate
        ? WindowProperties.of(((StreamPhysicalGroupWindowAggregate) rel).namedWindowProperties())
        : null;
  }

  /**
   * Whether the column is the end of the row's window, or its window_time. Flink's own metadata do
   * not know it of an aggregate in two phases.
   */
  private static boolean tellsWindow(RelNode rel, int column) {
    if (rel instanceof StreamPhysicalWindowTableFunction) {
      return column >= rel.getRowType().getFieldCount() - 2;
    }
    WindowProperties properties = properties(rel);
    if (properties != null) {
      int property = property(rel, column, properties);
      return property >= 0 && properties.isEnd(property);
    }
    if (rel instanceof StreamPhysicalWindowRank) {
      RelNode input = rel.getInput(0); // the rank may be appended
      return column < input.getRowType().getFieldCount() && inputTellsWindow(input, column);
    }
    if (rel instanceof StreamPhysicalWindowJoin) {
      StreamPhysicalWindowJoin join = (StreamPhysicalWindowJoin) rel;
      int leftColumns = join.getLeft().getRowType().getFieldCount();
      return column < leftColumns
          ? leftIsThere(join) && inputTellsWindow(join.getLeft(), column)
          : rightIsThere(join) && inputTellsWindow(join.getRight(), column - leftColumns);
    }
    return false;
  }

  private static boolean inputTellsWindow(RelNode input, int column) {
    ColumnTrace trace = ColumnTrace.follow(input, column, ImmutableBitSet.of());
    return tellsWindow(trace.rel(), trace.column());
  }

  private static boolean isStart(RelNode rel, int column, WindowProperties properties) {
    int property = property(rel, column, properties);
    return property >= 0 && properties.isStart(property);
  }

  /** An aggregate's output has the window's properties last; negative if it is none of them. */
  private static int property(RelNode rel, int column, WindowProperties properties) {
    return column - (rel.getRowType().getFieldCount() - properties.size());
  }

  private static List<ImmutableBitSet> each(ImmutableBitSet columns) {
    List<ImmutableBitSet> each = new ArrayList<>();
    columns.forEach(column -> each.add(ImmutableBitSet.of(column)));
    return Collections.unmodifiableList(each);
  }

  /** Whether rows that are equal in these columns are results of one key, and so in order. */
  boolean holdsWithin(ImmutableBitSet columns) {
    return keys.stream().allMatch(columns::intersects);
  }

  /** Whether no two results of a key have the same time. */
  boolean oneRowATime() {
    return oneRowATime;
  }
}
