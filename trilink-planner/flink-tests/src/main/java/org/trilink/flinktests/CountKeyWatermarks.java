/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.flinktests;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;
import org.apache.flink.table.planner.plan.optimize.program.StreamOptimizeContext;
import org.trilink.planner.keywatermark.KeyWatermarkRel;

/** Counts the key-level operators of finished plans: a test without one shows nothing of them. */
final class CountKeyWatermarks implements FlinkOptimizeProgram<StreamOptimizeContext> {

  private static final long serialVersionUID = 1L;

  private static final AtomicInteger COUNTED = new AtomicInteger();

  /** Returns how many there were since the last call, in all plans of this process. */
  static int takeCount() {
    return COUNTED.getAndSet(0);
  }

  @Override
  public RelNode optimize(RelNode root, StreamOptimizeContext context) {
    COUNTED.addAndGet(keyWatermarks(root));
    return root;
  }

  private static int keyWatermarks(RelNode rel) {
    int here = rel instanceof KeyWatermarkRel ? 1 : 0;
    return here + rel.getInputs().stream().mapToInt(CountKeyWatermarks::keyWatermarks).sum();
  }
}
