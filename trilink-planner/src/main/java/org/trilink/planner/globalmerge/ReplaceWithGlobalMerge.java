/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.trilink.planner.node.RulePattern;

/**
 * Merges an aggregate in a store, and removes its exchange.
 *
 * <pre>
 * GlobalMergeRequest                     GlobalMergeGroupAggregate
 * +- GroupAggregate                      +- input
 *    +- Exchange(hash[keys])      =>
 *       +- input
 * </pre>
 */
public final class ReplaceWithGlobalMerge extends RelRule<RulePattern> {

  public static final RelOptRule OF_WINDOWS =
      of(StreamPhysicalWindowAggregate.class, StreamPhysicalGlobalMergeWindowAggregate::new);

  public static final RelOptRule OF_GROUP_WINDOWS =
      of(
          StreamPhysicalGroupWindowAggregate.class,
          StreamPhysicalGlobalMergeGroupWindowAggregate::new);

  public static final RelOptRule OF_GROUPS =
      of(StreamPhysicalGroupAggregate.class, StreamPhysicalGlobalMergeGroupAggregate::new);

  private final Replacement<RelNode> replacement;

  private ReplaceWithGlobalMerge(RulePattern pattern, Replacement<RelNode> replacement) {
    super(pattern);
    this.replacement = replacement;
  }

  /** Makes the node in place of Flink's. */
  @FunctionalInterface
  private interface Replacement<T> {
    RelNode of(T stock, RelTraitSet traits, RelNode input, GlobalMerge merge);
  }

  private static <T extends RelNode> RelOptRule of(Class<T> kind, Replacement<T> replacement) {
    return new ReplaceWithGlobalMerge(
        RulePattern.of(
            "ReplaceWithGlobalMerge:" + kind.getSimpleName(),
            StreamPhysicalGlobalMergeRequest.class,
            kind,
            StreamPhysicalExchange.class),
        (stock, traits, input, merge) -> replacement.of(kind.cast(stock), traits, input, merge));
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    StreamPhysicalGlobalMergeRequest request = call.rel(0);
    RelNode stock = call.rel(1);
    StreamPhysicalExchange exchange = call.rel(2);
    call.transformTo(
        replacement.of(stock, stock.getTraitSet(), exchange.getInput(), request.planned()));
  }
}
