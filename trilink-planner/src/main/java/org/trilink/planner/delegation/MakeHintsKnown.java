/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;
import org.apache.flink.table.planner.plan.optimize.program.StreamOptimizeContext;

/**
 * Runs first: Calcite's rules ask the plan's cluster about each hint, and fail on one that it does
 * not know. What it knows is what its latest conversion of SQL knew, and Flink converts expressions
 * (of a table's computed columns, of {@code local-merge.emit.when}) by the configuration that it
 * had before Trilink was installed.
 */
final class MakeHintsKnown implements FlinkOptimizeProgram<StreamOptimizeContext> {

  private static final long serialVersionUID = 1L;

  @Override
  public RelNode optimize(RelNode root, StreamOptimizeContext context) {
    root.getCluster().setHintStrategies(TrilinkHintStrategies.create());
    return root;
  }
}
