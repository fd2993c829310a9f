/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.node;

import static org.apache.flink.api.common.typeinfo.Types.INSTANT;
import static org.apache.flink.api.common.typeinfo.Types.INT;
import static org.apache.flink.api.common.typeinfo.Types.ROW_NAMED;
import static org.apache.flink.api.common.typeinfo.Types.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.trilink.planner.Trilink;
import org.trilink.planner.testing.KafkaSqlJob;
import org.trilink.planner.testing.Readings;
import org.trilink.planner.testing.ResultsSink;
import org.trilink.planner.testing.RowsSource;
import org.trilink.planner.testing.Savepoints;
import org.trilink.planner.testing.Seen;
import org.trilink.runtime.testing.Await;
import org.trilink.runtime.testing.KafkaTopic;
import org.trilink.runtime.testing.SharedCluster;

/**
 * Jobs with the subtask's watermark that go on from a savepoint: a record that is late by the
 * watermark from before is dropped, and no window comes a second time. A temporal join takes it, as
 * it does before.
 */
@Tag("slow")
class LateAfterRestoreTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private static final List<Row> ROWS =
      List.of(
          row(1, 1),
          row(6, 2),
          Row.of(5_000L), // a watermark
          row(2, 100), // late; it comes after the savepoint
          row(7, 4),
          Row.of(30_000L));

  private static final int ROWS_BEFORE = 3;

  private static Row row(int second, int value) {
    return Row.of("a", value, Instant.ofEpochSecond(second));
  }

  @ParameterizedTest(name = "{0} {1} {2}, RocksDB: {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "'exchange'='local-merge'                          | tvf         | AUTO      | true  | +I[1] | +I[6]",
        "'exchange'='local-merge'                          | tvf         | AUTO      | false | +I[1] | +I[6]",
        "'exchange'='local-merge'                          | group by    | AUTO      | true  | +I[1] | +I[6]",
        "'exchange'='local-merge', 'partition'='least-key' | tvf         | AUTO      | false | +I[1] | +I[6]",
        "'exchange'='local-merge', 'partition'='least-key' | group by    | AUTO      | false | +I[1] | +I[6]",
        "'partition'='least-key'                           | tvf         | AUTO      | false | +I[1] | +I[6]",
        "'partition'='auto'                                | tvf         | ONE_PHASE | true  | +I[1] | +I[6]",
        "'partition'='hash'                                | group by    | AUTO      | false | +I[1] | +I[6]",
        "'partition'='least-key'                           | top-n       | AUTO      | true  | +I[1] | +I[4]",
        "'partition'='least-key'                           | window join | AUTO      | false | +I[1] | +I[2];+I[2];+I[4];+I[4]",
        "'partition'='least-key'                           | temporal join | AUTO    | true  | +I[1] | +I[2];+I[4];+I[100]",
        "'partition'='least-key'                           | over        | AUTO      | true  | +I[1] | +I[3];+I[7]",
        "'partition'='least-key'                           | session     | AUTO      | true  | +I[1] | +I[6]",
        "'partition'='auto'                                | session     | AUTO      | false | +I[1] | +I[6]",
        "'partition'='least-key'                           | match       | AUTO      | true  | +I[1] | +I[2];+I[4]",
        "'partition'='auto'                                | match       | AUTO      | false | +I[1] | +I[2];+I[4]",
        "'partition'='least-key'                           | interval join | AUTO    | true  | +I[1];+I[2] | +I[4]",
        "'partition'='auto'                                | interval join | AUTO    | false | +I[1];+I[2] | +I[4]",
      })
  void isDropped(
      String hint,
      String query,
      String phases,
      boolean rocksDb,
      String before,
      String after,
      @TempDir Path savepoints)
      throws Exception {
    String sql = sql(query, "/*+ TRILINK(" + hint + ", 'strict'='true') */");

    CompletableFuture<Void> atLimit = RowsSource.awaitLimit();
    JobClient job = submit(sql, phases, rocksDb, null, ROWS_BEFORE);
    Await.future(atLimit, job, TIMEOUT);
    String savepoint = Savepoints.stop(job, savepoints);
    Await.end(job, TIMEOUT);
    assertThat(ResultsSink.results()).containsExactlyInAnyOrder(before.split(";"));

    Await.end(submit(sql, phases, rocksDb, savepoint, ROWS.size()), TIMEOUT);
    assertThat(ResultsSink.results()).containsExactlyInAnyOrder(after.split(";"));
  }

  /**
   * Without an exchange; the topic's one partition begins without a watermark after the restore.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void isDroppedBehindAheadKeyBy(boolean rocksDb, @TempDir Path savepoints) throws Exception {
    KafkaTopic topic = KafkaTopic.create(1);
    KafkaSqlJob job =
        new KafkaSqlJob()
            .define(Readings.keyedTable("t", topic))
            .withParallelism(1)
            .onRocksDb(rocksDb)
            .with("pipeline.auto-watermark-interval", "1 ms");
    String sql =
        "SELECT /*+ TRILINK('exchange'='ahead-keyby', 'ahead-keyby.partitioned-by'='kafka-key',"
            + " 'strict'='true') */ k, SUM(v) AS s FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts),"
            + " INTERVAL '5' SECOND)) WHERE seen(id) GROUP BY k, window_start, window_end";
    Seen.clear();
    topic.write(List.of(Readings.line("a", 0, 1, 10), Readings.line("a", 0, 2, 60)));
    String savepoint = job.stop(sql, null, 2, savepoints);

    topic.write(List.of(Readings.line("a", 0, 100, 20), Readings.line("a", 0, 4, 70)));
    assertThat(job.finish(sql, savepoint, 4)).containsExactlyInAnyOrder("[a, 1]", "[a, 6]");
  }

  private static String sql(String query, String hint) {
    String windows = "TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND))";
    return switch (query) {
      case "tvf" ->
          "SELECT %s SUM(v) FROM %s GROUP BY k, window_start, window_end".formatted(hint, windows);
      case "group by" ->
          "SELECT %s SUM(v) FROM t GROUP BY k, TUMBLE(ts, INTERVAL '5' SECOND)".formatted(hint);
      case "top-n" ->
          ("SELECT %s v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end, k"
                  + " ORDER BY v DESC) AS n FROM %s) WHERE n = 1")
              .formatted(hint, windows);
      case "window join" ->
          ("SELECT %s l.v FROM (SELECT * FROM %s) AS l JOIN (SELECT * FROM %s) AS r ON l.k = r.k"
                  + " AND l.window_start = r.window_start AND l.window_end = r.window_end")
              .formatted(hint, windows, windows);
      case "session" ->
          "SELECT %s SUM(v) FROM t GROUP BY k, SESSION(ts, INTERVAL '2' SECOND)".formatted(hint);
      case "match" ->
          ("SELECT %s v FROM t MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts MEASURES A.v AS v PATTERN"
                  + " (A) DEFINE A AS TRUE)")
              .formatted(hint);
      case "interval join" -> // of each row with itself
          ("SELECT %s l.v FROM t AS l JOIN t AS r ON l.k = r.k AND l.v - r.v = 0 AND r.ts BETWEEN"
                  + " l.ts - INTERVAL '1' SECOND AND l.ts + INTERVAL '1' SECOND")
              .formatted(hint);
      case "temporal join" -> // which takes late rows
          ("SELECT %s t.v FROM t LEFT JOIN versions FOR SYSTEM_TIME AS OF t.ts ON t.k ="
                  + " versions.k")
              .formatted(hint);
      case "over" -> "SELECT %s SUM(v) OVER (PARTITION BY k ORDER BY ts) FROM t".formatted(hint);
      default -> throw new IllegalArgumentException(query);
    };
  }

  private static JobClient submit(
      String sql, String phases, boolean rocksDb, @Nullable String savepoint, int limit)
      throws Exception {
    Configuration configuration = new Configuration();
    if (savepoint != null) {
      configuration.setString("execution.savepoint.path", savepoint);
    }
    StreamExecutionEnvironment environment = SharedCluster.environment(2, configuration);
    environment.configure(configuration);
    environment.setStateBackend(
        rocksDb ? new EmbeddedRocksDBStateBackend(true) : new HashMapStateBackend());
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    tables.getConfig().getConfiguration().setString("table.optimizer.agg-phase-strategy", phases);
    Trilink.install(tables);
    tables.createTemporaryView(
        "t",
        environment
            .addSource(
                new RowsSource(ROWS, limit),
                ROW_NAMED(new String[] {"k", "v", "ts"}, STRING, INT, INSTANT))
            .setParallelism(1),
        Schema.newBuilder()
            .column("k", "STRING")
            .column("v", "INT")
            .column("ts", "TIMESTAMP_LTZ(3)")
            .watermark("ts", "SOURCE_WATERMARK()")
            .build());
    tables.createTemporaryView(
        "versions",
        tables.sqlQuery(
            "SELECT k, ts FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS n"
                + " FROM t) WHERE n = 1"));
    ResultsSink.clear();
    tables.toDataStream(tables.sqlQuery(sql)).addSink(new ResultsSink()).setParallelism(1);
    return environment.executeAsync();
  }
}
