/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.rewrite;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.hint.Hintable;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.planner.plan.optimize.program.BatchOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;
import org.trilink.planner.decision.HintCarrier;

/** Batch jobs have no watermarks and no keyed exchanges to place: a hint there is a mistake. */
public final class RefuseHintsInBatch implements FlinkOptimizeProgram<BatchOptimizeContext> {

  private static final long serialVersionUID = 1L;

  @Override
  public RelNode optimize(RelNode root, BatchOptimizeContext context) {
    refuse(root);
    return root;
  }

  private static void refuse(RelNode rel) {
    if (rel instanceof Hintable
        && ((Hintable) rel).getHints().stream().anyMatch(HintCarrier::isTrilink)) {
      throw new ValidationException(
          "TRILINK hints work in streaming mode only. Remove the hint, or set"
              + " 'execution.runtime-mode' to 'streaming'.");
    }
    rel.getInputs().forEach(RefuseHintsInBatch::refuse);
    SubQueries.forEach(rel, RefuseHintsInBatch::refuse);
  }
}
