/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.planner.testing.trial.TrialCluster.TIMEOUT;
import static org.trilink.planner.testing.trial.TrialCluster.finish;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.api.common.restartstrategy.RestartStrategies;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.bridge.java.StreamStatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentInternal;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.types.logical.utils.LogicalTypeUtils;
import org.apache.flink.table.types.utils.TypeConversions;
import org.apache.flink.types.Row;
import org.trilink.planner.flink.JsonPlans;
import org.trilink.planner.testing.CollectedTableFactory;
import org.trilink.planner.testing.DurableResultsSink;
import org.trilink.planner.testing.RowsSource;
import org.trilink.planner.testing.Savepoints;
import org.trilink.runtime.testing.Await;

/** A {@link HintedTrial} that was planned, and can be run if it was not refused. */
public final class HintedRun {

  /** Operators that are Trilink's own; a job's names say in brackets what was refused. */
  private static final Pattern OWN = Pattern.compile("\\b(KeyWatermark\\w+|LocalMerge)[\\[(]");

  private static final Pattern ADVICE = Pattern.compile("\\bHintReport\\(trilink=\\[(.*)]\\)");

  private static final String RESULTS = "results";

  /** Options of which EXPLAIN must tell, with the values that change nothing. */
  private static final Map<String, String> TOLD =
      Map.of("watermark", "subtask", "partition", "hash", "exchange", "shuffle");

  private final TrialCluster cluster;
  private final HintedTrial trial;
  private final Optional<Exception> failure;
  private final String plan;

  HintedRun(TrialCluster cluster, HintedTrial trial) throws Exception {
    this.cluster = cluster;
    this.trial = trial;
    read(1, false); // EXPLAIN makes sources as well
    String explained = "";
    Exception failed = null;
    try {
      explained = statements(environment(trial.setup().parallelism(), null), true).explain();
    } catch (ValidationException | TableException e) {
      failed = e;
    }
    plan = explained;
    failure = Optional.ofNullable(failed);
  }

  // --------------------------------------------------------------------------------------- plan

  /** Why the statements cannot be run; empty if they can. */
  public Optional<String> failure() {
    return failure.map(
        e ->
            Stream.<Throwable>iterate(e, cause -> cause != null, Throwable::getCause)
                .map(String::valueOf)
                .collect(Collectors.joining("\n")));
  }

  /** Whether stock Flink can plan the same without hints. */
  public boolean canBePlannedByStockFlink() throws Exception {
    try {
      String unused = statements(environment(1, null), false).explain();
      return true;
    } catch (ValidationException | TableException e) {
      return false;
    }
  }

  /** As EXPLAIN shows it. */
  public String plan() {
    return plan;
  }

  /** The options with an effect of their own of which EXPLAIN does not tell. */
  public List<String> untold() {
    return trial.options().entrySet().stream()
        .filter(option -> TOLD.containsKey(option.getKey()))
        .filter(option -> !TOLD.get(option.getKey()).equals(option.getValue()))
        .map(option -> option.getKey() + "=" + option.getValue())
        .filter(option -> !plan.contains(option))
        .toList();
  }

  /** Whether EXPLAIN says that something is refused or has no effect. */
  public boolean hasAdvice() {
    return ADVICE.matcher(plan).find();
  }

  /** Whether all operators that wait for event time go by that of each key. */
  public boolean isByKey() {
    return trial.isByKey()
        && plan.contains("KeyWatermark")
        && ADVICE
            .matcher(plan)
            .results()
            .noneMatch(advice -> advice.group(1).contains("watermark"));
  }

