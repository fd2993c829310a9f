/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.bridge.java.internal.StreamTableEnvironmentImpl;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.operations.PlannerQueryOperation;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.trilink.planner.Trilink;
import org.trilink.planner.flink.CopiedSettings;
import org.trilink.planner.flink.PlanText;
import org.trilink.runtime.testing.SharedCluster;
import org.trilink.runtime.watermark.KeyWatermarkFunction;

/**
 * A table environment with Trilink for one test class, with methods to inspect plans. Settings of
 * the session are reset after each test.
 */
public final class TestPlanner implements AfterEachCallback {

  /** The hint for key-level watermarks. */
  public static final String HINT = "/*+ TRILINK('watermark'='key') */";

  private static final Pattern ADVICE = Pattern.compile("\\bHintReport\\(trilink=\\[(.*)]\\)");
  private static final Pattern KEY_WATERMARK =
      Pattern.compile("\\bKeyWatermark\\w+\\(.*, trilink=\\[(.*)]\\)");

  private static final Pattern CONSEQUENCES = Pattern.compile(", ((dropped|late|results)=.*)");
  private static final Pattern ORDER = Pattern.compile(", (watermark[.]order=.*)");

  private static final Pattern KEY_PLACEMENT =
      Pattern.compile("\\bKeyPlacement\\(trilink=\\[(.*)]\\)");

  private final StreamExecutionEnvironment streams =
      SharedCluster.environment(1, new Configuration());
  private final StreamTableEnvironment tables = StreamTableEnvironment.create(streams);
  private final CopiedSettings copied = new CopiedSettings(streams);
  private final Configuration initialSession;

  /** With table {@code t (k, v, ts)}, whose watermark is 5 s behind, and sink {@code s (k, c)}. */
  public TestPlanner() {
    Trilink.install(tables);
    tables.createTemporarySystemFunction(KeyWatermarkFunction.NAME, KeyWatermarkFunction.class);
    initialSession = tables.getConfig().getConfiguration().clone();
    execute(
        "CREATE TABLE t (k STRING, v INT, ts TIMESTAMP(3),"
            + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen')",
        "CREATE TABLE s (k STRING, c BIGINT) WITH ('connector' = 'blackhole')");
  }

  /** The environment itself. */
  public StreamTableEnvironment tables() {
    return tables;
  }

  /** For DataStreams in the environment. */
  public StreamExecutionEnvironment streams() {
    return streams;
  }

  /** Executes statements, e.g. DDL. */
  public TestPlanner execute(String... statements) {
    for (String statement : statements) {
      tables.executeSql(statement);
    }
    return this;
  }

  /** Sets a key of the session's configuration until the end of the test. */
  public void set(String key, String value) {
    tables.getConfig().getConfiguration().setString(key, value);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Configuration session = tables.getConfig().getConfiguration();
    session.toMap().keySet().forEach(key -> removeKey(session, key));
    session.addAll(initialSession);
    copied.reset();
  }

  private static void removeKey(Configuration session, String key) {
    session.removeConfig(ConfigOptions.key(key).stringType().noDefaultValue());
  }

  /** The optimized physical plan. */
  public String plan(String sql) {
    return physicalPlan(tables.explainSql(sql));
  }

  /** The optimized physical plan of a query, without creating its operators. */
  public String planWithoutOperators(String query) {
    return PlanText.of(optimize(query), SqlExplainLevel.EXPPLAN_ATTRIBUTES).strip();
  }

  /** The nodes of the optimized physical plan of a query, or of an INSERT. */
  public RelNode optimize(String sql) {
    PlannerBase planner = (PlannerBase) ((StreamTableEnvironmentImpl) tables).getPlanner();
    Operation parsed = planner.getParser().parse(sql).get(0);
    return planner.optimize(
        parsed instanceof ModifyOperation insert
            ? planner.translateToRel(insert)
            : ((PlannerQueryOperation) parsed).getCalciteTree());
  }

  /** The optimized physical plans of statements that run as one job. */
  public String plan(StatementSet statements) {
    return physicalPlan(statements.explain());
  }

  /** The execution plan of statements that run as one job; it shows what is reused. */
  public static String executionPlan(StatementSet statements) {
    String explained = statements.explain();
    return explained.substring(explained.indexOf("== Optimized Execution Plan =="));
  }

  /** INSERT statements that run as one job. */
  public StatementSet statements(String... inserts) {
    StatementSet set = tables.createStatementSet();
    for (String insert : inserts) {
      set.addInsertSql(insert);
    }
    return set;
  }

  private static String physicalPlan(String explained) {
    String title = "== Optimized Physical Plan ==\n";
    return explained
        .substring(
            explained.indexOf(title) + title.length(),
            explained.indexOf("== Optimized Execution Plan =="))
        .strip();
  }

  /** The plan's remarks on hints that were not followed, from the top. */
  public static List<String> advice(String plan) {
    return settings(ADVICE, plan);
  }

  /** The settings of the operators under key-level watermarks, from the top. */
  public static List<String> keyWatermarks(String plan) {
    return withoutOrder(plan)
        .map(text -> CONSEQUENCES.matcher(text).replaceFirst(""))
        .collect(Collectors.toList());
  }

  private static Stream<String> withoutOrder(String plan) {
    return settings(KEY_WATERMARK, plan).stream().map(text -> ORDER.matcher(text).replaceFirst(""));
  }

  /** In which order their keys' records come, why, and with what consequences, from the top. */
  public static List<String> orders(String plan) {
    return settings(KEY_WATERMARK, plan).stream()
        .map(ORDER::matcher)
        .map(found -> found.find() ? found.group(1) : "")
        .collect(Collectors.toList());
  }

  /** The plan's remarks on the consequences of these settings; empty if there are none. */
  public static List<String> consequences(String plan) {
    return withoutOrder(plan)
        .map(CONSEQUENCES::matcher)
        .map(found -> found.find() ? found.group(1) : "")
        .collect(Collectors.toList());
  }

  /** The settings of the operators whose keys are placed, from the top. */
  public static List<String> keyPlacements(String plan) {
    return settings(KEY_PLACEMENT, plan);
  }

  private static List<String> settings(Pattern node, String plan) {
    return plan.lines()
        .map(node::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .collect(Collectors.toList());
  }

  /** The message of the {@link ValidationException} that planning this throws. */
  public String error(String sql) {
    return error(() -> plan(sql));
  }

  /**
   * The message that the user sees when this fails; a {@link ValidationException} must be among the
   * causes.
   */
  public static String error(Runnable planning) {
    Throwable thrown = catchThrowable(planning::run);
    assertThat(thrown).hasStackTraceContaining(ValidationException.class.getName());
    return thrown.getMessage();
  }
}
