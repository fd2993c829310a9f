/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.globalmerge;

import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.trilink.planner.node.RequestRule;

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
public final class ReplaceWithGlobalMerge {

  public static final RelOptRule OF_WINDOWS =
      of(StreamPhysicalWindowAggregate.class, StreamPhysicalGlobalMergeWindowAggregate::new);

  public static final RelOptRule OF_GROUP_WINDOWS =
      of(
          StreamPhysicalGroupWindowAggregate.class,
          StreamPhysicalGlobalMergeGroupWindowAggregate::new);

  public static final RelOptRule OF_GROUPS =
      of(StreamPhysicalGroupAggregate.class, StreamPhysicalGlobalMergeGroupAggregate::new);

  private ReplaceWithGlobalMerge() {}

  /** Makes the node in place of Flink's. */
  @FunctionalInterface
  private interface Replacement<T> {
    RelNode of(T stock, RelTraitSet traits, RelNode input, GlobalMerge merge);
  }

  private static <T extends RelNode> RelOptRule of(Class<T> kind, Replacement<T> replacement) {
    return RequestRule.aboveExchange(
        "ReplaceWithGlobalMerge",
        GlobalMerge.class,
        kind,
        (stock, exchange, merge) ->
            replacement.of(stock, stock.getTraitSet(), exchange.getInput(), merge));
  }
}
