/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.calcite.LegacySink;
import org.apache.flink.table.planner.plan.nodes.calcite.Rank;
import org.apache.flink.table.planner.plan.nodes.calcite.Sink;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDeduplicate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupTableAggregateBase;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowTableAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLimit;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMatch;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalPythonGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalPythonGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalPythonOverAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTemporalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTemporalSort;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowJoin;
import org.apache.flink.table.planner.plan.utils.FlinkRelOptUtil;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;

/**
 * Whether what becomes of an operator's results, which are inserts only, depends on the order in
 * which those of a key arrive: a table with a primary key keeps the last one, and so does
 * LAST_VALUE.
 */
public final class ArrivalOrder {

  /** Whose values are the same in any order of the rows. */
  private static final Set<SqlKind> OF_ANY_ORDER =
      EnumSet.of(
          SqlKind.COUNT,
          SqlKind.SUM,
          SqlKind.SUM0,
          SqlKind.MIN,
          SqlKind.MAX,
          SqlKind.AVG,
          SqlKind.STDDEV_POP,
          SqlKind.STDDEV_SAMP,
          SqlKind.VAR_POP,
          SqlKind.VAR_SAMP,
          SqlKind.COLLECT);

  private ArrivalOrder() {}

  /**
   * For messages: what above the operator goes by that order; null if nothing does.
   *
   * @param above the nodes above, the nearest last
   */
  @Nullable
  public static String neededBy(RelNode operator, List<RelNode> above) {
    if (emitsOneRowAKey(operator)) {
      return null;
    }
    for (int i = above.size() - 1; i >= 0; i--) {
      RelNode node = above.get(i);
      RelNode input = i + 1 < above.size() ? above.get(i + 1) : operator;
      if (goesByOrder(node, operator) || keepsLastVersion(node, input)) {
        return node instanceof Sink || node instanceof LegacySink
            ? "a table that keeps the last row of each primary key"
            : PlanNames.operator(node) + ", which goes by the order in which they arrive";
      }
      if (endsOrder(node)) {
        return null;
      }
    }
    return null;
  }

  /**
   * A deduplication that keeps the first row by processing time emits nothing else of a key, unless
   * it forgets the key.
   */
  private static boolean emitsOneRowAKey(RelNode operator) {
    if (!(operator instanceof StreamPhysicalDeduplicate)) {
      return false;
    }
    StreamPhysicalDeduplicate deduplicate = (StreamPhysicalDeduplicate) operator;
    return !deduplicate.isRowtime()
        && !deduplicate.keepLastRow()
        && FlinkRelOptUtil.getTableConfigFromContext(operator).getIdleStateRetention().isZero();
  }

  /** Whether its results are the same for the same rows in any order. */
  private static boolean endsOrder(RelNode node) {
    return !aggregateCalls(node).isEmpty()
        || isWindowAggregate(node)
        || node instanceof Rank
        || (node instanceof Sort && !(node instanceof StreamPhysicalLimit))
        || node instanceof StreamPhysicalDeduplicate
        || node instanceof StreamPhysicalOverAggregate
        || node instanceof StreamPhysicalMatch
        || node instanceof StreamPhysicalWindowJoin;
  }

  private static boolean goesByOrder(RelNode node, RelNode operator) {
    if (node instanceof Sink) {
      return keepsLast((Sink) node, operator);
    }
    if (node instanceof LegacySink) {
      return isUpsert((LegacySink) node);
    }
    if (node instanceof StreamPhysicalTemporalSort) {
      return hasProctime(((Sort) node).getCollation(), node);
    }
    if (isOfPython(node)) {
      return true; // what a user's function does is not known
    }
    if (node instanceof StreamPhysicalDeduplicate) {
      return !((StreamPhysicalDeduplicate) node).isRowtime();
    }
    if (node instanceof Rank) {
      return hasProctime(((Rank) node).orderKey(), node);
    }
    if (node instanceof StreamPhysicalOverAggregate) {
      Window.Group window = ((StreamPhysicalOverAggregate) node).logicWindow().groups.get(0);
      return hasProctime(window.orderKeys, node);
    }
    if (node instanceof StreamPhysicalMatch) {
      return hasProctime(((StreamPhysicalMatch) node).logicalMatch().orderKeys(), node);
    }
    return aggregateCalls(node).stream()
        .anyMatch(call -> !OF_ANY_ORDER.contains(call.getAggregation().getKind()));
  }

