/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import java.util.function.BiFunction;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;

/**
 * Carries out a technique's requests at one kind of operator: a node in place of both. The name of
 * the rule is that of the technique's rule and the class of the operator.
 *
 * @param <P> what was decided
 */
public final class RequestRule<P> extends RelRule<RulePattern> {

  private final Class<P> planned;
  private final BiFunction<RelOptRuleCall, P, RelNode> replacement;

  private RequestRule(
      RulePattern pattern, Class<P> planned, BiFunction<RelOptRuleCall, P, RelNode> replacement) {
    super(pattern);
    this.planned = planned;
    this.replacement = replacement;
  }

  /** Makes the node in place of an operator above an exchange, and of the request. */
  @FunctionalInterface
  public interface Replacement<T, P> {
    RelNode of(T operator, StreamPhysicalExchange exchange, P planned);
  }

  /** The rule for operators of a class, with any inputs. */
  public static <T extends RelNode, P> RequestRule<P> of(
      String name,
      Class<P> planned,
      Class<T> operator,
      BiFunction<T, P, ? extends RelNode> replacement) {
    return new RequestRule<>(
        RulePattern.of(
            name + ":" + operator.getSimpleName(), StreamPhysicalRequest.class, operator),
        planned,
        (call, decision) -> replacement.apply(operator.cast(call.rel(1)), decision));
  }

  /** The rule for operators of a class above an exchange. */
  public static <T extends RelNode, P> RequestRule<P> aboveExchange(
      String name, Class<P> planned, Class<T> operator, Replacement<T, P> replacement) {
    return new RequestRule<>(
        RulePattern.of(
            name + ":" + operator.getSimpleName(),
            StreamPhysicalRequest.class,
            operator,
            StreamPhysicalExchange.class),
        planned,
        (call, decision) -> replacement.of(operator.cast(call.rel(1)), call.rel(2), decision));
  }

  @Override
  public boolean matches(RelOptRuleCall call) {
    return StreamPhysicalRequest.isOf(planned, call.rel(0));
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    StreamPhysicalRequest<?> request = call.rel(0);
    call.transformTo(replacement.apply(call, planned.cast(request.planned())));
  }
}
