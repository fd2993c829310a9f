/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.keywatermark;

import java.util.function.BiFunction;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.rel.RelNode;
import org.trilink.planner.node.RequestRule;

/**
 * Gives an operator, of one or two inputs, a watermark per key.
 *
 * <pre>
 * KeyWatermarkRequest                    KeyWatermarkMatch
 * +- Match                        =>     +- Exchange(hash[keys])
 *    +- Exchange(hash[keys])
 * </pre>
 */
public final class ReplaceWithKeyWatermark {

  private ReplaceWithKeyWatermark() {}

  /**
   * The rule for one kind of operator.
   *
   * @param stock the class of Flink's node
   * @param replacement makes Trilink's node in its place
   */
  public static <T extends RelNode> RelOptRule of(
      Class<T> stock, BiFunction<T, KeyWatermark, KeyWatermarkRel> replacement) {
    return RequestRule.of("ReplaceWithKeyWatermark", KeyWatermark.class, stock, replacement);
  }
}
