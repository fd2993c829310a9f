/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.connector.redis.RedisSql.PASSWORD;
import static org.trilink.connector.redis.RedisSql.with;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.ExecutionCheckpointingOptions;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategies;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.connector.redis.RedisSql;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.testing.Await;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** When gathered rows are written, and that none is lost when a job or the server goes down. */
@Tag("slow")
class RedisSinkFlushTest {

  private static final int ROWS = 1500;

  private RedisTestServer server;

  @BeforeEach
  void startServer() throws Exception {
    server = RedisTestServer.started(PASSWORD);
  }

  @AfterEach
  void stopServer() throws Exception {
    server.close();
  }

  /** Two subtasks write the numbers from 0, 500 a second. */
  private void createTables(RedisSql sql, String... options) throws Exception {
    sql.run(
        "CREATE TABLE numbers (i INT) WITH ('connector' = 'datagen', 'rows-per-second' = '250',"
            + " 'fields.i.kind' = 'sequence', 'fields.i.start' = '0', 'fields.i.end' = '"
            + (ROWS - 1)
            + "')");
    sql.run(
        "CREATE TABLE written (i INT, v INT, PRIMARY KEY (i) NOT ENFORCED)"
            + with(server, options));
  }

  private long written() {
    try (Jedis redis = server.connect()) {
      redis.select(1);
      return redis.dbSize();
    }
  }

  @Test
  void writesWhenRowsHaveWaitedLongEnough() throws Exception {
    RedisSql sql = new RedisSql();
    createTables(sql, "sink.buffer-flush.max-rows=1000000", "sink.buffer-flush.interval=100 ms");
    JobClient job = started(sql);

    Await.until("row written in time", () -> written() > 0);
    long before = written();
    Await.until("row written in time, later", () -> written() > before);
    assertThat(written()).as("the job goes on").isLessThan(ROWS);
    job.cancel().get();
  }

  @Test
  void writesBeforeACheckpoint() throws Exception {
    RedisSql sql = new RedisSql(checkpoints(Duration.ofMillis(200)));
    createTables(sql, "sink.buffer-flush.max-rows=1000000", "sink.buffer-flush.interval=0 s");
    JobClient job = started(sql);

    Await.until("row written before a checkpoint", () -> written() > 0);
    assertThat(written()).as("the job goes on").isLessThan(ROWS);
    job.cancel().get();
  }

  @Test
  void writesAtTheEndWhatNothingElseMadeItWrite() throws Exception {
    RedisSql sql = new RedisSql();
    createTables(sql, "sink.buffer-flush.max-rows=1000000", "sink.buffer-flush.interval=0 s");
    JobClient job = started(sql);
    job.getJobExecutionResult().get(2, TimeUnit.MINUTES);
    assertThat(written()).isEqualTo(ROWS);
  }

  @Test
  void losesNothingWhenAJobFails() throws Exception {
    Configuration configuration = checkpoints(Duration.ofMillis(100));
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
    RedisSql sql = new RedisSql(configuration);
    createTables(sql, "sink.buffer-flush.max-rows=1000000", "sink.buffer-flush.interval=0 s");
    sql.environment().createTemporarySystemFunction("fail_once", FailOnce.class);
    FailOnce.reset();
    sql.run("INSERT INTO written SELECT i, fail_once(i) FROM numbers");

    assertThat(FailOnce.HAS_FAILED).isTrue();
    assertThat(FailOnce.CALLS.get()).as("it went on from a checkpoint").isLessThan(2 * ROWS - 500);
    assertThat(written()).isEqualTo(ROWS);
  }

  /** Fails at one of the later rows, once. */
  public static final class FailOnce extends ScalarFunction {

    static final AtomicBoolean HAS_FAILED = new AtomicBoolean();
    static final AtomicInteger CALLS = new AtomicInteger();

    static void reset() {
      HAS_FAILED.set(false);
      CALLS.set(0);
    }

    /** Flink cannot find it out from a class of Java 17. */
    @Override
    public TypeInference getTypeInference(DataTypeFactory types) {
      return TypeInference.newBuilder()
          .typedArguments(DataTypes.INT())
          .outputTypeStrategy(TypeStrategies.explicit(DataTypes.INT()))
          .build();
    }

    public Integer eval(Integer i) {
      if (CALLS.incrementAndGet() >= 1000 && HAS_FAILED.compareAndSet(false, true)) {
        throw new IllegalStateException("fails once, at " + i);
      }
      return i;
    }
  }

  @Test
  void losesNothingWhenTheServerIsKilledAndStartsAgain() throws Exception {
    RedisSql sql = new RedisSql();
    createTables(sql, "sink.max-retries=20", "sink.buffer-flush.interval=100 ms");
    JobClient job = started(sql);
    Await.until("row", () -> written() > 100);
    server.kill();
    assertThatThrownBy(this::written).isInstanceOf(JedisConnectionException.class);
    server.start();
    long before = written();

    job.getJobExecutionResult().get(2, TimeUnit.MINUTES);
    assertThat(before).as("the server was killed in the midst").isLessThan(ROWS);
    assertThat(written()).isEqualTo(ROWS);
  }

  @Test
  void tellsHowLongItTriedToReachAServerThatIsGone() throws Exception {
    RedisSql sql = new RedisSql();
    createTables(sql, "sink.max-retries=1", "sink.buffer-flush.interval=100 ms");
    JobClient job = started(sql);
    Await.until("row", () -> written() > 0);
    server.kill();

    assertThatThrownBy(() -> job.getJobExecutionResult().get(2, TimeUnit.MINUTES))
        .hasStackTraceContaining("Redis table default_catalog.default_database.written: writing ")
        .hasStackTraceContaining(" rows failed after 1 retries in 1.")
        .hasStackTraceContaining("is the server up? For more retries raise 'sink.max-retries'.");
  }

  private static JobClient started(RedisSql sql) {
    TableResult result = sql.start("INSERT INTO written SELECT i, i FROM numbers");
    return result.getJobClient().orElseThrow();
  }

  private static Configuration checkpoints(Duration interval) {
    Configuration configuration = new Configuration();
    configuration.set(ExecutionCheckpointingOptions.CHECKPOINTING_INTERVAL, interval);
    return configuration;
  }
}
