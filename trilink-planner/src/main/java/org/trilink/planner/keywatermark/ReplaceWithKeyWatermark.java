/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.function.BiFunction;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.RelNode;
import org.trilink.planner.node.RulePattern;

/**
 * Gives an operator, of one or two inputs, a watermark per key.
 *
 * <pre>
 * KeyWatermarkRequest                    KeyWatermarkMatch
 * +- Match                        =>     +- Exchange(hash[keys])
 *    +- Exchange(hash[keys])
 * </pre>
 */
public final class ReplaceWithKeyWatermark extends RelRule<RulePattern> {

  private final BiFunction<RelNode, KeyWatermark, KeyWatermarkRel> replacement;

  private ReplaceWithKeyWatermark(
      RulePattern pattern, BiFunction<RelNode, KeyWatermark, KeyWatermarkRel> replacement) {
    super(pattern);
    this.replacement = replacement;
  }

  /**
   * The rule for one kind of operator.
   *
   * @param stock the class of Flink's node
   * @param replacement makes Trilink's node in its place
   */
  public static <T extends RelNode> RelOptRule of(
      Class<T> stock, BiFunction<T, KeyWatermark, KeyWatermarkRel> replacement) {
    RulePattern pattern =
        RulePattern.of(
            "ReplaceWithKeyWatermark:" + stock.getSimpleName(),
            StreamPhysicalKeyWatermarkRequest.class,
            stock);
    return new ReplaceWithKeyWatermark(
        pattern, (rel, watermark) -> replacement.apply(stock.cast(rel), watermark));
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    StreamPhysicalKeyWatermarkRequest request = call.rel(0);
    call.transformTo(replacement.apply(call.rel(1), request.planned()));
  }
}
