/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.SqlDialect;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.planner.calcite.CalciteConfig;
import org.apache.flink.table.planner.plan.optimize.program.BatchOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkBatchProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkChainedProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeContext;
import org.apache.flink.table.planner.plan.optimize.program.FlinkOptimizeProgram;
import org.apache.flink.table.planner.plan.optimize.program.FlinkStreamProgram;
import org.apache.flink.table.planner.plan.optimize.program.StreamOptimizeContext;
import org.apache.flink.table.planner.utils.InternalConfigOptions;
import org.trilink.planner.aheadkeyby.AheadKeyByTopics;
import org.trilink.planner.decision.HintScope;
import org.trilink.planner.decision.OperatorAdvisor;
import org.trilink.planner.flink.FlinkDefaults;
import org.trilink.planner.flink.FlinkSettings;
import org.trilink.planner.flink.PlanTypes;
import org.trilink.planner.hint.HintSecrets;
import org.trilink.planner.rewrite.RefuseHintsInBatch;
import org.trilink.planner.rewrite.ResolveHints;
import org.trilink.planner.rewrite.RewritePhysicalPlan;
import scala.Option;

/**
 * Plugs Trilink into Flink's planner: the TRILINK hint into parser and converter, a program before
 * and one after Flink's optimizer. What a user had configured there before stays in force.
 */
public final class TrilinkCalciteConfig implements CalciteConfig {

  private final TableConfig tableConfig;
  private final CalciteConfig base;
  @Nullable private final StreamExecutionEnvironment environment;
  private final HintScope.SharedPlans sharedPlans = new HintScope.SharedPlans();
  private final AheadKeyByTopics aheadKeyByTopics = new AheadKeyByTopics();
  private final HintSecrets secrets;
  @Nullable private final Consumer<RelNode> observer;
  private final Predicate<SqlNode> readsEarlierQuery;
  private volatile OperatorAdvisor advisor = OperatorAdvisor.NONE;
  private ParserUse latestParser = new ParserUse();
  private volatile boolean statementMayHaveHints;
  private volatile boolean earlierQueryHasHints;

  /**
   * When Flink began to translate or explain, in epoch ms; null if it did not say. It differs from
   * one statement to the next, as each takes longer than a millisecond.
   */
  @Nullable private Long translation;

  /**
   * Creates it.
   *
   * @param tableConfig read anew for every plan, so that SET takes effect
   * @param base the configuration that this one extends
   * @param environment in which statements are run, null if that is not known
   * @param readsEarlierQuery whether a statement may be built upon the query of an earlier one
   * @param secrets what the session's hints hide
   */
  TrilinkCalciteConfig(
      TableConfig tableConfig,
      CalciteConfig base,
      @Nullable StreamExecutionEnvironment environment,
      Predicate<SqlNode> readsEarlierQuery,
      HintSecrets secrets) {
    this(tableConfig, base, environment, readsEarlierQuery, secrets, null);
  }

  private TrilinkCalciteConfig(
      TableConfig tableConfig,
      CalciteConfig base,
      @Nullable StreamExecutionEnvironment environment,
      Predicate<SqlNode> readsEarlierQuery,
      HintSecrets secrets,
      @Nullable Consumer<RelNode> observer) {
    PlanTypes.register();
    this.tableConfig = tableConfig;
    this.base = base;
    this.environment = environment;
    this.readsEarlierQuery = readsEarlierQuery;
    this.secrets = secrets;
    this.observer = observer;
  }

  /** Has options that are left to advice decided by this one, unless there is one already. */
  void adviseBy(Supplier<OperatorAdvisor> samples) {
    if (advisor == OperatorAdvisor.NONE) {
      advisor = samples.get();
    }
  }

  /**
   * Creates a configuration like this one for looking at plans: a statement's hints are ignored, so
   * that only the session's options count, and nothing is sampled.
   *
   * @param physicalPlans gets each physical plan when it is finished
   */
  public TrilinkCalciteConfig observing(Consumer<RelNode> physicalPlans) {
    return new TrilinkCalciteConfig(
        tableConfig, base, environment, readsEarlierQuery, secrets, physicalPlans);
  }

