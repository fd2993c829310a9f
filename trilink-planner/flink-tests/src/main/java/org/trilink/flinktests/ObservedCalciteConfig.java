/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.flinktests;

import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.flink.table.planner.calcite.CalciteConfig;
import org.apache.flink.table.planner.plan.optimize.program.BatchOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkChainedProgram;
import org.apache.flink.table.planner.plan.optimize.program.StreamOptimizeContext;
import scala.Option;

/** Trilink's configuration of the planner with a program behind its own that counts. */
final class ObservedCalciteConfig implements CalciteConfig {

  private final CalciteConfig trilink;
  private final Set<Class<? extends RelNode>> counted;

  ObservedCalciteConfig(CalciteConfig trilink, Set<Class<? extends RelNode>> counted) {
    this.trilink = trilink;
    this.counted = counted;
  }

  @Override
  public Option<FlinkChainedProgram<StreamOptimizeContext>> getStreamProgram() {
    // made anew by each call
    FlinkChainedProgram<StreamOptimizeContext> chain = trilink.getStreamProgram().get();
    chain.addLast("count_operators", new CountOperators(counted));
    return Option.apply(chain);
  }

  @Override
  public Option<FlinkChainedProgram<BatchOptimizeContext>> getBatchProgram() {
    return trilink.getBatchProgram();
  }

  @Override
  public Option<SqlToRelConverter.Config> getSqlToRelConverterConfig() {
    return trilink.getSqlToRelConverterConfig();
  }

  @Override
  public Option<SqlParser.Config> getSqlParserConfig() {
    return trilink.getSqlParserConfig();
  }

  @Override
  public boolean replacesSqlOperatorTable() {
    return trilink.replacesSqlOperatorTable();
  }

  @Override
  public Option<SqlOperatorTable> getSqlOperatorTable() {
    return trilink.getSqlOperatorTable();
  }
}
