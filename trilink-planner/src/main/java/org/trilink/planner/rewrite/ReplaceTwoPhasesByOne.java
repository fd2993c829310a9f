/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import java.util.Collections;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.FlinkConventions;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.apache.flink.table.planner.plan.rules.physical.FlinkExpandConversionRule;
import org.apache.flink.table.planner.plan.trait.FlinkRelDistribution;
import org.trilink.planner.flink.TrilinkPhysicalGroupAggregate;
import org.trilink.planner.node.RulePattern;
import org.trilink.planner.node.StreamPhysicalRequest;

/**
 * Makes one phase of the two of an aggregate that is to be rewritten. Flink's first phase emits
 * slices without the times of their records, from which a key's watermark is computed; it is a task
 * of its own, behind a serialized hop; and it sends at the end of a slice only.
 *
 * <pre>
 * KeyWatermarkRequest                    KeyWatermarkRequest
 * +- GlobalWindowAggregate               +- WindowAggregate
 *    +- Exchange(hash[keys])      =>        +- Exchange(hash[keys])
 *       +- LocalWindowAggregate                +- input
 *          +- input
 * </pre>
 */
final class ReplaceTwoPhasesByOne extends RelRule<RulePattern> {

  public static final RelOptRule OF_WINDOWS =
      new ReplaceTwoPhasesByOne(
          StreamPhysicalGlobalWindowAggregate.class, StreamPhysicalLocalWindowAggregate.class);

  public static final RelOptRule OF_GROUPS =
      new ReplaceTwoPhasesByOne(
          StreamPhysicalGlobalGroupAggregate.class, StreamPhysicalLocalGroupAggregate.class);

  private ReplaceTwoPhasesByOne(Class<? extends RelNode> global, Class<? extends RelNode> local) {
    super(
        RulePattern.of(
            "ReplaceTwoPhasesByOne:" + global.getSimpleName(),
            StreamPhysicalRequest.class,
            global,
            StreamPhysicalExchange.class,
            local));
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    RelNode request = call.rel(0);
    RelNode onePhase =
        call.rel(1) instanceof StreamPhysicalGlobalWindowAggregate
            ? inOnePhase(call.rel(1), (StreamPhysicalLocalWindowAggregate) call.rel(3))
            : inOnePhase(call.rel(1), (StreamPhysicalLocalGroupAggregate) call.rel(3));
    call.transformTo(request.copy(request.getTraitSet(), Collections.singletonList(onePhase)));
  }

  private static RelNode inOnePhase(
      StreamPhysicalGlobalWindowAggregate global, StreamPhysicalLocalWindowAggregate local) {
    return new StreamPhysicalWindowAggregate(
        global.getCluster(),
        global.getTraitSet(),
        exchanged(local.getInput(), local.grouping()),
        local.grouping(),
        // not the local phase's: HOP adds a COUNT(*) to one without, and such phases are shared
        global.aggCalls(),
        local.windowing(),
        global.namedWindowProperties());
  }

  private static RelNode inOnePhase(
      StreamPhysicalGlobalGroupAggregate global, StreamPhysicalLocalGroupAggregate local) {
    return TrilinkPhysicalGroupAggregate.inOnePhase(
        global, exchanged(local.getInput(), local.grouping()), local.grouping());
  }

  private static RelNode exchanged(RelNode input, int[] keys) {
    return FlinkExpandConversionRule.satisfyDistribution(
        FlinkConventions.STREAM_PHYSICAL(),
        input,
        keys.length == 0
            ? FlinkRelDistribution.SINGLETON()
            : FlinkRelDistribution.hash(keys, true));
  }
}