  @Override
  public Option<FlinkChainedProgram<StreamOptimizeContext>> getStreamProgram() {
    FlinkChainedProgram<StreamOptimizeContext> flink =
        base.getStreamProgram().isDefined()
            ? base.getStreamProgram().get()
            : FlinkStreamProgram.buildProgram(configuration());
    beginTranslation();
    HintScope scope =
        observer == null
            ? new HintScope(sharedPlans, secrets, advisor)
            : HintScope.ignoringHints(secrets);
    FlinkChainedProgram<StreamOptimizeContext> chain = new FlinkChainedProgram<>();
    chain.addLast("trilink_make_hints_known", new MakeHintsKnown());
    chain.addLast("trilink_resolve_hints", new ResolveHints(scope));
    addAll(flink, chain);
    chain.addLast(
        "trilink_rewrite_physical_plan",
        new RewritePhysicalPlan(scope, aheadKeyByTopics, environment));
    if (observer != null) {
      chain.addLast("trilink_observe", new ObservePlan(observer));
    }
    return Option.apply(chain);
  }

  private static final class ObservePlan implements FlinkOptimizeProgram<StreamOptimizeContext> {

    private static final long serialVersionUID = 1L;

    private final transient Consumer<RelNode> observer;

    ObservePlan(Consumer<RelNode> observer) {
      this.observer = observer;
    }

    @Override
    public RelNode optimize(RelNode root, StreamOptimizeContext context) {
      observer.accept(root);
      return root;
    }
  }

  @Override
  public Option<FlinkChainedProgram<BatchOptimizeContext>> getBatchProgram() {
    FlinkChainedProgram<BatchOptimizeContext> flink =
        base.getBatchProgram().isDefined()
            ? base.getBatchProgram().get()
            : FlinkBatchProgram.buildProgram(configuration());
    FlinkChainedProgram<BatchOptimizeContext> chain = new FlinkChainedProgram<>();
    chain.addLast("trilink_refuse_hints", new RefuseHintsInBatch());
    addAll(flink, chain);
    return Option.apply(chain);
  }

  /** One by one, because programs may look for Flink's phases by name. */
  private static <C extends FlinkOptimizeContext> void addAll(
      FlinkChainedProgram<C> programs, FlinkChainedProgram<C> chain) {
    for (String name : programs.getProgramNames()) {
      chain.addLast(name, programs.get(name).get());
    }
  }

  @Override
  public Option<SqlToRelConverter.Config> getSqlToRelConverterConfig() {
    SqlToRelConverter.Config flink =
        base.getSqlToRelConverterConfig().isDefined()
            ? base.getSqlToRelConverterConfig().get()
            : FlinkDefaults.sqlToRelConverterConfig();
    latestParser.isOfPlanner = true; // Flink asks for a planner's two configurations in a row
    return Option.apply(
        flink
            .withHintStrategyTable(TrilinkHintStrategies.create())
            .withRelBuilderConfigTransform(
                config ->
                    ProjectionMerging.of(
                        flink.getRelBuilderConfigTransform().apply(config),
                        this::keepsProjections)));
  }

  private boolean keepsProjections() {
    return statementMayHaveHints
        || !usesOwnParser()
        || !FlinkSettings.mergesProjections(tableConfig);
  }

  @Override
  public Option<SqlParser.Config> getSqlParserConfig() {
    if (!usesOwnParser()) {
      return base.getSqlParserConfig();
    }
    ParserUse use = new ParserUse();
    latestParser = use;
    return Option.apply(
        FlinkDefaults.sqlParserConfig()
            .withParserFactory(
                reader ->
                    TrilinkSqlParser.create(reader, secrets, parsed -> onParsed(parsed, use))));
  }

  /** A table is executed or explained without a statement that is parsed. */
  private void beginTranslation() {
    Long now = configuration().get(InternalConfigOptions.TABLE_QUERY_START_EPOCH_TIME);
    if (!Objects.equals(now, translation)) {
      translation = now;
      beginStatement();
    }
  }

  private void beginStatement() {
    aheadKeyByTopics.forget();
    sharedPlans.forgetNeeds();
    advisor.beginStatement();
  }

  /**
   * A statement begins: what earlier ones needed of topics and of shared sub-plans does not count
   * any more, as all statements of a set are parsed before any is planned. A view's query that is
   * parsed while a statement is converted is a part of that.
   */
  private void onParsed(SqlNode parsed, ParserUse use) {
    beginStatement();
    boolean mayHaveHints =
        HintPlaces.hasTrilink(parsed) || (earlierQueryHasHints && readsEarlierQuery.test(parsed));
    statementMayHaveHints = mayHaveHints || (use.isOfPlanner && statementMayHaveHints);
    earlierQueryHasHints |= statementMayHaveHints && parsed.isA(SqlKind.QUERY);
  }

  /** Whether a parser is that of a planner, which reads the queries of views with it. */
  private static final class ParserUse {
    volatile boolean isOfPlanner;
  }

  private boolean usesOwnParser() {
    return base.getSqlParserConfig().isEmpty() && tableConfig.getSqlDialect() == SqlDialect.DEFAULT;
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
    return FlinkSettings.of(tableConfig);
  }
}
