/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.connector.redis.RedisSql.PASSWORD;
import static org.trilink.connector.redis.RedisSql.with;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.testing.Await;
import redis.clients.jedis.Jedis;
import redis.embedded.RedisSentinel;

/** A master, a replica, and a sentinel that makes the replica the master when that is gone. */
@Tag("slow")
class RedisSentinelTest {

  private static final String SENTINEL_PASSWORD = "watchword";
  private static final int ROWS = 2000;

  private static RedisTestServer master;
  private static RedisTestServer replica;
  private static RedisSentinel sentinel;
  private static int sentinelPort;

  @BeforeAll
  static void start() throws Exception {
    master = RedisTestServer.started(PASSWORD, "masterauth " + PASSWORD);
    replica =
        RedisTestServer.started(
            PASSWORD, "masterauth " + PASSWORD, "replicaof 127.0.0.1 " + master.port());
    Await.until("replica in step", () -> info(replica).contains("master_link_status:up"));
    sentinelPort = RedisTestServer.freePort();
    sentinel =
        RedisSentinel.newRedisSentinel()
            .bind("127.0.0.1")
            .port(sentinelPort)
            .setting("requirepass " + SENTINEL_PASSWORD)
            .build();
    sentinel.start();
    try (Jedis redis = sentinelClient()) {
      redis.sentinelMonitor("rides", "127.0.0.1", master.port(), 1);
      redis.sentinelSet(
          "rides",
          Map.of(
              "auth-pass", PASSWORD,
              "down-after-milliseconds", "500",
              "failover-timeout", "2000"));
    }
    Await.until("sentinel that knows the replica", RedisSentinelTest::sentinelKnowsTheReplica);
  }

  @AfterAll
  static void stop() throws Exception {
    sentinel.stop();
    replica.close();
    master.close();
  }

  private static String info(RedisTestServer server) {
    try (Jedis redis = server.connect()) {
      return redis.info("replication");
    }
  }

  private static Jedis sentinelClient() {
    return new Jedis("redis://:" + SENTINEL_PASSWORD + "@127.0.0.1:" + sentinelPort);
  }

  private static boolean sentinelKnowsTheReplica() {
    try (Jedis redis = sentinelClient()) {
      return redis.sentinelReplicas("rides").stream()
          .anyMatch(known -> known.get("flags").equals("slave"));
    }
  }

  @Test
  void goesOnWithTheNewMasterAfterAFailover() throws Exception {
    RedisSql sql = new RedisSql();
    sql.run(
        "CREATE TABLE numbers (i INT) WITH ('connector' = 'datagen', 'rows-per-second' = '400',"
            + " 'fields.i.kind' = 'sequence', 'fields.i.start' = '0', 'fields.i.end' = '"
            + (ROWS - 1)
            + "')");
    sql.run(
        "CREATE TABLE written (k STRING, i INT, PRIMARY KEY (k, i) NOT ENFORCED)"
            + with(
                "redis-mode=sentinel",
                "nodes=127.0.0.1:" + sentinelPort,
                "sentinel.master=rides",
                "sentinel.password=" + SENTINEL_PASSWORD,
                "password=" + PASSWORD,
                "data-type=set",
                "sink.buffer-flush.interval=50 ms",
                "sink.max-retries=20"));
    JobClient job =
        sql.start("INSERT INTO written SELECT 'all', i FROM numbers").getJobClient().orElseThrow();
    Await.until("row at the replica", () -> members(replica) > 100);
    master.kill();
    Await.until("new master", () -> info(replica).contains("role:master"));
    long atFailover = members(replica);

    job.getJobExecutionResult().get(2, TimeUnit.MINUTES);
    assertThat(atFailover).isLessThan(ROWS);
    assertThat(members(replica))
        .as("all but what the old master had not yet handed to its replica, some batches")
        .isBetween(ROWS - 200L, (long) ROWS);
  }

  private static long members(RedisTestServer server) {
    try (Jedis redis = server.connect()) {
      return redis.scard("all");
    }
  }

  @Test
  void namesTheMasterThatNoSentinelKnows() throws Exception {
    RedisSql sql = new RedisSql();
    sql.run(
        "CREATE TABLE t (k STRING, v STRING, PRIMARY KEY (k) NOT ENFORCED)"
            + with(
                "redis-mode=sentinel",
                "nodes=127.0.0.1:" + sentinelPort,
                "sentinel.master=unknown",
                "sentinel.password=" + SENTINEL_PASSWORD,
                "password=" + PASSWORD));
    assertThatThrownBy(() -> sql.run("INSERT INTO t VALUES ('k', 'v')"))
        .hasStackTraceContaining(
            "cannot use sentinel master 'unknown' at 127.0.0.1:" + sentinelPort + ", database 0: ");
  }

  @Test
  void tellsThatNoSentinelIsThere() throws Exception {
    RedisSql sql = new RedisSql();
    int free = RedisTestServer.freePort();
    sql.run(
        "CREATE TABLE t (k STRING, v STRING, PRIMARY KEY (k) NOT ENFORCED)"
            + with("redis-mode=sentinel", "nodes=127.0.0.1:" + free, "sentinel.master=rides"));
    for (String part : List.of("127.0.0.1:" + free, "check 'nodes' and that the server runs.")) {
      assertThatThrownBy(() -> sql.run("INSERT INTO t VALUES ('k', 'v')"))
          .hasStackTraceContaining(part);
    }
  }
}
