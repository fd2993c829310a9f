/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import org.apache.calcite.rel.RelNode;
import org.trilink.planner.hint.AdvisedOptions;
import org.trilink.planner.hint.ResolvedOptions;

/** Says which options suit an operator, by a sample of its input. */
@FunctionalInterface
public interface OperatorAdvisor {

  /** For plans that are only looked at. */
  OperatorAdvisor NONE =
      (operator, given) -> AdvisedOptions.unknown("nothing is sampled for this plan");

  /**
   * Takes a sample, or looks at the one that it has taken before. Does not fail.
   *
   * @param operator of a physical plan as Flink made it
   * @param given what is set for the operator, with which the advice goes together; and what is
   *     left to it
   */
  AdvisedOptions advise(RelNode operator, ResolvedOptions given);

  /** Another statement is planned from now on: what could not be sampled before may be there. */
  default void beginStatement() {}
}
