/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.testing;

import static org.apache.flink.api.common.typeinfo.Types.GENERIC;
import static org.apache.flink.api.common.typeinfo.Types.INT;
import static org.apache.flink.api.common.typeinfo.Types.LOCAL_DATE_TIME;
import static org.apache.flink.api.common.typeinfo.Types.ROW;
import static org.apache.flink.api.common.typeinfo.Types.ROW_NAMED;
import static org.apache.flink.api.common.typeinfo.Types.STRING;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.restartstrategy.RestartStrategies;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.trilink.planner.Trilink;
import org.trilink.runtime.testing.Await;
import org.trilink.runtime.testing.SharedCluster;
import org.trilink.runtime.watermark.KeyWatermarkFunction;

/**
 * Runs a query over rows of a table {@code t (k, v, name, ts)}, and views {@code versions} and
 * {@code versions_by_v} of the last row of each k and v, on the cluster of the tests.
 */
public final class SqlJob {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** A table of (key, count): key 5 has had a million records. */
  private static final String A_BUSY_KEY =
      "CREATE TABLE counts (v INT, records BIGINT) WITH ('connector'='datagen',"
          + " 'number-of-rows'='1',"
          + " 'fields.v.kind'='sequence', 'fields.v.start'='5', 'fields.v.end'='5',"
          + " 'fields.records.kind'='sequence', 'fields.records.start'='1000000',"
          + " 'fields.records.end'='1000000')";

  private final List<Row> rows;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private boolean trilink;
  private boolean anyMaxParallelism;
  private int parallelism = 1;
  private boolean rocksDb;
  private boolean checkpoints;
  private String upsertKey;
  private StreamExecutionEnvironment environment;

  public SqlJob(List<Row> rows) {
    this.rows = rows;
  }

  public SqlJob withTrilink() {
    trilink = true;
    return this;
  }

  /** Does not set the max parallelism, so that the planner chooses it. */
  public SqlJob withAnyMaxParallelism() {
    anyMaxParallelism = true;
    return this;
  }

  public SqlJob withParallelism(int newParallelism) {
    parallelism = newParallelism;
    return this;
  }

  public SqlJob onRocksDb(boolean yes) {
    rocksDb = yes;
    return this;
  }

  /** Takes checkpoints all the time, even if there is no crash. */
  public SqlJob withCheckpoints() {
    checkpoints = true;
    return this;
  }

  /** Takes the results as upserts by a column; null for all changes. */
  public SqlJob withUpsertsBy(String column) {
    upsertKey = column;
    return this;
  }

  /** Runs stock Flink over each input alone, in one job, for speed, and returns all results. */
  public static List<String> runStockForEach(List<List<Row>> inputs, String sql) throws Exception {
    SqlJob stock = new SqlJob(inputs.get(0));
    StreamTableEnvironment tables = stock.environment(null, 0);
    StringBuilder union = new StringBuilder();
    for (int i = 0; i < inputs.size(); i++) {
      stock.createView(tables, "t" + i, new RowsSource(inputs.get(i), inputs.get(i).size()));
      union
          .append(i == 0 ? "" : " UNION ALL ")
          .append(
              sql.replaceAll("\\b(TABLE|FROM|JOIN) t\\b", "$1 t" + i)
                  .replaceAll("\\bversions\\b", "versions_t" + i));
    }
    return stock.collect(tables, union.toString());
  }

  /** All result rows as text. Stock Flink gets the query without its hints. */
  public List<String> run(String sql) throws Exception {
    return collect(environment(null, rows.size()), sql);
  }

  /** All result rows, each with the number of its subtask in front. */
  public List<Row> runOnSubtasks(String sql) throws Exception {
    StreamTableEnvironment tables = environment(null, rows.size());
    try (CloseableIterator<Row> results =
        tables
            .toChangelogStream(tables.sqlQuery(sql))
            .map(new WithSubtask())
            .returns(ROW(INT, GENERIC(Row.class)))
            .executeAndCollect()) {
      List<Row> all = new ArrayList<>();
      results.forEachRemaining(all::add);
      return all;
    }
  }

  private static final class WithSubtask extends RichMapFunction<Row, Row> {

    private static final long serialVersionUID = 1L;

    @Override
    public Row map(Row row) {
      return Row.of(getRuntimeContext().getIndexOfThisSubtask(), row);
    }
  }

  /** All rows that INSERT statements of one job write to tables of connector 'collected'. */
  public List<String> runAll(List<String> definitions, List<String> inserts) throws Exception {
    StreamTableEnvironment tables = environment(null, rows.size());
    definitions.forEach(definition -> tables.executeSql(withHints(definition)));
    StatementSet statements = tables.createStatementSet();
    inserts.forEach(insert -> statements.addInsertSql(withHints(insert)));
    CollectedTableFactory.takeRows();
    Await.end(statements.execute().getJobClient().orElseThrow(), TIMEOUT);
    return CollectedTableFactory.takeRows().stream().map(Row::toString).toList();
  }

  /** Sets a key of the session's configuration. */
  public SqlJob with(String key, String value) {
    settings.put(key, value);
    return this;
  }

  /** Results and savepoint of a job that is stopped after that many rows. */
  public Stopped runUntil(String sql, int limit, Path savepoints) throws Exception {
    return stop(environment(null, limit), sql, savepoints);
  }

