/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.flinktests;

import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;
import org.apache.flink.table.planner.plan.optimize.program.StreamOptimizeContext;

/** Counts operators of Trilink in finished plans: a test without one shows nothing of them. */
final class CountOperators implements FlinkOptimizeProgram<StreamOptimizeContext> {

  private static final long serialVersionUID = 1L;

  private static final AtomicInteger COUNTED = new AtomicInteger();

  // Programs are serializable by their interface only; nobody serializes one.
  private final transient Set<Class<? extends RelNode>> counted;

  /**
   * Creates it.
   *
   * @param counted the kinds of nodes to count
   */
  CountOperators(Set<Class<? extends RelNode>> counted) {
    this.counted = counted;
  }

  /** Returns how many there were since the last call, in all plans of this process. */
  static int takeCount() {
    return COUNTED.getAndSet(0);
  }

  @Override
  public RelNode optimize(RelNode root, StreamOptimizeContext context) {
    COUNTED.addAndGet(operators(root));
    return root;
  }

  private int operators(RelNode rel) {
    int here = counted.stream().anyMatch(kind -> kind.isInstance(rel)) ? 1 : 0;
    return here + rel.getInputs().stream().mapToInt(this::operators).sum();
  }
}
