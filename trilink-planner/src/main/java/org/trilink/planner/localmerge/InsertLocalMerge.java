/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import java.util.function.BiFunction;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.RelNode;
import org.trilink.planner.node.RequestRule;

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
public final class InsertLocalMerge {

  private InsertLocalMerge() {}

  /**
   * The rule for one kind of aggregate.
   *
   * @param kind the class of the node, Flink's or that of Trilink's under key-level watermarks
   * @param replacement makes the node over merged rows in its place
   */
  public static <T extends RelNode> RelOptRule of(
      Class<T> kind, BiFunction<T, StreamPhysicalMergedExchange, RelNode> replacement) {
    return RequestRule.aboveExchange(
        "InsertLocalMerge",
        LocalMerge.class,
        kind,
        (rel, exchange, merge) ->
            replacement.apply(rel, StreamPhysicalMergedExchange.inPlaceOf(exchange, merge)));
  }
}
