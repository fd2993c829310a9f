/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.delegation;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import javax.annotation.Nullable;
import org.apache.calcite.sql.SqlNode;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.PlannerConfig;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.delegation.Executor;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.delegation.PlannerFactory;
import org.apache.flink.table.planner.calcite.CalciteConfig;
import org.apache.flink.table.planner.delegation.DefaultExecutor;
import org.apache.flink.table.planner.delegation.DefaultPlannerFactory;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.delegation.StreamPlanner;
import org.trilink.planner.decision.OperatorAdvisor;
import org.trilink.planner.hint.HintSecrets;

/**
 * Flink's planner factory, with Trilink plugged into every planner that it makes.
 *
 * <p>It has the identifier of Flink's own factory, and two factories with one identifier on a class
 * path are an error: therefore it has no service file. The SQL Client's launcher substitutes it for
 * Flink's.
 */
public final class TrilinkPlannerFactory implements PlannerFactory {

  /**
   * The secrets in hints, by session. A session has one catalog manager, and may have a planner for
   * each statement, also for those of a statement set, which the last one then executes.
   */
  private static final Map<CatalogManager, HintSecrets> SECRETS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final DefaultPlannerFactory flink = new DefaultPlannerFactory();

  @Override
  public Planner create(Context context) {
    FlinkVersion.require();
    install(
        context.getTableConfig(),
        environment(context.getExecutor()),
        readsTemporaryView(context.getCatalogManager()),
        secretsOf(context.getCatalogManager()));
    Planner planner = flink.create(context);
    advise(context.getTableConfig(), planner);
    return planner;
  }

  @Nullable
  private static StreamExecutionEnvironment environment(Executor executor) {
    return executor instanceof DefaultExecutor
        ? ((DefaultExecutor) executor).getExecutionEnvironment()
        : null;
  }

  /** Plugs Trilink into a table environment, once. */
  @SuppressWarnings("deprecation") // Scala's way to say that it is for Flink's own packages
  public static void install(TableEnvironment environment) {
    Planner planner =
        environment instanceof TableEnvironmentImpl
            ? ((TableEnvironmentImpl) environment).getPlanner()
            : null;
    install(
        environment.getConfig(),
        planner instanceof PlannerBase ? ((PlannerBase) planner).getExecEnv() : null,
        environment instanceof TableEnvironmentImpl
            ? readsTemporaryView(((TableEnvironmentImpl) environment).getCatalogManager())
            : statement -> true,
        environment instanceof TableEnvironmentImpl
            ? secretsOf(((TableEnvironmentImpl) environment).getCatalogManager())
            : new HintSecrets());
    if (planner instanceof PlannerBase) {
      MakeHintsKnown.toExpressions((PlannerBase) planner);
    }
    advise(environment.getConfig(), planner);
  }

  /** Has the planner sample what its statements read; not so in batch mode. */
  private static void advise(TableConfig tableConfig, @Nullable Planner planner) {
    if (planner instanceof StreamPlanner) {
      ((TrilinkCalciteConfig) tableConfig.getPlannerConfig())
          .adviseBy(() -> OperatorAdvisor.of((StreamPlanner) planner));
    }
  }

  /**
   * A query of which the Table API made a table is a temporary view for other statements. Those of
   * other databases than the current one are not looked up: that may ask a catalog's server.
   */
  private static Predicate<SqlNode> readsTemporaryView(CatalogManager catalogs) {
    return statement -> {
      Set<String> views = catalogs.listTemporaryViews();
      return TableNames.in(statement).stream()
          .anyMatch(name -> views.contains(name) || name.indexOf('.') >= 0);
    };
  }

  /** Returns the secrets that the hints of a session hide. */
  static HintSecrets secretsOf(CatalogManager session) {
    return SECRETS.computeIfAbsent(session, any -> new HintSecrets());
  }

  /** Plugs Trilink into a table configuration, once. */
  public static void install(TableConfig tableConfig) {
    install(tableConfig, null, statement -> true, new HintSecrets());
  }

  private static void install(
      TableConfig tableConfig,
      @Nullable StreamExecutionEnvironment environment,
      Predicate<SqlNode> readsEarlierQuery,
      HintSecrets secrets) {
    PlannerConfig configured = tableConfig.getPlannerConfig();
    if (configured instanceof TrilinkCalciteConfig) {
      return;
    }
    if (configured != PlannerConfig.EMPTY_CONFIG && !(configured instanceof CalciteConfig)) {
      throw new TableException(
          "Trilink extends a CalciteConfig, but the planner is configured by "
              + configured.getClass().getName()
              + ".");
    }
    CalciteConfig base =
        configured instanceof CalciteConfig
            ? (CalciteConfig) configured
            : CalciteConfig.createBuilder().build();
    tableConfig.setPlannerConfig(
        new TrilinkCalciteConfig(tableConfig, base, environment, readsEarlierQuery, secrets));
  }

  @Override
  public String factoryIdentifier() {
    return flink.factoryIdentifier();
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return flink.requiredOptions();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return flink.optionalOptions();
  }
}
