/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.tools.FrameworkConfig;
import org.apache.calcite.tools.Frameworks;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.delegation.PlannerContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;
import org.apache.flink.table.planner.plan.optimize.program.StreamOptimizeContext;
import org.trilink.planner.flink.FlinkField;
import org.trilink.runtime.flink.SupportedFlink;

/**
 * Runs first: Calcite asks the plan's cluster about each hint, and fails on one that it does not
 * know. What it knows is what its latest conversion of SQL knew, and Flink converts expressions (of
 * a table's computed columns, of {@code local-merge.emit.when}) by the configuration that it had
 * before Trilink was installed.
 */
final class MakeHintsKnown implements FlinkOptimizeProgram<StreamOptimizeContext> {

  private static final long serialVersionUID = 1L;

  /**
   * Also has expressions converted so in a planner that is there already: while a query is
   * converted, Flink converts those of tables whose catalog keeps them as text.
   */
  static void toExpressions(PlannerBase planner) {
    PlannerContext context = planner.plannerContext();
    try {
      FrameworkConfig before = (FrameworkConfig) FlinkField.EXPRESSION_CONFIG.get(context);
      FlinkField.EXPRESSION_CONFIG.set(
          context,
          Frameworks.newConfigBuilder(before)
              .sqlToRelConverterConfig(
                  before
                      .getSqlToRelConverterConfig()
                      .withHintStrategyTable(TrilinkHintStrategies.create()))
              .build());
    } catch (ReflectiveOperationException e) {
      throw new TableException(
          "Trilink cannot be installed into this version of Flink; it is made for "
              + SupportedFlink.VERSION
              + ".",
          e);
    }
  }

  @Override
  public RelNode optimize(RelNode root, StreamOptimizeContext context) {
    root.getCluster().setHintStrategies(TrilinkHintStrategies.create());
    return root;
  }
}
