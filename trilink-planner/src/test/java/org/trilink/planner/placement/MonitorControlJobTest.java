/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.planner.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.types.Row;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.trilink.planner.testing.Changelog;
import org.trilink.planner.testing.RowsSource;
import org.trilink.planner.testing.SeenMetrics;
import org.trilink.planner.testing.SqlJob;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.testing.Await;
import redis.clients.jedis.Jedis;

/** Commands for running jobs, by REST and on a channel of a real Redis. */
@Tag("slow")
class MonitorControlJobTest {

  private static final int ROWS = 900;
  private static final int KEYS = 9;
  private static final String SET_AT_RUN_TIME = "settingsSetAtRunTime";

  private final List<Row> rows = rows();

  @AfterEach
  void forget() {
    RowsSource.setPace(null);
    SeenMetrics.watch(Set.of());
  }

  private static List<Row> rows() {
    LocalDateTime time = LocalDateTime.of(2020, 9, 13, 12, 0, 0);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      time = time.plusSeconds(1);
      rows.add(Row.of("key " + i % KEYS, i % KEYS, "name " + i % 5, time));
    }
    return rows;
  }

  private SqlJob job(int parallelism) {
    return new SqlJob(rows)
        .withTrilink()
        .withAnyMaxParallelism()
        .withParallelism(parallelism)
        .with("table.optimizer.trilink.strict", "true");
  }

  private static String sql(String query, String options) {
    return KeyedQueries.sql(query, "'partition'='auto'" + options, "k");
  }

  /** The results of stock Flink for {@link #sql} "group by tumble". */
  private List<String> counted() throws Exception {
    return Changelog.materialize(new SqlJob(rows).run(sql("group by tumble", "")));
  }

  /** Runs an action once, before a row is emitted. */
  private static RowsSource.Pace before(int row, Callable<?> action) {
    boolean[] done = {false};
    return next -> {
      if (next >= row && !done[0]) {
        done[0] = true;
        action.call();
      }
    };
  }

  /** The id of a vertex is that of the head of its chain, here an operator before the keyed one. */
  @Test
  void reachesAnOperatorThatIsNotTheHeadOfItsChain() throws Exception {
    SeenMetrics.watch(Set.of(SET_AT_RUN_TIME));
    List<JsonNode> answers = new ArrayList<>();
    List<Double> metrics = new ArrayList<>();
    RowsSource.setPace(
        before(
            ROWS / 2,
            () -> {
              answers.add(RunningMonitor.say("{\"threshold\": 0.7}"));
              answers.add(RunningMonitor.say("{\"threshold\": 7}"));
              Await.until("the metric", () -> SeenMetrics.sum(SET_AT_RUN_TIME) > 0);
              return metrics.addAll(SeenMetrics.values(SET_AT_RUN_TIME));
            }));
    List<String> results = job(2).run(sql("match", ""));
    RowsSource.setPace(null);

    assertThat(results).containsExactlyInAnyOrderElementsOf(new SqlJob(rows).run(sql("match", "")));
    assertThat(answers.get(0).path("operator").asText())
        .matches("Match(\\[\\d+])?\\[partition=auto].*");
    assertThat(answers.get(0).at("/monitor/threshold").asDouble()).isEqualTo(0.7);
    assertThat(answers.get(0).at("/setAtRunTime").toString()).isEqualTo("[{\"threshold\":0.7}]");
    assertThat(answers.get(1).path("error").asText()).contains("must be above 0, up to 1");
    assertThat(metrics).containsExactly(1.0);
  }

  @Test
  void whatWasSetOutlivesACrash(@TempDir Path checkpoints) throws Exception {
    List<JsonNode> after = new ArrayList<>();
    RowsSource.Pace set = before(ROWS / 5, () -> RunningMonitor.say("{\"sample-rate\": 0.5}"));
    RowsSource.Pace freeze = before(ROWS * 3 / 5, () -> RunningMonitor.say("{\"freeze\": true}"));
    RowsSource.Pace look = before(ROWS * 4 / 5, () -> after.add(RunningMonitor.status()));
    RowsSource.setPace(
        row -> {
          set.beforeRow(row);
          freeze.beforeRow(row); // this may be after the last checkpoint before the crash
          look.beforeRow(row);
        });
    List<String> results = job(2).runWithCrash(sql("group by tumble", ""), checkpoints);
    RowsSource.setPace(null);

    assertThat(after).hasSize(1);
    assertThat(after.get(0).at("/monitor/sampleRate").asDouble()).isEqualTo(0.5);
    assertThat(after.get(0).path("frozen").asBoolean()).isTrue();
    assertThat(Changelog.materialize(results)).containsExactlyInAnyOrderElementsOf(counted());
  }

  @Test
  void whatWasSetIsInASavepoint(@TempDir Path savepoints) throws Exception {
    List<JsonNode> after = new ArrayList<>();
    String sql = sql("group by tumble", "");
    RowsSource.setPace(before(ROWS / 5, () -> RunningMonitor.say("{\"set\": \"hash\"}")));
    SqlJob.Stopped atTwo = job(2).runUntil(sql, ROWS / 2, savepoints);
    RowsSource.setPace(before(ROWS * 4 / 5, () -> after.add(RunningMonitor.status())));
    List<String> results = new ArrayList<>(atTwo.results());
    results.addAll(job(3).resume(sql, atTwo.savepoint()));
    RowsSource.setPace(null);

    assertThat(after.get(0).path("strategy").asText()).isEqualTo("hash");
    assertThat(after.get(0).path("setAtRunTime").toString()).isEqualTo("[{\"set\":\"hash\"}]");
    assertThat(Changelog.materialize(results)).containsExactlyInAnyOrderElementsOf(counted());
  }

  @Test
  void aChannelThatGoesAndComesBackDoesNotStopTheJob() throws Exception {
    try (RedisTestServer redis = RedisTestServer.started("")) {
      List<JsonNode> after = new ArrayList<>();
      RowsSource.Pace first =
          before(
              ROWS / 5,
              () -> {
                publish(redis, "{\"threshold\": 0.7}");
                Await.until(
                    "the command", () -> !RunningMonitor.status().path("setAtRunTime").isEmpty());
                return null;
              });
      RowsSource.Pace lost =
          before(
              ROWS / 2,
              () -> {
                redis.kill();
                return after.add(RunningMonitor.status());
              });
      RowsSource.Pace again =
          before(
              ROWS * 4 / 5,
              () -> {
                redis.start();
                publish(redis, "no command");
                publish(redis, "{\"freeze\": true}");
                Await.until(
                    "the command", () -> RunningMonitor.status().path("frozen").asBoolean());
                return after.add(RunningMonitor.status());
              });
      RowsSource.setPace(
          row -> {
            first.beforeRow(row);
            lost.beforeRow(row);
            again.beforeRow(row);
          });
      List<String> results =
          job(2)
              .run(sql("group by tumble", ", 'partition.control'='" + channel(redis.port()) + "'"));
      RowsSource.setPace(null);

      assertThat(after.get(0).at("/monitor/threshold").asDouble()).isEqualTo(0.7);
      assertThat(after.get(1).path("setAtRunTime")).hasSize(2);
      assertThat(Changelog.materialize(results)).containsExactlyInAnyOrderElementsOf(counted());
    }
  }

  private static String channel(int port) {
    return "redis://127.0.0.1:" + port + "/moves";
  }

  /** Publishes a command, once the job has subscribed. */
  private static void publish(RedisTestServer redis, String command) throws Exception {
    try (Jedis client = redis.connect()) {
      Await.until("a listening job", () -> client.publish("moves", command) == 1);
    }
  }

  @Test
  void aChannelThatIsNotThereFailsTheJobAndIsNamed() throws Exception {
    String address = channel(RedisTestServer.freePort());
    RowsSource.setPace(row -> TimeUnit.MILLISECONDS.sleep(100)); // longer than an attempt takes
    assertThatThrownBy(
            () -> job(2).run(sql("group by tumble", ", 'partition.control'='" + address + "'")))
        .satisfies(
            failure ->
                assertThat(ExceptionUtils.stringifyException(failure))
                    .contains("'partition.control': " + address + " cannot be used"));
  }
}
