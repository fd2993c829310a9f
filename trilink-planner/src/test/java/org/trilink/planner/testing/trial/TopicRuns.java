/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.restartstrategy.RestartStrategies;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.util.TestStreamEnvironment;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.trilink.planner.Trilink;
import org.trilink.planner.testing.DurableResultsSink;
import org.trilink.planner.testing.RowsSource;
import org.trilink.planner.testing.Savepoints;
import org.trilink.runtime.testing.Await;

/** Runs queries on topics that are read as a script says. */
public final class TopicRuns {

  private static final TypeInformation<Row> TYPE =
      Types.ROW_NAMED(
          new String[] {"k", "p", "b", "ts"},
          Types.STRING,
          Types.INT,
          Types.LONG,
          Types.LOCAL_DATE_TIME);

  private final TrialCluster cluster;
  private final TopicTrial trial;

  public TopicRuns(TrialCluster cluster, TopicTrial trial) {
    this.cluster = cluster;
    this.trial = trial;
  }

  /** The results of Flink, in a job that nothing interrupts. */
  public List<String> runStock() throws Exception {
    return finish(submit(Map.of(), 1, null, trial.script().size(), false));
  }

  /**
   * The results of Trilink, also from before the savepoint if there is one.
   *
   * @param folder for savepoints
   */
  public List<String> run(Path folder) throws Exception {
    int end = trial.script().size();
    if (trial.rescaledTo() == 0) {
      boolean crashes = trial.interruption() == Interruption.CRASH;
      return finish(submit(trial.options(), trial.parallelism(), null, end, crashes));
    }
    CompletableFuture<Void> atLimit = RowsSource.awaitLimit();
    JobClient first = submit(trial.options(), trial.parallelism(), null, end / 2, false);
    Await.future(atLimit, first, TrialCluster.TIMEOUT);
    String savepoint = Savepoints.stop(first, folder);
    TrialCluster.finish(first);
    return finish(submit(trial.options(), trial.rescaledTo(), savepoint, end, false));
  }

  private static List<String> finish(JobClient job) throws Exception {
    TrialCluster.finish(job);
    return DurableResultsSink.results();
  }

  /**
   * @param options of Trilink; none for stock Flink
   * @param limit of the script
   * @param crashes whether it fails once in the middle, and goes on from a checkpoint
   */
  private JobClient submit(
      Map<String, String> options, int parallelism, String savepoint, int limit, boolean crashes)
      throws Exception {
    Configuration configuration = new Configuration();
    if (savepoint != null) {
      configuration.setString("execution.savepoint.path", savepoint);
    }
    StreamExecutionEnvironment environment =
        new TestStreamEnvironment(
            cluster.forOneMoreJob(), configuration, parallelism, List.of(), List.of());
    environment.setMaxParallelism(12);
    if (trial.rocksDb()) {
      environment.setStateBackend(new EmbeddedRocksDBStateBackend());
    }
    if (crashes) {
      environment.enableCheckpointing(20);
      environment.setRestartStrategy(RestartStrategies.fixedDelayRestart(1, 0));
    }
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    if (!options.isEmpty()) {
      Trilink.install(tables);
    }
    options.forEach(
        (name, value) ->
            tables
                .getConfig()
                .getConfiguration()
                .setString("table.optimizer.trilink." + name, value));
    tables.createTemporaryView(
        "t",
        topic(environment, limit),
        Schema.newBuilder()
            .column("k", "STRING")
            .column("p", "INT")
            .column("b", "BIGINT")
            .column("ts", "TIMESTAMP(3)")
            .watermark("ts", "SOURCE_WATERMARK()")
            .build());
    tables.createTemporaryView("v", tables.sqlQuery(TopicForm.VERSIONS));
    DurableResultsSink.clear();
    tables
        .toChangelogStream(tables.sqlQuery(trial.sql()))
        .addSink(new DurableResultsSink())
        .setParallelism(1)
        .disableChaining(); // otherwise the operators' names would depend on the parallelism
    if (crashes) {
      RowsSource.crashOnce(); // only now: the next job would crash if planning failed
    }
    return environment.executeAsync();
  }

  /** Each partition is read by one subtask. */
  private DataStream<Row> topic(StreamExecutionEnvironment environment, int limit) {
    DataStream<Row> script =
        environment
            .addSource(new RowsSource(trial.script(), limit), TYPE)
            .uid("script")
            .setParallelism(1);
    return script
        .partitionCustom(
            (Integer partition, int subtasks) -> partition % subtasks,
            row -> (Integer) row.getField(1))
        .map(row -> row)
        .returns(TYPE)
        .uid("readers")
        .setParallelism(trial.sources())
        .disableChaining();
  }
}
