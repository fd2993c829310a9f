/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.function.BiFunction;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.trilink.planner.node.RulePattern;

/**
 * Merges the records of an aggregate before its exchange.
 *
 * <pre>
 * LocalMergeRequest                      MergedGroupAggregate
 * +- GroupAggregate                      +- Exchange(hash[keys])
 *    +- Exchange(hash[keys])      =>        +- LocalMerge
 *       +- input                               +- input
 * </pre>
 */
public final class InsertLocalMerge extends RelRule<RulePattern> {

  private final BiFunction<RelNode, StreamPhysicalMergedExchange, RelNode> replacement;

  private InsertLocalMerge(
      RulePattern pattern, BiFunction<RelNode, StreamPhysicalMergedExchange, RelNode> replacement) {
    super(pattern);
    this.replacement = replacement;
  }

  /**
   * The rule for one kind of aggregate.
   *
   * @param kind the class of the node, Flink's or that of Trilink's under key-level watermarks
   * @param replacement makes the node over merged rows in its place
   */
  public static <T extends RelNode> RelOptRule of(
      Class<T> kind, BiFunction<T, StreamPhysicalMergedExchange, RelNode> replacement) {
    RulePattern pattern =
        RulePattern.of(
            "InsertLocalMerge:" + kind.getSimpleName(),
            StreamPhysicalLocalMergeRequest.class,
            kind,
            StreamPhysicalExchange.class);
    return new InsertLocalMerge(
        pattern, (rel, exchange) -> replacement.apply(kind.cast(rel), exchange));
  }

  @Override
  public boolean matches(RelOptRuleCall call) {
    return !(call.rel(2) instanceof StreamPhysicalMergedExchange);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    StreamPhysicalLocalMergeRequest request = call.rel(0);
    StreamPhysicalExchange exchange = call.rel(2);
    call.transformTo(
        replacement.apply(
            call.rel(1), StreamPhysicalMergedExchange.inPlaceOf(exchange, request.planned())));
  }
}
