/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

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
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.nodes.calcite.LegacySink;
import org.apache.flink.table.planner.plan.nodes.calcite.Sink;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDeduplicate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTemporalJoin;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.planner.utils.ShortcutUtils;
import org.trilink.planner.flink.FlinkSettings;
import org.trilink.planner.flink.FlinkTables;
import scala.collection.Seq;

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
      Arrival arrival = NodeFacts.of(node).arrival(node, input, operator);
      if (arrival == Arrival.DECISIVE) {
        return described(node);
      }
      if (arrival == Arrival.IRRELEVANT) {
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
        && FlinkSettings.stateRetention(ShortcutUtils.unwrapContext(operator).getTableConfig())
            .isZero();
  }

  private static String described(RelNode node) {
    if (node instanceof Sink || node instanceof LegacySink) {
      return "a table that keeps the last row of each primary key";
    }
    return PlanNames.operator(node)
        + (NodeFacts.areKnownOf(node.getClass())
            ? ", which goes by the order in which they arrive"
            : ", which Trilink does not know, so that their order may count there");
  }

  static Arrival ofSink(Sink sink, RelNode operator) {
    return keepsLast(sink, operator) ? Arrival.DECISIVE : Arrival.FORWARDED;
  }

  @SuppressWarnings("deprecation") // such sinks are
  static Arrival ofLegacySink(LegacySink sink) {
    return sink.sink() instanceof org.apache.flink.table.sinks.UpsertStreamTableSink
        ? Arrival.DECISIVE
        : Arrival.FORWARDED;
  }

  /** Without calls, as of DISTINCT, the rows of a key are equal. */
  static Arrival ofGroups(Seq<AggregateCall> calls) {
    return calls.isEmpty() ? Arrival.FORWARDED : ofWindows(calls);
  }

  static Arrival ofWindows(Seq<AggregateCall> calls) {
    return JavaScalaConversionUtil.toJava(calls).stream()
            .allMatch(call -> OF_ANY_ORDER.contains(call.getAggregation().getKind()))
        ? Arrival.IRRELEVANT
        : Arrival.DECISIVE;
  }

  /** A node that sorts its input goes by the order of arrival if that is by processing time. */
  static Arrival ofSort(RelNode node, RelCollation order) {
    List<RelDataTypeField> columns = node.getInput(0).getRowType().getFieldList();
    return order.getKeys().stream()
            .anyMatch(key -> FlinkTypeFactory.isProctimeIndicatorType(columns.get(key).getType()))
        ? Arrival.DECISIVE
        : Arrival.IRRELEVANT;
  }

  /** The second side of a temporal join by processing time has the latest row of each key. */
  static Arrival ofTemporalJoin(StreamPhysicalTemporalJoin join, RelNode input) {
    boolean isByEventTime =
        TemporalJoins.condition(join).getOperands().stream()
            .anyMatch(operand -> FlinkTypeFactory.isRowtimeIndicatorType(operand.getType()));
    return join.getRight() == input && !isByEventTime ? Arrival.DECISIVE : Arrival.FORWARDED;
  }

  /** Whether the sink may get several results of a key for one primary key. */
  private static boolean keepsLast(Sink sink, RelNode operator) {
    ResolvedSchema schema = FlinkTables.table(sink).getResolvedSchema();
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
