/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.restartstrategy.RestartStrategies;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.util.TestStreamEnvironment;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.trilink.planner.Trilink;
import org.trilink.planner.testing.DurableResultsSink;
import org.trilink.planner.testing.ResultsSink;
import org.trilink.planner.testing.RowsSource;
import org.trilink.planner.testing.Savepoints;
import org.trilink.planner.testing.Widest;
import org.trilink.runtime.testing.Await;

/** Runs trials, one after the other; one cluster for many of them saves most of a trial's time. */
public final class TrialCluster implements AutoCloseable {

  /** The highest parallelism of a job. */
  static final int SLOTS = 5;

  private static final String SESSION = "table.optimizer.trilink.";
  static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** The maximum number of jobs of a cluster: a MiniCluster keeps about 1 MB per finished job. */
  private static final int JOBS = 250;

  private MiniCluster cluster;
  private int jobs;

  public TrialCluster() throws Exception {
    cluster = start();
  }

  private static MiniCluster start() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(384));
    configuration.set(RestOptions.BIND_PORT, "0");
    MiniCluster started =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(SLOTS)
                .setConfiguration(configuration)
                .build());
    started.start();
    return started;
  }

  /** The cluster, or a new one after many jobs; none must be running. */
  MiniCluster forOneMoreJob() throws Exception {
    if (jobs == JOBS) {
      cluster.close();
      cluster = start();
      jobs = 0;
    }
    jobs++;
    return cluster;
  }

  @Override
  public void close() throws Exception {
    cluster.close();
  }

  /** The rows that Trilink yields, as text. */
  public List<String> run(Trial trial) throws Exception {
    StreamExecutionEnvironment environment = environment(trial.setup());
    StreamTableEnvironment tables =
        trilink(
            environment,
            trial.input().time(),
            trial.setup().inSession() ? trial.options() : Map.of());
    Input input = trial.input();
    Key key = trial.query().key();
    createTables(
        environment,
        tables,
        trial.query(),
        input.time(),
        trial.setup().sources(),
        input.rows(input.t(), key),
        input.rows(input.u(), key));
    return collect(environment, tables, trial.sql());
  }

  /** The changes that Trilink yields, as text. */
  public List<String> run(PlacedTrial trial) throws Exception {
    StreamExecutionEnvironment environment = environment(trial.setup());
    StreamTableEnvironment tables =
        trilink(
            environment,
            trial.input().time(),
            trial.setup().inSession() ? trial.options() : Map.of());
    Input input = trial.input();
    createTables(
        environment,
        tables,
        trial.query(),
        input.time(),
        trial.setup().sources(),
        trial.rows(input.t()),
        trial.rows(input.u()));
    return collect(environment, tables, trial.sql());
  }

  /** The changes that stock Flink yields. */
  public List<String> runStock(PlacedTrial trial) throws Exception {
    Input input = trial.input();
    return runStock(trial.query(), input.time(), trial.rows(input.t()), trial.rows(input.u()));
  }

  private List<String> runStock(Query query, TimeColumn time, List<Row> t, List<Row> u)
      throws Exception {
    StreamExecutionEnvironment environment = new TestStreamEnvironment(forOneMoreJob(), 1);
    StreamTableEnvironment tables = stock(environment, time);
    createTables(environment, tables, query, time, 1, t, u);
    return collect(environment, tables, query.sql());
  }

  // ----------------------------------------------------------------------------- hinted trials

  /** Plans a trial with Trilink. */
  public HintedRun plan(HintedTrial trial) throws Exception {
    return new HintedRun(this, trial);
  }

  /** The changes that stock Flink yields, key by key if Trilink goes by each key's event time. */
  public List<String> runStock(HintedTrial trial, boolean byKey) throws Exception {
    Input input = trial.input();
    return byKey
        ? runStockForEachKey(trial.keyByKey())
        : runStock(
            trial.query(),
            input.time(),
            trial.rows(input.t(), false),
            trial.rows(input.u(), false));
  }

  // ----------------------------------------------------------------------------- merged trials

  /** The changes that stock Flink yields. */
  public List<String> runStock(MergedTrial trial) throws Exception {
    StreamExecutionEnvironment environment = new TestStreamEnvironment(forOneMoreJob(), 1);
    StreamTableEnvironment tables = stock(environment, trial.input().time());
    createView(environment, tables, "t", trial.input().time(), 1, trial.rows());
    return collect(environment, tables, trial.query().sql());
  }

  /**
   * The changes that Trilink yields, as text, whatever happens to the job.
   *
   * @param folder for checkpoints and savepoints
   */
  public List<String> run(MergedTrial trial, Path folder) throws Exception {
    int parallelism = trial.setup().parallelism();
    int end = trial.rows().size();
    String savepoint = null;
    if (trial.interruption() == Interruption.RESCALE) {
      CompletableFuture<Void> atLimit = RowsSource.awaitLimit();
      JobClient first = submit(trial, parallelism, null, end / 2);
      Await.future(atLimit, first, TIMEOUT);
      savepoint = Savepoints.stop(first, folder);
      finish(first);
      parallelism = trial.rescaledTo();
    }
    DurableResultsSink.clear();
    finish(submit(trial, parallelism, savepoint, end));
    assertThat(RowsSource.isToCrash()).isFalse();
    if (trial.interruption() == Interruption.RESCALE) {
      assertThat(RowsSource.startedAt()).isEqualTo(end / 2);
    }
    return DurableResultsSink.results();
  }

  static void finish(JobClient job) throws Exception {
    Await.end(job, TIMEOUT);
  }

  private JobClient submit(MergedTrial trial, int parallelism, String savepoint, int limit)
      throws Exception {
    Configuration configuration = new Configuration();
    if (savepoint != null) {
      configuration.setString("execution.savepoint.path", savepoint);
    }
    StreamExecutionEnvironment environment = environment(trial.setup(), parallelism, configuration);
    if (trial.interruption() == Interruption.CRASH) {
      environment.enableCheckpointing(20);
      environment.setRestartStrategy(RestartStrategies.fixedDelayRestart(1, 0));
    }
    StreamTableEnvironment tables =
        trilink(
            environment,
            trial.input().time(),
            trial.setup().inSession() ? trial.options() : Map.of());
    createView(tables, "t", trial.input().time(), split(trial, environment, parallelism, limit));
    tables
        .toChangelogStream(tables.sqlQuery(trial.sql()))
        .addSink(new DurableResultsSink())
        .setParallelism(1)
        .disableChaining(); // otherwise the operators' names would depend on the parallelism
    if (trial.interruption() == Interruption.CRASH) {
      RowsSource.crashOnce(); // only now: the next job would crash if planning failed
    }
    return environment.executeAsync();
  }

  /** Splits rows over subtasks: by key if keys have watermarks, otherwise in any way. */
  private static DataStream<Row> split(
      MergedTrial trial, StreamExecutionEnvironment environment, int parallelism, int limit) {
    TypeInformation<Row> type = rowType(trial.input().time());
    return split(
        environment.addSource(new RowsSource(trial.rows(), limit), type).uid("t").setParallelism(1),
        trial.byKey() ? KeyColumn.values().length : type.getArity(),
        parallelism);
  }

  /** Splits rows such that those with the same values in the first columns are in one subtask. */
  private static DataStream<Row> split(DataStream<Row> rows, int columns, int parallelism) {
    return rows.partitionCustom(
            (Integer hash, int subtasks) -> Math.floorMod(hash, subtasks),
            row -> {
              int hash = 0;
              for (int i = 0; i < columns; i++) {
                hash = 31 * hash + Objects.hashCode(row.getField(i));
              }
              return hash;
            })
        .map(row -> row)
        .returns(rows.getType())
        .uid("split of " + rows.getTransformation().getUid())
        .setParallelism(parallelism)
        .disableChaining();
  }

  private StreamExecutionEnvironment environment(Setup setup) throws Exception {
    return environment(setup, setup.parallelism(), new Configuration());
  }

  /** With another parallelism than the setup's, and with options of Flink. */
  StreamExecutionEnvironment environment(Setup setup, int parallelism, Configuration options)
      throws Exception {
    return environment(
        setup,
        new TestStreamEnvironment(forOneMoreJob(), options, parallelism, List.of(), List.of()));
  }

  private static StreamExecutionEnvironment environment(
      Setup setup, StreamExecutionEnvironment environment) {
    environment.setMaxParallelism(12);
    environment.setStateBackend(
        setup.rocksDb() ? new EmbeddedRocksDBStateBackend() : new HashMapStateBackend());
    if (setup.objectReuse()) {
      environment.getConfig().enableObjectReuse();
    }
    return environment;
  }

  static StreamTableEnvironment trilink(
      StreamExecutionEnvironment environment, TimeColumn time, Map<String, String> sessionOptions) {
    StreamTableEnvironment tables = stock(environment, time);
    Trilink.install(tables);
    Configuration session = tables.getConfig().getConfiguration();
    session.setString(SESSION + "watermark.order", "by-key"); // a program's sources do not tell
    sessionOptions.forEach((name, value) -> session.setString(SESSION + name, value));
    return tables;
  }

  static StreamTableEnvironment stock(StreamExecutionEnvironment environment, TimeColumn time) {
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    time.setTimeZone(tables.getConfig());
    tables.createTemporarySystemFunction("widest", Widest.class);
    return tables;
  }

  private static void createTables(
      StreamExecutionEnvironment environment,
      StreamTableEnvironment tables,
      Query query,
      TimeColumn time,
      int sources,
      List<Row> t,
      List<Row> u) {
    createView(environment, tables, "t", time, sources, t);
    createView(environment, tables, "u", time, sources, u);
    createVersions(tables, query, "");
  }

  /** The rows that stock Flink yields for each key alone; in one job, for speed. */
  public List<String> runStockForEachKey(Trial trial) throws Exception {
    StreamExecutionEnvironment environment = new TestStreamEnvironment(forOneMoreJob(), 1);
    StreamTableEnvironment tables = stock(environment, trial.input().time());
    Input input = trial.input();
    Query query = trial.query();
    for (int i = 0; i < input.keys(); i++) {
      createView(
          environment, tables, "t" + i, input.time(), 1, input.rows(input.t(), query.key(), i));
      createView(
          environment, tables, "u" + i, input.time(), 1, input.rows(input.u(), query.key(), i));
      createVersions(tables, query, String.valueOf(i));
    }
    return collect(
        environment,
        tables,
        IntStream.range(0, input.keys())
            .mapToObj(query::over)
            .collect(Collectors.joining(" UNION ALL ")));
  }

  private static List<String> collect(
      StreamExecutionEnvironment environment, StreamTableEnvironment tables, String sql)
      throws Exception {
    ResultsSink.clear();
    tables.toChangelogStream(tables.sqlQuery(sql)).addSink(new ResultsSink()).setParallelism(1);
    finish(environment.executeAsync());
    return ResultsSink.results();
  }

  private static void createView(
      StreamExecutionEnvironment environment,
      StreamTableEnvironment tables,
      String name,
      TimeColumn time,
      int sources,
      List<Row> rows) {
    DataStream<Row> source =
        environment
            .addSource(new RowsSource(rows, rows.size()), rowType(time))
            .uid(name)
            .setParallelism(1);
    createView(
        tables,
        name,
        time,
        sources == 1 ? source : split(source, KeyColumn.values().length, sources));
  }

  private static void createView(
      StreamTableEnvironment tables, String name, TimeColumn time, DataStream<Row> rows) {
    Schema.Builder schema = Schema.newBuilder();
    for (KeyColumn column : KeyColumn.values()) {
      schema.column(column.column(), column.sqlType());
    }
    schema
        .column("v", "INT")
        .column("name", "STRING")
        .column("ts", time.sqlType())
        .watermark("ts", "ts - INTERVAL '%d' SECOND".formatted(Input.DELAY.toSeconds()));
    tables.createTemporaryView(name, rows, schema.build());
  }

  /** Creates the view of the latest row of u by key. */
  static void createVersions(StreamTableEnvironment tables, Query query, String suffix) {
    if (query.hasVersions()) {
      String keys = query.key().list();
      tables.createTemporaryView(
          "versions" + suffix,
          tables.sqlQuery(
              "SELECT %s, v, name, ts FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY %s ORDER BY"
                      .formatted(keys, keys)
                  + " ts DESC) AS n FROM u%s) WHERE n = 1".formatted(suffix)));
    }
  }

  static TypeInformation<Row> rowType(TimeColumn time) {
    String[] names =
        Stream.concat(
                Stream.of(KeyColumn.values()).map(KeyColumn::column), Stream.of("v", "name", "ts"))
            .toArray(String[]::new);
    TypeInformation<?>[] types =
        Stream.concat(
                Stream.of(KeyColumn.values()).map(KeyColumn::type),
                Stream.of(Types.INT, Types.STRING, time.type()))
            .toArray(TypeInformation[]::new);
    return Types.ROW_NAMED(names, types);
  }
}
