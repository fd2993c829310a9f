/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.decision;

import java.util.Iterator;
import java.util.ServiceLoader;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.delegation.StreamPlanner;
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

  /** Advice is an optional part: the one on the class path, or none. */
  static OperatorAdvisor of(StreamPlanner planner) {
    Iterator<Factory> found =
        ServiceLoader.load(Factory.class, Factory.class.getClassLoader()).iterator();
    return found.hasNext() ? found.next().create(planner) : NONE;
  }

  /** Creates advisors; a service. */
  interface Factory {

    /**
     * Creates one.
     *
     * @param planner by which it plans the jobs that take its samples
     */
    OperatorAdvisor create(StreamPlanner planner);
  }

  /** Another statement is planned from now on: what could not be sampled before may be there. */
  default void beginStatement() {}
}
