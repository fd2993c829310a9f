package org.trilink.planner.metadata;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.expressions.PlannerNamedWindowProperty;
import org.apache.flink.table.planner.expressions.PlannerRowtimeAttribute;
import org.apache.flink.table.planner.expressions.PlannerWindowEnd;
import org.apache.flink.table.planner.expressions.PlannerWindowProperty;
import org.apache.flink.table.planner.plan.metadata.FlinkRelMetadataQuery;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowRank;
import org.apache.flink.table.planner.plan.trait.RelWindowProperties;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;

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

  /** Null if the results of a key are not in order of that column, or not known to be. */
  @Nullable
  static ResultOrder of(RelNode rel, int column) {
    if (rel instanceof StreamPhysicalWindowAggregate) {
      StreamPhysicalWindowAggregate aggregate = (StreamPhysicalWindowAggregate) rel;
      return ofAggregate(
          rel, column, aggregate.grouping().length, properties(aggregate.namedWindowProperties()));
    }
    if (rel instanceof StreamPhysicalGlobalWindowAggregate) {
      StreamPhysicalGlobalWindowAggregate aggregate = (StreamPhysicalGlobalWindowAggregate) rel;
      return ofAggregate(
          rel, column, aggregate.grouping().length, properties(aggregate.namedWindowProperties()));
    }
    if (rel instanceof StreamPhysicalGroupWindowAggregate) {
      StreamPhysicalGroupWindowAggregate aggregate = (StreamPhysicalGroupWindowAggregate) rel;
      boolean firesOnce =
          !aggregate.emitStrategy().produceUpdates()
              && aggregate.emitStrategy().getAllowLateness() <= 0;
      return firesOnce
          ? ofAggregate(
              rel,
              column,
              aggregate.grouping().length,
              properties(aggregate.namedWindowProperties()))
          : null;
    }
    if (rel instanceof StreamPhysicalOverAggregate) {
      return ofOver((StreamPhysicalOverAggregate) rel, column);
    }
    if (rel instanceof StreamPhysicalWindowRank) {
      return tellsWindow(rel, column)
          ? new ResultOrder(each(((StreamPhysicalWindowRank) rel).partitionKey()), false)
          : null;
    }
    if (rel instanceof StreamPhysicalWindowJoin) {
      return ofWindowJoin((StreamPhysicalWindowJoin) rel, column);
    }
    return null;
  }

  private static List<PlannerNamedWindowProperty> properties(
      scala.collection.Seq<PlannerNamedWindowProperty> properties) {
    return JavaScalaConversionUtil.toJava(properties);
  }

  /** The output has the keys first and the window's properties last. */
  @Nullable
  private static ResultOrder ofAggregate(
      RelNode rel, int column, int keys, List<PlannerNamedWindowProperty> properties) {
    int first = rel.getRowType().getFieldCount() - properties.size();
    if (column < first) {
      return null;
    }
    PlannerWindowProperty property = properties.get(column - first).getProperty();
    return property instanceof PlannerWindowEnd || property instanceof PlannerRowtimeAttribute
        ? new ResultOrder(each(ImmutableBitSet.range(keys)), true)
        : null;
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

  /** A row that is padded with nulls on one side tells key and window on the other. */
  @Nullable
  private static ResultOrder ofWindowJoin(StreamPhysicalWindowJoin join, int column) {
    boolean leftTells = !join.getJoinType().generatesNullsOnLeft();
    boolean rightTells =
        !join.getJoinType().generatesNullsOnRight() && join.getJoinType().projectsRight();
    int leftColumns = join.getLeft().getRowType().getFieldCount();
    if (!tellsWindow(join, column) || !(column < leftColumns ? leftTells : rightTells)) {
      return null;
    }
    int[] left = join.joinSpec().getLeftKeys();
    int[] right = join.joinSpec().getRightKeys();
    List<ImmutableBitSet> keys = new ArrayList<>();
    for (int i = 0; i < left.length; i++) {
      ImmutableBitSet.Builder places = ImmutableBitSet.builder();
      if (leftTells) {
        places.set(left[i]);
      }
      if (rightTells) {
        places.set(leftColumns + right[i]);
      }
      keys.add(places.build());
    }
    return new ResultOrder(keys, false);
  }

  /** Whether the column is the end of the row's window, or its window_time. */
  private static boolean tellsWindow(RelNode rel, int column) {
    RelMetadataQuery metadata = rel.getCluster().getMetadataQuery();
    RelWindowProperties windows =
        FlinkRelMetadataQuery.reuseOrCreate(metadata).getRelWindowProperties(rel);
    return windows != null
        && (windows.getWindowEndColumns().get(column)
            || windows.getWindowTimeColumns().get(column));
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
