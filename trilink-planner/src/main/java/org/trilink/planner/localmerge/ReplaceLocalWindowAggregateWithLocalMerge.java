/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.localmerge;

import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalWindowAggregate;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.node.RulePattern;

/**
 * Puts a local merge in place of the first phase of a window aggregate of two: that one is a task
 * of its own, behind a serialized hop, and sends at the end of a slice only.
 *
 * <pre>
 * LocalMergeRequest                      MergedWindowAggregate
 * +- GlobalWindowAggregate               +- Exchange(hash[keys])
 *    +- Exchange(hash[keys])      =>        +- LocalMerge
 *       +- LocalWindowAggregate                +- input
 *          +- input
 * </pre>
 */
public final class ReplaceLocalWindowAggregateWithLocalMerge extends RelRule<RulePattern> {

  public static final RelOptRule INSTANCE = new ReplaceLocalWindowAggregateWithLocalMerge();

  private ReplaceLocalWindowAggregateWithLocalMerge() {
    super(
        new RulePattern(
            "ReplaceLocalWindowAggregateWithLocalMerge",
            request ->
                request
                    .operand(StreamPhysicalLocalMergeRequest.class)
                    .oneInput(
                        global ->
                            global
                                .operand(StreamPhysicalGlobalWindowAggregate.class)
                                .oneInput(
                                    exchange ->
                                        exchange
                                            .operand(StreamPhysicalExchange.class)
                                            .oneInput(
                                                local ->
                                                    local
                                                        .operand(
                                                            StreamPhysicalLocalWindowAggregate
                                                                .class)
                                                        .anyInputs())))));
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    StreamPhysicalLocalMergeRequest request = call.rel(0);
    StreamPhysicalGlobalWindowAggregate global = call.rel(1);
    StreamPhysicalLocalWindowAggregate local = call.rel(3);
    call.transformTo(
        new StreamPhysicalMergedWindowAggregate(
            global,
            StreamPhysicalMergedExchange.above(local.getInput(), request.merge()),
            local.grouping(),
            // not the local phase's: HOP adds a COUNT(*) to one without
            JavaScalaConversionUtil.toJava(global.aggCalls()),
            (TimeAttributeWindowingStrategy) local.windowing(),
            WindowProperties.of(global.namedWindowProperties())));
  }
}
