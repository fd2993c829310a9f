package org.trilink.planner.delegation;

import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.SqlDialect;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.planner.calcite.CalciteConfig;
import org.apache.flink.table.planner.plan.optimize.program.BatchOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkBatchProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkChainedProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkStreamProgram;
import org.apache.flink.table.planner.plan.optimize.program.StreamOptimizeContext;
import org.trilink.planner.hint.TrilinkHintStrategies;
import org.trilink.planner.program.HintScope;
import org.trilink.planner.program.RefuseHintsInBatch;
import org.trilink.planner.program.ResolveHints;
import org.trilink.planner.program.RewritePhysicalPlan;
import scala.Option;

/**
 * Plugs Trilink into Flink's planner: the TRILINK hint into parser and converter, a program before
 * and one behind Flink's optimizer. What a user had configured there before stays in force.
 */
public final class TrilinkCalciteConfig implements CalciteConfig {

  private final TableConfig tableConfig;
  private final CalciteConfig base;
  private final HintScope.SharedPlans sharedPlans = new HintScope.SharedPlans();

  /**
   * Creates it.
   *
   * @param tableConfig read anew for every plan, so that SET takes effect
   * @param base the configuration that this one extends
   */
  public TrilinkCalciteConfig(TableConfig tableConfig, CalciteConfig base) {
    this.tableConfig = tableConfig;
    this.base = base;
  }

  @Override
  public Option<FlinkChainedProgram<StreamOptimizeContext>> getStreamProgram() {
    FlinkChainedProgram<StreamOptimizeContext> flink =
        base.getStreamProgram().isDefined()
            ? base.getStreamProgram().get()
            : FlinkStreamProgram.buildProgram(configuration());
    HintScope scope = new HintScope(sharedPlans);
    FlinkChainedProgram<StreamOptimizeContext> chain = new FlinkChainedProgram<>();
    chain.addLast("trilink_resolve_hints", new ResolveHints(scope));
    chain.addLast("flink", flink);
    chain.addLast("trilink_rewrite_physical_plan", new RewritePhysicalPlan(scope));
    return Option.apply(chain);
  }

  @Override
  public Option<FlinkChainedProgram<BatchOptimizeContext>> getBatchProgram() {
    FlinkChainedProgram<BatchOptimizeContext> flink =
        base.getBatchProgram().isDefined()
            ? base.getBatchProgram().get()
            : FlinkBatchProgram.buildProgram(configuration());
    FlinkChainedProgram<BatchOptimizeContext> chain = new FlinkChainedProgram<>();
    chain.addLast("trilink_refuse_hints", new RefuseHintsInBatch());
    chain.addLast("flink", flink);
    return Option.apply(chain);
  }

  @Override
  public Option<SqlToRelConverter.Config> getSqlToRelConverterConfig() {
    SqlToRelConverter.Config flink =
        base.getSqlToRelConverterConfig().isDefined()
            ? base.getSqlToRelConverterConfig().get()
            : FlinkDefaults.sqlToRelConverterConfig();
    return Option.apply(
        flink
            .withHintStrategyTable(TrilinkHintStrategies.create())
            // merged projections would mix the hints of two queries; the optimizer merges them
            // later
            .withRelBuilderConfigTransform(
                config -> flink.getRelBuilderConfigTransform().apply(config).withBloat(-1)));
  }

  @Override
  public Option<SqlParser.Config> getSqlParserConfig() {
    if (base.getSqlParserConfig().isDefined()
        || tableConfig.getSqlDialect() != SqlDialect.DEFAULT) {
      return base.getSqlParserConfig();
    }
    return Option.apply(
        FlinkDefaults.sqlParserConfig().withParserFactory(TrilinkSqlParser::create));
  }

  @Override
  public boolean replacesSqlOperatorTable() {
    return base.replacesSqlOperatorTable();
  }

  @Override
  public Option<SqlOperatorTable> getSqlOperatorTable() {
    return base.getSqlOperatorTable();
  }

  private Configuration configuration() {
    return tableConfig.getConfiguration();
  }
}