  private Stopped stop(StreamTableEnvironment tables, String sql, Path savepoints)
      throws Exception {
    CompletableFuture<Void> atLimit = RowsSource.awaitLimit();
    JobClient job = submit(tables, sql);
    Await.future(atLimit, job, TIMEOUT);
    String savepoint = Savepoints.stop(job, savepoints);
    Await.end(job, TIMEOUT);
    return new Stopped(ResultsSink.results(), savepoint);
  }

  /** Results and savepoint of a job that starts from one and is stopped after that many rows. */
  public Stopped resumeUntil(String sql, String savepoint, int limit, Path savepoints)
      throws Exception {
    return stop(environment(savepoint, limit), sql, savepoints);
  }

  /**
   * All results of a job whose source crashes halfway, and which is then restored from its latest
   * checkpoint; the checkpoints are incremental on RocksDB.
   */
  public List<String> runWithCrash(String sql, Path checkpoints) throws Exception {
    StreamTableEnvironment tables = environment(null, rows.size());
    environment.enableCheckpointing(20);
    environment.getCheckpointConfig().setCheckpointStorage(checkpoints.toUri());
    environment.setRestartStrategy(RestartStrategies.fixedDelayRestart(1, 0));
    RowsSource.crashOnce();
    DurableResultsSink.clear();
    changes(tables, sql).addSink(new DurableResultsSink()).setParallelism(1);
    Await.end(environment.executeAsync(), TIMEOUT);
    if (RowsSource.isToCrash()) {
      throw new IllegalStateException("The source did not crash.");
    }
    return DurableResultsSink.results();
  }

  /** The results of the same query from a savepoint to the end. */
  public List<String> resume(String sql, String savepoint) throws Exception {
    return collect(environment(savepoint, rows.size()), sql);
  }

  private List<String> collect(StreamTableEnvironment tables, String sql) throws Exception {
    Await.end(submit(tables, sql), TIMEOUT);
    return ResultsSink.results();
  }

  private JobClient submit(StreamTableEnvironment tables, String sql) throws Exception {
    ResultsSink.clear();
    changes(tables, sql).addSink(new ResultsSink()).setParallelism(1);
    return environment.executeAsync();
  }

  private DataStream<Row> changes(StreamTableEnvironment tables, String sql) {
    Table query = tables.sqlQuery(withHints(sql));
    if (upsertKey == null) {
      return tables.toChangelogStream(query);
    }
    Schema.Builder schema = Schema.newBuilder();
    for (Column column : query.getResolvedSchema().getColumns()) {
      boolean isKey = column.getName().equals(upsertKey);
      schema.column(
          column.getName(), isKey ? column.getDataType().notNull() : column.getDataType());
    }
    schema.primaryKey(upsertKey);
    return tables.toChangelogStream(query, schema.build(), ChangelogMode.upsert());
  }

  private String withHints(String sql) {
    return trilink ? sql : sql.replaceAll("/\\*\\+.*?\\*/", "");
  }

  private StreamTableEnvironment environment(String savepoint, int limit) {
    Configuration configuration = Configuration.fromMap(settings);
    if (savepoint != null) {
      configuration.setString("execution.savepoint.path", savepoint);
    }
    environment = SharedCluster.environment(parallelism, configuration);
    environment.configure(configuration);
    if (checkpoints) {
      environment.enableCheckpointing(50);
      environment.setRestartStrategy(RestartStrategies.noRestart());
    }
    if (!anyMaxParallelism) {
      environment.setMaxParallelism(12);
    }
    environment.setStateBackend(
        rocksDb ? new EmbeddedRocksDBStateBackend(true) : new HashMapStateBackend());
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    if (trilink) {
      Trilink.install(tables);
    }
    tables.createTemporarySystemFunction(KeyWatermarkFunction.NAME, KeyWatermarkFunction.class);
    tables.createTemporarySystemFunction("AS_RAW", AsRaw.class);
    settings.forEach(tables.getConfig().getConfiguration()::setString);
    createView(tables, "t", new RowsSource(rows, limit));
    tables.executeSql(A_BUSY_KEY);
    return tables;
  }

  private void createView(StreamTableEnvironment tables, String name, RowsSource source) {
    tables.createTemporaryView(
        name,
        environment
            .addSource(
                source,
                ROW_NAMED(
                    new String[] {"k", "v", "name", "ts"}, STRING, INT, STRING, LOCAL_DATE_TIME))
            .uid(name)
            .setParallelism(1),
        Schema.newBuilder()
            .column("k", "STRING")
            .column("v", "INT")
            .column("name", "STRING")
            .column("ts", "TIMESTAMP(3)")
            .watermark("ts", "ts - INTERVAL '3' SECOND")
            .build());
    createVersions(tables, name, "k", name.equals("t") ? "versions" : "versions_" + name);
    if (name.equals("t")) {
      createVersions(tables, name, "v", "versions_by_v");
    }
  }

  private static void createVersions(
      StreamTableEnvironment tables, String table, String key, String view) {
    tables.createTemporaryView(
        view,
        tables.sqlQuery(
            "SELECT k, v, name, ts FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY %s ORDER BY ts"
                    .formatted(key)
                + " DESC) AS n FROM "
                + table
                + ") WHERE n = 1"));
  }

  /** The results and the savepoint of a stopped job. */
  public record Stopped(List<String> results, String savepoint) {}
}
