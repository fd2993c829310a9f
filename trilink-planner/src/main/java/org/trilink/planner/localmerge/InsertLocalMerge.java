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

/**
 * Merges the records of an aggregate in one phase before its exchange.
 *
 * <pre>
 * LocalMergeRequest                      MergedGroupAggregate
 * +- GroupAggregate                      +- Exchange(hash[keys])
 *    +- Exchange(hash[keys])      =>        +- LocalMerge
 *       +- input                               +- input
 * </pre>
 */
public final class InsertLocalMerge extends RelRule<InsertLocalMerge.Config> {

  private final BiFunction<RelNode, StreamPhysicalMergedExchange, RelNode> replacement;

  private InsertLocalMerge(
      Config config, BiFunction<RelNode, StreamPhysicalMergedExchange, RelNode> replacement) {
    super(config);
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
    Config config =
        Config.EMPTY
            .withDescription("InsertLocalMerge:" + kind.getSimpleName())
            .withOperandSupplier(
                request ->
                    request
                        .operand(StreamPhysicalLocalMergeRequest.class)
                        .oneInput(
                            aggregate ->
                                aggregate
                                    .operand(kind)
                                    .oneInput(
                                        exchange ->
                                            exchange
                                                .operand(StreamPhysicalExchange.class)
                                                .anyInputs())))
            .as(Config.class);
    return new InsertLocalMerge(
        config, (rel, exchange) -> replacement.apply(kind.cast(rel), exchange));
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
            call.rel(1), StreamPhysicalMergedExchange.above(exchange.getInput(), request.merge())));
  }

  /** The pattern. */
  public interface Config extends RelRule.Config {

    @Override
    default RelOptRule toRule() {
      throw new UnsupportedOperationException("A rule is made for a kind of aggregate.");
    }
  }
}
