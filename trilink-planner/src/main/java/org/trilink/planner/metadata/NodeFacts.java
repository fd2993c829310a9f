/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.metadata;

import static org.trilink.planner.metadata.Arrival.DECISIVE;
import static org.trilink.planner.metadata.Arrival.FORWARDED;
import static org.trilink.planner.metadata.Arrival.IRRELEVANT;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCalc;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalChangelogNormalize;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCorrelate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDataStreamScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDeduplicate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDropUpdateBefore;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExpand;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupTableAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowTableAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIncrementalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntermediateTableScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalIntervalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLegacySink;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLegacyTableSourceScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLimit;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLookupJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMatch;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalMiniBatchAssigner;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalOverAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalPythonCalc;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalPythonCorrelate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalPythonGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalPythonGroupTableAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalPythonGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalPythonOverAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRank;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSink;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSort;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalSortLimit;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTableSourceScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTemporalJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTemporalSort;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalUnion;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalValues;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWatermarkAssigner;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowJoin;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowRank;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowTableFunction;
import org.trilink.planner.flink.FlinkNodes;
import org.trilink.planner.node.ForwardingRel;

/**
 * Says what each physical node needs of the rows that it gets: the one table that names all nodes
 * of Flink's. Nodes of Trilink's extend one of these, or {@link ForwardingRel hand rows on}. A node
 * that is not in the table is not known: it is taken to need everything, so that nothing is
 * rewritten at its expense.
 *
 * <p>Other questions are only answered for the nodes that are known to have an answer: {@link
 * KeyedOperator} (the keys of its exchange, updates in its results), {@link EventTimeOperator} (the
 * time that it goes by), {@link ResultOrder} (the order of its results), {@link ColumnTrace} (which
 * columns it hands on). Whether it keeps rows that it gets, {@code RowReceiver} in {@code
 * planner.objectreuse} says.
 */
final class NodeFacts {

  private static final Map<Class<?>, NodeFacts> ALL = new HashMap<>();

  private static final NodeFacts FORWARDING =
      new NodeFacts((rel, input, operator) -> FORWARDED, WatermarkNeed::none);

  private static final NodeFacts UNKNOWN =
      new NodeFacts((rel, input, operator) -> DECISIVE, rel -> true);