  private static Set<String> own(Stream<String> texts) {
    return texts
        .flatMap(text -> OWN.matcher(text).results())
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  // --------------------------------------------------------------------------------- environment

  private StreamExecutionEnvironment environment(int parallelism, String savepoint)
      throws Exception {
    Configuration options = new Configuration();
    options.setString("execution.checkpointing.checkpoints-after-tasks-finish.enabled", "true");
    if (savepoint != null) {
      options.setString("execution.savepoint.path", savepoint);
    }
    StreamExecutionEnvironment environment =
        cluster.environment(trial.setup(), parallelism, options);
    environment.configure(options);
    return environment;
  }

  private StreamTableEnvironment tables(StreamExecutionEnvironment environment, boolean trilink) {
    StreamTableEnvironment tables;
    if (trilink) {
      tables =
          TrialCluster.trilink(
              environment,
              trial.input().time(),
              trial.place() == Place.SESSION ? trial.options() : Map.of());
    } else {
      tables = TrialCluster.stock(environment, trial.input().time());
    }
    tables.executeSql(TrialTableFactory.ddl("t", trial.input().time()));
    tables.executeSql(TrialTableFactory.ddl("u", trial.input().time()));
    TrialCluster.createVersions(tables, trial.query(), "");
    (trilink ? trial.definitions() : trial.form().definitions(trial.query(), ""))
        .forEach(tables::executeSql);
    createResults(tables, queries(trilink).get(0));
    return tables;
  }

  private List<String> queries(boolean trilink) {
    return trilink ? trial.statements() : trial.form().statements(trial.query(), "");
  }

  /** A table for a query's results. */
  private static void createResults(StreamTableEnvironment tables, String query) {
    Schema.Builder schema = Schema.newBuilder();
    for (Column column : tables.sqlQuery(query).getResolvedSchema().getColumns()) {
      schema.column(
          column.getName(),
          TypeConversions.fromLogicalToDataType(
                  LogicalTypeUtils.removeTimeAttributes(column.getDataType().getLogicalType()))
              .nullable());
    }
    tables.createTemporaryTable(
        RESULTS, TableDescriptor.forConnector("collected").schema(schema.build()).build());
  }

  private StreamStatementSet statements(StreamExecutionEnvironment environment, boolean trilink) {
    StreamTableEnvironment tables = tables(environment, trilink);
    StreamStatementSet statements = tables.createStatementSet();
    for (String query : queries(trilink)) {
      statements.addInsertSql("INSERT INTO " + RESULTS + " " + query);
    }
    return statements;
  }

  // ----------------------------------------------------------------------------------------- run

  /**
   * The changes that the job writes, as text.
   *
   * @param folder for checkpoints and savepoints
   */
  public List<String> results(Path folder) throws Exception {
    read(1, isByKey());
    return switch (trial.way()) {
      case STATEMENTS -> runStatements();
      case JSON_PLAN -> runJsonPlan();
      case CRASH -> runToEnd(trial.setup().parallelism(), null, true);
      case RESCALE -> {
        read(2, isByKey());
        String savepoint = stopped(folder);
        read(1, isByKey());
        yield runToEnd(trial.rescaledTo(), savepoint, false);
      }
    };
  }

  /** Lets jobs read the n-th part of the rows. */
  private void read(int part, boolean byKey) {
    List<Row> t = trial.rows(trial.input().t(), byKey);
    List<Row> u = trial.rows(trial.input().u(), byKey);
    TrialTableFactory.set("t", trial.input().time(), t, t.size() / part);
    TrialTableFactory.set("u", trial.input().time(), u, u.size() / part);
  }

  private List<String> runStatements() throws Exception {
    StreamExecutionEnvironment environment = environment(trial.setup().parallelism(), null);
    statements(environment, true).attachAsDataStream();
    assertThat(
            own(
                environment.getStreamGraph(false).getStreamNodes().stream()
                    .map(StreamNode::getOperatorName)))
        .as("operators of the job")
        .isEqualTo(own(Stream.of(plan)));
    CollectedTableFactory.takeRows();
    finish(environment.executeAsync());
    return collected();
  }

  private static List<String> collected() {
    return CollectedTableFactory.takeRows().stream().map(Row::toString).toList();
  }

  private List<String> runJsonPlan() throws Exception {
    TableEnvironmentInternal tables =
        (TableEnvironmentInternal) tables(environment(trial.setup().parallelism(), null), true);
    String json;
    String readPlan;
    try {
      json = jsonPlan(tables, trial.statements());
      readPlan = JsonPlans.explain(tables, json);
    } catch (RuntimeException e) {
      if (stockFlinkHasAJsonPlan()) {
        throw e;
      }
      return runStatements();
    }
    assertThat(own(Stream.of(readPlan)))
        .as("operators of the JSON plan")
        .isEqualTo(own(Stream.of(plan)));
    CollectedTableFactory.takeRows();
    finish(JsonPlans.execute(tables, json).getJobClient().orElseThrow());
    return collected();
  }

  private static String jsonPlan(TableEnvironmentInternal tables, List<String> queries) {
    List<ModifyOperation> inserts = new ArrayList<>();
    for (String query : queries) {
      inserts.add(
          (ModifyOperation)
              tables.getParser().parse("INSERT INTO " + RESULTS + " " + query).get(0));
    }
    return JsonPlans.write(tables, inserts);
  }

  /** One that it can read again. */
  private boolean stockFlinkHasAJsonPlan() throws Exception {
    TableEnvironmentInternal tables =
        (TableEnvironmentInternal) tables(environment(1, null), false);
    try {
      String unused = JsonPlans.explain(tables, jsonPlan(tables, queries(false)));
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  // ---------------------------------------------------------------------------------- interrupted

  private String stopped(Path folder) throws Exception {
    CompletableFuture<Void> atLimit = RowsSource.awaitLimit();
    JobClient first = submit(trial.setup().parallelism(), null, false);
    Await.future(atLimit, first, TIMEOUT);
    String savepoint = Savepoints.stop(first, folder);
    finish(first);
    return savepoint;
  }

  private List<String> runToEnd(int parallelism, String savepoint, boolean crash) throws Exception {
    DurableResultsSink.clear();
    finish(submit(parallelism, savepoint, crash));
    assertThat(RowsSource.isToCrash()).isFalse();
    return DurableResultsSink.results();
  }

  private JobClient submit(int parallelism, String savepoint, boolean crash) throws Exception {
    StreamExecutionEnvironment environment = environment(parallelism, savepoint);
    environment.disableOperatorChaining(); // or operators' ids would depend on the parallelism
    if (crash) {
      environment.enableCheckpointing(20);
      environment.setRestartStrategy(RestartStrategies.fixedDelayRestart(1, 0));
    }
    StreamTableEnvironment tables = tables(environment, true);
    tables
        .toChangelogStream(tables.sqlQuery(trial.statements().get(0)))
        .addSink(new DurableResultsSink())
        .setParallelism(1);
    if (crash) {
      RowsSource.crashOnce(); // only now: the next job would crash if planning failed
    }
    return environment.executeAsync();
  }
}
