/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.aheadkeyby;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.plan.hep.HepRelVertex;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalLocalWindowAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTableSourceScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWindowAggregate;
import org.trilink.planner.flink.TrilinkPhysicalGroupAggregate;
import org.trilink.planner.keywatermark.StreamPhysicalKeyWatermarkRequest;
import org.trilink.planner.node.RulePattern;

/**
 * Removes the exchanges below an operator whose tables are partitioned by its keys. An aggregate of
 * two phases becomes one of a single phase. It runs after the rules that put operators under
 * key-level watermarks, because those need the exchange to find the phases.
 *
 * <pre>
 * AheadKeyByRequest                      AheadKeyBy
 * +- GroupAggregate                      +- GroupAggregate
 *    +- Exchange(hash[keys])      =>        +- Calc
 *       +- Calc                                +- AheadKeyByScan
 *          +- TableSourceScan                     +- TableSourceScan
 * </pre>
 */
public final class RemoveExchangeAheadKeyBy extends RelRule<RulePattern> {

  public static final RelOptRule INSTANCE = new RemoveExchangeAheadKeyBy();

  private RemoveExchangeAheadKeyBy() {
    super(
        new RulePattern(
            "RemoveExchangeAheadKeyBy",
            request ->
                request
                    .operand(StreamPhysicalAheadKeyByRequest.class)
                    .oneInput(operator -> operator.operand(RelNode.class).anyInputs())));
  }

  @Override
  public boolean matches(RelOptRuleCall call) {
    return !(call.rel(1) instanceof StreamPhysicalKeyWatermarkRequest);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    StreamPhysicalAheadKeyByRequest request = call.rel(0);
    RelNode operator = call.rel(1);
    call.transformTo(
        new StreamPhysicalAheadKeyBy(
            withoutExchange(operator, request.aheadKeyBy()), request.aheadKeyBy()));
  }

  private static RelNode withoutExchange(RelNode operator, AheadKeyBy aheadKeyBy) {
    if (operator instanceof StreamPhysicalGlobalWindowAggregate) {
      return inOnePhase((StreamPhysicalGlobalWindowAggregate) operator, aheadKeyBy);
    }
    if (operator instanceof StreamPhysicalGlobalGroupAggregate) {
      return inOnePhase((StreamPhysicalGlobalGroupAggregate) operator, aheadKeyBy);
    }
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode exchange : operator.getInputs()) {
      inputs.add(readAhead(input(exchange), aheadKeyBy, inputs.size()));
    }
    return operator.copy(operator.getTraitSet(), inputs);
  }

  private static RelNode inOnePhase(
      StreamPhysicalGlobalWindowAggregate global, AheadKeyBy aheadKeyBy) {
    StreamPhysicalLocalWindowAggregate local =
        (StreamPhysicalLocalWindowAggregate) node(input(global.getInput()));
    return new StreamPhysicalWindowAggregate(
        global.getCluster(),
        global.getTraitSet(),
        readAhead(local.getInput(), aheadKeyBy, 0),
        local.grouping(),
        // not the local phase's: HOP adds a COUNT(*) to one without
        global.aggCalls(),
        local.windowing(),
        global.namedWindowProperties());
  }

  private static RelNode inOnePhase(
      StreamPhysicalGlobalGroupAggregate global, AheadKeyBy aheadKeyBy) {
    StreamPhysicalLocalGroupAggregate local =
        (StreamPhysicalLocalGroupAggregate) node(input(global.getInput()));
    return TrilinkPhysicalGroupAggregate.inOnePhase(
        global, readAhead(local.getInput(), aheadKeyBy, 0), local.grouping());
  }

  /**
   * The nodes from the operator down to the table, with an {@code AheadKeyByScan} above the scan.
   */
  private static RelNode readAhead(RelNode rel, AheadKeyBy aheadKeyBy, int input) {
    RelNode node = node(rel);
    if (node instanceof StreamPhysicalTableSourceScan) {
      return new StreamPhysicalAheadKeyByScan(
          node, aheadKeyBy.topic(input), aheadKeyBy.maxParallelism());
    }
    return node.copy(
        node.getTraitSet(),
        Collections.singletonList(readAhead(node.getInput(0), aheadKeyBy, input)));
  }

  private static RelNode input(RelNode rel) {
    return node(rel).getInput(0);
  }

  private static RelNode node(RelNode rel) {
    return rel instanceof HepRelVertex ? ((HepRelVertex) rel).getCurrentRel() : rel;
  }
}
