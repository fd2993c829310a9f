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
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTableSourceScan;
import org.trilink.planner.keywatermark.KeyWatermark;
import org.trilink.planner.node.RulePattern;
import org.trilink.planner.node.StreamPhysicalRequest;

/**
 * Removes the exchanges below an operator whose tables are partitioned by its keys. It runs after
 * the rules that make one phase of two, and those that put operators under key-level watermarks.
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
    super(RulePattern.of("RemoveExchangeAheadKeyBy", StreamPhysicalRequest.class, RelNode.class));
  }

  @Override
  public boolean matches(RelOptRuleCall call) {
    return StreamPhysicalRequest.isOf(AheadKeyBy.class, call.rel(0))
        && !StreamPhysicalRequest.isOf(KeyWatermark.class, call.rel(1));
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    StreamPhysicalRequest<AheadKeyBy> request = call.rel(0);
    RelNode operator = call.rel(1);
    call.transformTo(
        new StreamPhysicalAheadKeyBy(
            withoutExchange(operator, request.planned()), request.planned()));
  }

  private static RelNode withoutExchange(RelNode operator, AheadKeyBy aheadKeyBy) {
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode exchange : operator.getInputs()) {
      inputs.add(readAhead(input(exchange), aheadKeyBy, inputs.size()));
    }
    return operator.copy(operator.getTraitSet(), inputs);
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