  static {
    // rows as they come
    node(StreamPhysicalCalc.class, FORWARDED, WatermarkNeed::ofCalc);
    node(StreamPhysicalPythonCalc.class, FORWARDED, WatermarkNeed::none);
    node(StreamPhysicalCorrelate.class, FORWARDED, WatermarkNeed::none);
    node(StreamPhysicalPythonCorrelate.class, FORWARDED, WatermarkNeed::none);
    node(StreamPhysicalLookupJoin.class, FORWARDED, WatermarkNeed::none);
    node(StreamPhysicalExchange.class, FORWARDED, WatermarkNeed::none);
    node(StreamPhysicalUnion.class, FORWARDED, WatermarkNeed::none);
    node(StreamPhysicalExpand.class, FORWARDED, WatermarkNeed::none);
    node(StreamPhysicalDropUpdateBefore.class, FORWARDED, WatermarkNeed::none);
    node(
        StreamPhysicalWindowTableFunction.class,
        (rel, input, operator) -> AlignedWindows.areAppendedBy(rel) ? FORWARDED : DECISIVE,
        rel -> !AlignedWindows.areAppendedBy(rel));
    FlinkNodes.asyncCalcs().forEach(kind -> node(kind, FORWARDED, WatermarkNeed::none));
    node(StreamPhysicalWatermarkAssigner.class, FORWARDED, WatermarkNeed::none);
    node(StreamPhysicalMiniBatchAssigner.class, FORWARDED, WatermarkNeed::none);
    node(StreamPhysicalLimit.class, FORWARDED, WatermarkNeed::none);

    // sources
    node(StreamPhysicalTableSourceScan.class, FORWARDED, WatermarkNeed::none);
    node(StreamPhysicalLegacyTableSourceScan.class, FORWARDED, WatermarkNeed::none);
    node(StreamPhysicalDataStreamScan.class, FORWARDED, WatermarkNeed::none);
    node(StreamPhysicalIntermediateTableScan.class, FORWARDED, WatermarkNeed::none);
    node(StreamPhysicalValues.class, FORWARDED, WatermarkNeed::none);

    // aggregates; of several phases, the calls of the last one tell
    node(StreamPhysicalLocalGroupAggregate.class, FORWARDED, WatermarkNeed::ofMiniBatches);
    node(StreamPhysicalIncrementalGroupAggregate.class, FORWARDED, WatermarkNeed::ofMiniBatches);
    node(
        StreamPhysicalGlobalGroupAggregate.class,
        (rel, input, operator) -> ArrivalOrder.ofGroups(rel.aggCalls()),
        WatermarkNeed::ofMiniBatches);
    node(
        StreamPhysicalGroupAggregate.class,
        (rel, input, operator) -> ArrivalOrder.ofGroups(rel.aggCalls()),
        WatermarkNeed::ofMiniBatches);
    node(StreamPhysicalLocalWindowAggregate.class, FORWARDED, WatermarkNeed::asFlinkSays);
    node(
        StreamPhysicalGlobalWindowAggregate.class,
        (rel, input, operator) -> ArrivalOrder.ofWindows(rel.aggCalls()),
        WatermarkNeed::asFlinkSays);
    node(
        StreamPhysicalWindowAggregate.class,
        (rel, input, operator) -> ArrivalOrder.ofWindows(rel.aggCalls()),
        WatermarkNeed::asFlinkSays);
    node(
        StreamPhysicalGroupWindowAggregate.class,
        (rel, input, operator) -> ArrivalOrder.ofWindows(rel.aggCalls()),
        WatermarkNeed::asFlinkSays);

    // what a user's function makes of the order is not known
    node(StreamPhysicalGroupTableAggregate.class, DECISIVE, WatermarkNeed::asFlinkSays);
    node(StreamPhysicalGroupWindowTableAggregate.class, DECISIVE, WatermarkNeed::asFlinkSays);
    node(StreamPhysicalPythonGroupAggregate.class, DECISIVE, WatermarkNeed::ofMiniBatches);
    node(StreamPhysicalPythonGroupTableAggregate.class, DECISIVE, WatermarkNeed::asFlinkSays);
    node(StreamPhysicalPythonGroupWindowAggregate.class, DECISIVE, WatermarkNeed::asFlinkSays);
    node(StreamPhysicalPythonOverAggregate.class, DECISIVE, WatermarkNeed::asFlinkSays);

    // those that sort, unless it is by processing time
    node(
        StreamPhysicalOverAggregate.class,
        (rel, input, operator) ->
            ArrivalOrder.ofSort(rel, rel.logicWindow().groups.get(0).orderKeys),
        WatermarkNeed::asFlinkSays);
    node(
        StreamPhysicalMatch.class,
        (rel, input, operator) -> ArrivalOrder.ofSort(rel, FlinkNodes.clauses(rel).orderKeys()),
        WatermarkNeed::asFlinkSays);
    node(
        StreamPhysicalRank.class,
        (rel, input, operator) -> ArrivalOrder.ofSort(rel, rel.orderKey()),
        WatermarkNeed::asFlinkSays);
    node(
        StreamPhysicalWindowRank.class,
        (rel, input, operator) -> ArrivalOrder.ofSort(rel, rel.orderKey()),
        WatermarkNeed::asFlinkSays);
    node(
        StreamPhysicalTemporalSort.class,
        (rel, input, operator) -> ArrivalOrder.ofSort(rel, rel.getCollation()),
        WatermarkNeed::ofTemporalSort);
    node(StreamPhysicalSort.class, IRRELEVANT, WatermarkNeed::asFlinkSays);
    node(StreamPhysicalSortLimit.class, IRRELEVANT, WatermarkNeed::asFlinkSays);

    // those that keep one row of each key
    node(
        StreamPhysicalDeduplicate.class,
        (rel, input, operator) -> rel.isRowtime() ? IRRELEVANT : DECISIVE,
        WatermarkNeed::ofMiniBatches);
    FlinkNodes.windowDeduplicates()
        .forEach(kind -> node(kind, IRRELEVANT, WatermarkNeed::asFlinkSays));
    node(StreamPhysicalChangelogNormalize.class, DECISIVE, WatermarkNeed::ofMiniBatches);

    // joins
    node(StreamPhysicalJoin.class, FORWARDED, WatermarkNeed::ofJoin);
    node(StreamPhysicalIntervalJoin.class, FORWARDED, WatermarkNeed::asFlinkSays);
    node(StreamPhysicalWindowJoin.class, IRRELEVANT, WatermarkNeed::asFlinkSays);
    node(
        StreamPhysicalTemporalJoin.class,
        (rel, input, operator) -> ArrivalOrder.ofTemporalJoin(rel, input),
        WatermarkNeed::asFlinkSays);

    // sinks
    node(
        StreamPhysicalSink.class,
        (rel, input, operator) -> ArrivalOrder.ofSink(rel, operator),
        WatermarkNeed::ofSink);
    node(
        StreamPhysicalLegacySink.class,
        (rel, input, operator) -> ArrivalOrder.ofLegacySink(rel),
        WatermarkNeed::none);
  }

