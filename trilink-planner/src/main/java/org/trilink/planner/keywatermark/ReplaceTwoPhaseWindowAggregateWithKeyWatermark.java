/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.FlinkConventions;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalWindowAggregate;
import org.apache.flink.table.planner.plan.rules.physical.FlinkExpandConversionRule;
import org.apache.flink.table.planner.plan.trait.FlinkRelDistribution;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.trilink.planner.flink.WindowProperties;
import org.trilink.planner.node.RulePattern;

/**
 * Gives a window aggregate of two phases a watermark per key. Flink's local phase is removed: it
 * emits slices without the times of their records, from which a key's watermark is computed.
 *
 * <pre>
 * KeyWatermarkRequest                    KeyWatermarkWindowAggregate
 * +- GlobalWindowAggregate               +- Exchange(hash[keys])
 *    +- Exchange(hash[keys])      =>        +- input
 *       +- LocalWindowAggregate
 *          +- input
 * </pre>
 */
public final class ReplaceTwoPhaseWindowAggregateWithKeyWatermark extends RelRule<RulePattern> {

  public static final RelOptRule INSTANCE = new ReplaceTwoPhaseWindowAggregateWithKeyWatermark();

  private ReplaceTwoPhaseWindowAggregateWithKeyWatermark() {
    super(
        new RulePattern(
            "ReplaceTwoPhaseWindowAggregateWithKeyWatermark",
            request ->
                request
                    .operand(StreamPhysicalKeyWatermarkRequest.class)
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
    StreamPhysicalKeyWatermarkRequest request = call.rel(0);
    StreamPhysicalGlobalWindowAggregate global = call.rel(1);
    StreamPhysicalLocalWindowAggregate local = call.rel(3);
    int[] keys = local.grouping();
    RelNode exchanged =
        FlinkExpandConversionRule.satisfyDistribution(
            FlinkConventions.STREAM_PHYSICAL(),
            local.getInput(),
            keys.length == 0
                ? FlinkRelDistribution.SINGLETON()
                : FlinkRelDistribution.hash(keys, true));
    call.transformTo(
        new StreamPhysicalKeyWatermarkWindowAggregate(
            global.getCluster(),
            global.getTraitSet(),
            exchanged,
            keys,
            // not the local phase's: HOP adds a COUNT(*) to one without, and such phases are shared
            JavaScalaConversionUtil.toJava(global.aggCalls()),
            (TimeAttributeWindowingStrategy) local.windowing(),
            WindowProperties.of(global.namedWindowProperties()),
            request.watermark()));
  }
}
