/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.tools.RelBuilderFactory;

/**
 * The pattern of a rule. It is a class, because the ways in which Calcite makes a pattern from an
 * interface differ between its versions.
 */
public final class RulePattern implements RelRule.Config {

  private final String rule;
  private final RelRule.OperandTransform operands;

  private RulePattern(String rule, RelRule.OperandTransform operands) {
    this.rule = rule;
    this.operands = operands;
  }

  /**
   * The pattern of nodes that stand above each other.
   *
   * @param rule the name of the rule, which no other rule has
   * @param nodes from the top one down, each but the last with one input
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // they are only read
  public static RulePattern of(String rule, Class<? extends RelNode>... nodes) {
    return new RulePattern(rule, from(0, nodes));
  }

  private static RelRule.OperandTransform from(int top, Class<? extends RelNode>[] nodes) {
    return builder -> {
      RelRule.OperandDetailBuilder<?> node = builder.operand(nodes[top]);
      return top == nodes.length - 1 ? node.anyInputs() : node.oneInput(from(top + 1, nodes));
    };
  }

  /** Is not supported: a rule has its pattern, and not the other way round. */
  @Override
  public RelOptRule toRule() {
    throw new UnsupportedOperationException(rule);
  }

  @Override
  public String description() {
    return rule;
  }

  @Override
  public RulePattern withDescription(String description) {
    return new RulePattern(description, operands);
  }

  @Override
  public RelRule.OperandTransform operandSupplier() {
    return operands;
  }

  @Override
  public RulePattern withOperandSupplier(RelRule.OperandTransform transform) {
    return new RulePattern(rule, transform);
  }

  @Override
  public RelBuilderFactory relBuilderFactory() {
    return RelFactories.LOGICAL_BUILDER;
  }

  /** Is not supported: Trilink's rules build nodes without it. */
  @Override
  public RulePattern withRelBuilderFactory(RelBuilderFactory factory) {
    throw new UnsupportedOperationException(rule);
  }
}