  /** Tells what the order in which rows arrive at a node means to it. */
  @FunctionalInterface
  private interface ArrivalAt<R> {

    /**
     * Tells it.
     *
     * @param input of the node, from which the rows come
     * @param operator below, whose results they are
     */
    Arrival of(R rel, RelNode input, RelNode operator);
  }

  private final ArrivalAt<RelNode> arrival;
  private final Predicate<RelNode> needsWatermarks;

  private NodeFacts(ArrivalAt<RelNode> arrival, Predicate<RelNode> needsWatermarks) {
    this.arrival = arrival;
    this.needsWatermarks = needsWatermarks;
  }

  private static <R extends RelNode> void node(
      Class<R> kind, Arrival arrival, Predicate<? super R> needsWatermarks) {
    node(kind, (rel, input, operator) -> arrival, needsWatermarks);
  }

  private static <R extends RelNode> void node(
      Class<R> kind, ArrivalAt<? super R> arrival, Predicate<? super R> needsWatermarks) {
    ALL.put(
        kind,
        new NodeFacts(
            (rel, input, operator) -> arrival.of(kind.cast(rel), input, operator),
            rel -> needsWatermarks.test(kind.cast(rel))));
  }

  /** The facts of a node; if the table does not have it, those of one that needs everything. */
  static NodeFacts of(RelNode rel) {
    return rel instanceof ForwardingRel ? FORWARDING : of(rel.getClass());
  }

  private static NodeFacts of(Class<?> kind) {
    for (Class<?> each = kind; each != null; each = each.getSuperclass()) {
      NodeFacts facts = ALL.get(each);
      if (facts != null) {
        return facts;
      }
    }
    return UNKNOWN;
  }

  /** Whether the table has a node of that class. */
  static boolean areKnownOf(Class<?> kind) {
    return ForwardingRel.class.isAssignableFrom(kind) || of(kind) != UNKNOWN;
  }

  /**
   * Tells what the order in which rows arrive at the node means to it.
   *
   * @param input of the node, from which they come
   * @param operator below, whose results they are
   */
  Arrival arrival(RelNode rel, RelNode input, RelNode operator) {
    return arrival.of(rel, input, operator);
  }

  /** Whether the node reads watermarks, or waits for them to hand on its results. */
  boolean needsWatermarks(RelNode rel) {
    return needsWatermarks.test(rel);
  }
}