  @SuppressWarnings("deprecation") // such sinks are
  private static boolean isUpsert(LegacySink sink) {
    return sink.sink() instanceof org.apache.flink.table.sinks.UpsertStreamTableSink;
  }

  private static boolean isOfPython(RelNode node) {
    return node instanceof StreamPhysicalPythonGroupAggregate
        || node instanceof StreamPhysicalPythonGroupWindowAggregate
        || node instanceof StreamPhysicalPythonOverAggregate
        || node instanceof StreamPhysicalGroupTableAggregateBase
        || node instanceof StreamPhysicalGroupWindowTableAggregate;
  }

  /** The second side of a temporal join by processing time has the latest row of each key. */
  private static boolean keepsLastVersion(RelNode node, RelNode input) {
    return node instanceof StreamPhysicalTemporalJoin
        && node.getInput(1) == input
        && TemporalJoins.condition((StreamPhysicalTemporalJoin) node).getOperands().stream()
            .noneMatch(operand -> FlinkTypeFactory.isRowtimeIndicatorType(operand.getType()));
  }

  /** Whether a node sorts its input by processing time. */
  private static boolean hasProctime(RelCollation order, RelNode node) {
    List<RelDataTypeField> columns = node.getInput(0).getRowType().getFieldList();
    return order.getKeys().stream()
        .anyMatch(key -> FlinkTypeFactory.isProctimeIndicatorType(columns.get(key).getType()));
  }

  private static List<AggregateCall> aggregateCalls(RelNode node) {
    if (node instanceof StreamPhysicalGroupAggregate) {
      return JavaScalaConversionUtil.toJava(((StreamPhysicalGroupAggregate) node).aggCalls());
    }
    if (node instanceof StreamPhysicalGlobalGroupAggregate) {
      return JavaScalaConversionUtil.toJava(((StreamPhysicalGlobalGroupAggregate) node).aggCalls());
    }
    if (node instanceof StreamPhysicalWindowAggregate) {
      return JavaScalaConversionUtil.toJava(((StreamPhysicalWindowAggregate) node).aggCalls());
    }
    if (node instanceof StreamPhysicalGlobalWindowAggregate) {
      return JavaScalaConversionUtil.toJava(
          ((StreamPhysicalGlobalWindowAggregate) node).aggCalls());
    }
    return node instanceof StreamPhysicalGroupWindowAggregate
        ? JavaScalaConversionUtil.toJava(((StreamPhysicalGroupWindowAggregate) node).aggCalls())
        : Collections.emptyList();
  }

  private static boolean isWindowAggregate(RelNode node) {
    return node instanceof StreamPhysicalWindowAggregate
        || node instanceof StreamPhysicalGlobalWindowAggregate
        || node instanceof StreamPhysicalGroupWindowAggregate;
  }

  /** Whether the sink may get several results of a key for one primary key. */
  private static boolean keepsLast(Sink sink, RelNode operator) {
    ResolvedSchema schema = sink.catalogTable().getResolvedSchema();
    if (!schema.getPrimaryKey().isPresent()) {
      return false;
    }
    List<String> columns =
        schema.getColumns().stream()
            .filter(Column::isPhysical)
            .map(Column::getName)
            .collect(Collectors.toList());
    return schema.getPrimaryKey().get().getColumns().stream()
        .map(columns::indexOf)
        .noneMatch(column -> tellsResultsApart(sink.getInput(), column, operator));
  }

  /**
   * Whether results of a key that have the same value in the column are of one window. A column
   * that is computed of such a one, be it an id or a text, is taken for it.
   */
  private static boolean tellsResultsApart(RelNode rel, int column, RelNode operator) {
    ColumnTrace trace = ColumnTrace.follow(rel, column, ImmutableBitSet.of());
    if (trace.rel() instanceof Calc) {
      Calc calc = (Calc) trace.rel();
      RexProgram program = calc.getProgram();
      RexNode computed = program.expandLocalRef(program.getProjectList().get(trace.column()));
      return RelOptUtil.InputFinder.bits(computed).asList().stream()
          .anyMatch(read -> tellsResultsApart(calc.getInput(), read, operator));
    }
    return trace.rel() == operator && ResultOrder.identifiesWindow(operator, trace.column());
  }
}
