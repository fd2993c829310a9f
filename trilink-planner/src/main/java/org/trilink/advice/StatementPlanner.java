/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.advice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.UnmodifiableConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.PlannerConfig;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.api.config.OptimizerConfigOptions;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.planner.delegation.StreamPlanner;
import org.trilink.advice.operator.PlanningSession;
import org.trilink.planner.delegation.TrilinkCalciteConfig;
import org.trilink.planner.delegation.TrilinkPlannerFactory;
import org.trilink.planner.hint.HintOption;

/**
 * Plans a statement with other hints than its own. Settings of the session that this takes last as
 * long as a call. Not thread-safe, like the environment.
 */
final class StatementPlanner {

  private final TableEnvironment tables;
  private final StreamExecutionEnvironment environment;
  private final PlanningSession session;
  @Nullable private RelNode physicalPlan;

  /**
   * Creates it; installs Trilink.
   *
   * @throws TableException if the environment is not one for streaming with Flink's planner
   */
  @SuppressWarnings("deprecation") // Scala's way to say that it is for Flink's own packages
  StatementPlanner(TableEnvironment tables, AdviceSettings settings) {
    TrilinkPlannerFactory.install(tables);
    this.tables = tables;
    Planner ofTables =
        tables instanceof TableEnvironmentImpl
            ? ((TableEnvironmentImpl) tables).getPlanner()
            : null;
    if (!(ofTables instanceof StreamPlanner)) {
      throw new TableException(
          "Trilink advises on streaming jobs, but this environment is one for batch jobs.");
    }
    environment = ((StreamPlanner) ofTables).getExecEnv();
    session = new PlanningSession((StreamPlanner) ofTables, settings.parallelism());
  }

  /** A finished plan. */
  static final class Plan {

    private final RelNode physical;
    private final String explained;

    private Plan(RelNode physical, String explained) {
      this.physical = physical;
      this.explained = explained;
    }

    RelNode physical() {
      return physical;
    }

    /** As EXPLAIN prints it. */
    String explained() {
      return explained;
    }
  }

  /**
   * The plan with these options in the place of the statement's hints.
   *
   * @param hint options by name
   */
  Plan plan(String sql, Map<String, String> hint) {
    return plan(sql, hint, Collections.emptyMap());
  }

  /** The plan without hints, and all of Flink's, in which aggregates are of one phase. */
  Plan planInOnePhase(String sql) {
    return plan(
        sql,
        Collections.singletonMap("decode", "stock"),
        Collections.singletonMap(
            OptimizerConfigOptions.TABLE_OPTIMIZER_AGG_PHASE_STRATEGY.key(), "ONE_PHASE"));
  }

  private Plan plan(String sql, Map<String, String> hint, Map<String, String> further) {
    Map<String, String> options = new LinkedHashMap<>(further);
    hint.forEach((name, value) -> options.put(HintOption.SESSION_PREFIX + name, value));
    options.put(CoreOptions.DEFAULT_PARALLELISM.key(), String.valueOf(session.parallelism()));
    options.put(
        ExecutionConfigOptions.TABLE_EXEC_RESOURCE_DEFAULT_PARALLELISM.key(),
        String.valueOf(session.parallelism()));
    return under(
        options,
        () -> {
          physicalPlan = null;
          String explained = tables.explainSql(sql);
          if (physicalPlan == null) {
            throw new TableException("The statement has no plan: it is no SELECT and no INSERT.");
          }
          return new Plan(physicalPlan, explained);
        });
  }

  private <T> T under(Map<String, String> options, Supplier<T> action) {
    TableConfig config = tables.getConfig();
    PlannerConfig plannerBefore = config.getPlannerConfig();
    int parallelismBefore = environment.getParallelism();
    List<Configuration> settings = settings();
    List<Configuration> before =
        settings.stream().map(Configuration::clone).collect(Collectors.toList());
    try {
      settings.forEach(each -> removeKeys(each, StatementPlanner::isOfTrilink));
      options.forEach(config.getConfiguration()::setString);
      config.setPlannerConfig(
          ((TrilinkCalciteConfig) plannerBefore).observing(plan -> physicalPlan = plan));
      return action.get();
    } finally {
      config.setPlannerConfig(plannerBefore);
      for (int i = 0; i < before.size(); i++) {
        restore(settings.get(i), before.get(i));
      }
      environment.getConfig().setParallelism(parallelismBefore);
    }
  }

  /**
   * The session's settings, and those that Flink copies them into when it translates, where 1.20
   * reads them, too; if they cannot be changed, Flink does not do so.
   */
  private List<Configuration> settings() {
    Configuration session = tables.getConfig().getConfiguration();
    Configuration copied = (Configuration) environment.getConfiguration();
    return copied instanceof UnmodifiableConfiguration
        ? Collections.singletonList(session)
        : Arrays.asList(session, copied);
  }

  private static boolean isOfTrilink(String key) {
    String prefix = HintOption.SESSION_PREFIX;
    return key.regionMatches(true, 0, prefix, 0, prefix.length());
  }

  private static void restore(Configuration settings, Configuration before) {
    removeKeys(settings, key -> !before.containsKey(key));
    settings.addAll(before);
  }

  private static void removeKeys(Configuration settings, Predicate<String> which) {
    new ArrayList<>(settings.keySet())
        .stream()
            .filter(which)
            .forEach(
                key -> settings.removeConfig(ConfigOptions.key(key).stringType().noDefaultValue()));
  }

  /** The environment's planner and settings, as far as a sample needs them. */
  PlanningSession session() {
    return session;
  }
}
