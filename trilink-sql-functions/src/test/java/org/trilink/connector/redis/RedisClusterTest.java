/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.trilink.connector.redis.RedisSql.PASSWORD;
import static org.trilink.connector.redis.RedisSql.with;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.testing.Await;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Keys spread over the masters of a cluster, slots that move, masters that go and come back. */
@Tag("slow")
class RedisClusterTest {

  private static final int ROWS = 1500;

  private static TestCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = TestCluster.started(PASSWORD);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static String node() {
    return "127.0.0.1:" + cluster.nodes().get(0).port();
  }

  private static RedisClient client() {
    Configuration options = new Configuration();
    options.set(RedisConnectorOptions.REDIS_MODE, RedisMode.CLUSTER);
    options.set(RedisConnectorOptions.NODES, List.of(node()));
    options.set(RedisConnectorOptions.PASSWORD, PASSWORD);
    return RedisClient.open(RedisConnectionOptions.of(options), "t");
  }

  @Test
  void writesToAllMastersEvenWhenOneIsKilledAndStartsAgain() throws Exception {
    RedisSql sql = new RedisSql();
    sql.run(
        "CREATE TABLE numbers (i INT) WITH ('connector' = 'datagen', 'rows-per-second' = '250',"
            + " 'fields.i.kind' = 'sequence', 'fields.i.start' = '0', 'fields.i.end' = '"
            + (ROWS - 1)
            + "')");
    sql.run(
        "CREATE TABLE written (i INT, v INT, PRIMARY KEY (i) NOT ENFORCED)"
            + with(
                "redis-mode=cluster",
                "nodes=" + node(),
                "password=" + PASSWORD,
                "data-type=hash",
                "key.prefix=row:",
                "ttl=1 h",
                "ttl.on=new-key",
                "sink.max-retries=20"));
    JobClient job =
        sql.start("INSERT INTO written SELECT i, i FROM numbers").getJobClient().orElseThrow();
    RedisTestServer victim = cluster.nodes().get(0);
    Await.until("row", () -> rows(victim).size() > 20);
    victim.kill();
    victim.start();

    job.getJobExecutionResult().get(2, TimeUnit.MINUTES);
    Set<String> rows = new HashSet<>(rows(cluster.replica()));
    for (RedisTestServer node : cluster.nodes()) {
      assertThat(rows(node)).as("rows of one node").hasSizeGreaterThan(ROWS / 6);
      rows.addAll(rows(node));
    }
    assertThat(rows).hasSize(ROWS);
    try (RedisClient client = client()) {
      UnifiedJedis commands = client.commands();
      assertThat(commands.hgetAll("row:17")).isEqualTo(Map.of("v", "17"));
      assertThat(commands.pttl("row:17")).isPositive();
    }
  }

  private static Set<String> rows(RedisTestServer node) {
    try (Jedis redis = node.connect()) {
      return redis.keys("row:*");
    }
  }

  @Test
  void followsSlotsThatMove() throws Exception {
    int from = 0;
    int to = 2;
    String key = keyOf(from);
    int slot = JedisClusterCRC16.getSlot(key);
    try (RedisClient client = client();
        Jedis source = cluster.nodes().get(from).connect();
        Jedis target = cluster.nodes().get(to).connect()) {
      target.clusterSetSlotImporting(slot, cluster.id(from));
      source.clusterSetSlotMigrating(slot, cluster.id(to));
      assertWritten(client, key, "asked"); // a new key of a slot on its way: at the target

      target.clusterSetSlotNode(slot, cluster.id(to));
      source.clusterSetSlotNode(slot, cluster.id(to));
      assertWritten(client, key, "moved");
      assertThat(target.get(key)).isEqualTo("moved");
    }
  }

  private static String keyOf(int node) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "wanderer" + i)
        .filter(key -> cluster.nodeOf(JedisClusterCRC16.getSlot(key)) == node)
        .findFirst()
        .get();
  }

  @Test
  void goesOnWithTheReplicaOfAMasterThatIsGone() throws Exception {
    RedisTestServer master = cluster.nodes().get(TestCluster.REPLICATED);
    String key = keyOf(TestCluster.REPLICATED);
    try (RedisClient client = client();
        Jedis replica = cluster.replica().connect()) {
      assertWritten(client, key, "before");
      master.kill();
      new RedisRetry(10, "sink.max-retries", "t")
          .call(
              "writing",
              () -> {
                assertWritten(client, key, "after");
                return null;
              });
      assertThat(replica.get(key)).isEqualTo("after");
    } finally {
      master.start(); // as a replica
    }
  }

  private static void assertWritten(RedisClient client, String key, String value) {
    List<RedisCommand> commands =
        List.of(
            command(Protocol.Command.SET, "other", "x"),
            command(Protocol.Command.SET, key, value + " too early"),
            command(Protocol.Command.SET, key, value));
    client.pipeline(commands);
    assertThat(commands).allMatch(RedisCommand::isDone);
    assertThat(client.commands().get(key)).isEqualTo(value);
  }

  private static RedisCommand command(Protocol.Command name, String key, String value) {
    return new RedisCommand(name, key.getBytes(UTF_8), value.getBytes(UTF_8));
  }

  @Test
  void tellsWhyItCannotUseACluster() throws Exception {
    RedisSql sql = new RedisSql();
    sql.run(
        "CREATE TABLE wrong (k STRING, v STRING, PRIMARY KEY (k) NOT ENFORCED)"
            + with("redis-mode=cluster", "nodes=" + node(), "password=wrong"));
    assertThatThrownBy(() -> sql.run("INSERT INTO wrong VALUES ('k', 'v')"))
        .hasStackTraceContaining("cannot use cluster " + node() + ": ")
        .hasStackTraceContaining("WRONGPASS")
        .hasStackTraceContaining("check 'username' and 'password'.");
  }
}
