/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.restartstrategy.RestartStrategies;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.util.ExceptionUtils;
import org.trilink.planner.Trilink;
import org.trilink.runtime.testing.Await;
import org.trilink.runtime.testing.SharedCluster;

/**
 * A query over Kafka tables on a local cluster. Its tables have a column {@code id} that numbers
 * all rows, and the query filters by {@code seen(id)}, so that a test knows when all rows have been
 * read.
 */
public final class KafkaSqlJob {

  private static final Duration TIMEOUT = Duration.ofSeconds(90);

  private final List<String> definitions = new ArrayList<>();
  private final Map<String, String> settings = new LinkedHashMap<>();
  private boolean trilink = true;
  private boolean rocksDb;
  private boolean restarts;
  private int parallelism = 2;
  @Nullable private Path checkpoints;
  private StreamExecutionEnvironment environment;

  /** Runs DDL first. */
  public KafkaSqlJob define(String ddl) {
    definitions.add(ddl);
    return this;
  }

  public KafkaSqlJob with(String key, String value) {
    settings.put(key, value);
    return this;
  }

  public KafkaSqlJob withParallelism(int subtasks) {
    parallelism = subtasks;
    return this;
  }

  public KafkaSqlJob onRocksDb(boolean yes) {
    rocksDb = yes;
    return this;
  }

  /** Stock Flink, and no hints. */
  public KafkaSqlJob withoutTrilink() {
    trilink = false;
    return this;
  }

  /** Takes checkpoints, and restarts from the latest when it fails. */
  public KafkaSqlJob restarting(Path folder) {
    restarts = true;
    checkpoints = folder;
    return this;
  }

  /** The plan, as EXPLAIN shows it. */
  public String explain(String sql) {
    return physicalPlan(tables(null).explainSql(sql));
  }

  public static String physicalPlan(String explained) {
    String title = "== Optimized Physical Plan ==\n";
    return explained
        .substring(
            explained.indexOf(title) + title.length(),
            explained.indexOf("== Optimized Execution Plan =="))
        .strip();
  }

  /** An environment with the tables. */
  public StreamTableEnvironment tables() {
    return tables(null);
  }

  /** The final rows of the query, after it has read this number of rows. */
  public List<String> run(String sql, int rows) throws Exception {
    return finish(sql, null, rows);
  }

  /** Stops the query with a savepoint after this number of rows. */
  public String stop(String sql, @Nullable String savepoint, int rows, Path savepoints)
      throws Exception {
    JobClient job = submit(sql, savepoint);
    awaitRows(job, rows);
    return stop(job, false, savepoints);
  }

  /**
   * Runs the query from a savepoint, or from the start, to the end of the rows; returns all final
   * rows.
   */
  public List<String> finish(String sql, @Nullable String savepoint, int rows) throws Exception {
    return drain(submit(sql, savepoint), rows);
  }

  /** Lets a running job read to the end of the rows; returns all final rows. */
  public List<String> drain(JobClient job, int rows) throws Exception {
    awaitRows(job, rows);
    Path unused = Files.createTempDirectory("trilink-last-savepoint");
    stop(job, true, unused);
    deleteAll(unused);
    return StatefulResultsSink.rows();
  }

  /** The error with which the job fails. */
  public Throwable failure(String sql, @Nullable String savepoint) {
    try {
      JobClient job = submit(sql, savepoint);
      Await.end(job, TIMEOUT);
    } catch (Throwable e) {
      return e;
    }
    throw new IllegalStateException("The job did not fail.");
  }

  public JobClient submit(String sql, @Nullable String savepoint) throws Exception {
    plan(sql, savepoint);
    return environment.executeAsync();
  }

  /** Plans it in {@link #environment}, which can execute it later. */
  public void planOnly(String sql) {
    plan(sql, null);
  }

  private void plan(String sql, @Nullable String savepoint) {
    StreamTableEnvironment tables = tables(savepoint);
    StatefulResultsSink.clear();
    tables
        .toChangelogStream(tables.sqlQuery(withHints(sql)))
        .addSink(new StatefulResultsSink())
        .uid("results");
  }

  public StreamExecutionEnvironment environment() {
    return environment;
  }

  private static void awaitRows(JobClient job, int rows) throws Exception {
    try {
      Await.until(
          rows + " rows to be read",
          TIMEOUT,
          () -> {
            requireNotFailed(job);
            return Seen.count() >= rows;
          });
    } catch (IllegalStateException e) {
      job.cancel().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS); // it would read on for ever
      throw e;
    }
  }

  public static void requireNotFailed(JobClient job) {
    if (job.getJobExecutionResult().isCompletedExceptionally()) {
      throw new IllegalStateException("The job failed.", failureOf(job));
    }
  }

  private static Throwable failureOf(JobClient job) {
    try {
      job.getJobExecutionResult().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      return null;
    } catch (Exception e) {
      return e;
    }
  }

  /** Retries while some of the job's tasks are still being deployed or restarted. */
  private static String stop(JobClient job, boolean drain, Path folder) throws Exception {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (true) {
      try {
        String savepoint =
            job.stopWithSavepoint(drain, folder.toUri().toString())
                .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        Await.end(job, TIMEOUT);
        return savepoint;
      } catch (ExecutionException e) {
        boolean tooEarly =
            ExceptionUtils.findThrowableWithMessage(
                        e, "Not all required tasks are currently running")
                    .isPresent()
                || ExceptionUtils.findThrowableWithMessage(e, "is not being executed").isPresent();
        if (!tooEarly || System.nanoTime() > deadline) {
          throw e;
        }
      }
    }
  }

  private String withHints(String sql) {
    return trilink ? sql : sql.replaceAll("/\\*\\+.*?\\*/", "");
  }

  private StreamTableEnvironment tables(@Nullable String savepoint) {
    Configuration configuration = new Configuration();
    if (savepoint != null) {
      configuration.setString("execution.savepoint.path", savepoint);
    }
    environment = SharedCluster.environment(parallelism, configuration);
    environment.configure(configuration);
    environment.setStateBackend(
        rocksDb ? new EmbeddedRocksDBStateBackend(true) : new HashMapStateBackend());
    environment.setRestartStrategy(
        restarts ? RestartStrategies.fixedDelayRestart(3, 0) : RestartStrategies.noRestart());
    if (checkpoints != null) {
      environment.enableCheckpointing(50);
      environment.getCheckpointConfig().setCheckpointStorage(checkpoints.toUri());
    }
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    if (trilink) {
      Trilink.install(tables);
    }
    tables.createTemporarySystemFunction("seen", Seen.class);
    settings.forEach(tables.getConfig().getConfiguration()::setString);
    definitions.forEach(ddl -> tables.executeSql(withHints(ddl)));
    return tables;
  }

  private static void deleteAll(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
