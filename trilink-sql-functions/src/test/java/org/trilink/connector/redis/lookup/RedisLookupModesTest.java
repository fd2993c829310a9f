/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.trilink.runtime.testing.Await;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisCluster;
import redis.embedded.RedisCluster;
import redis.embedded.RedisSentinel;
import redis.embedded.RedisServer;
import redis.embedded.RedisShardedCluster;
import redis.embedded.core.RedisServerBuilder;

/** Lookups where one server is not all. */
@Tag("slow")
class RedisLookupModesTest {

  private static final String COLUMNS = "k STRING, v STRING, PRIMARY KEY (k) NOT ENFORCED";
  private static final int KEYS = 300;

  private static RedisServerBuilder servers() {
    return RedisServer.newRedisServer().bind("127.0.0.1");
  }

  @Test
  void readsAllMastersOfACluster() throws Exception {
    RedisShardedCluster cluster =
        RedisShardedCluster.newRedisCluster()
            .withServerBuilder(servers())
            .ephemeralServers()
            .shard("first", 1)
            .shard("second", 1)
            .shard("third", 1)
            .build();
    cluster.start();
    try {
      List<HostAndPort> nodes =
          cluster.serverPorts().stream()
              .map(port -> new HostAndPort("127.0.0.1", port))
              .collect(Collectors.toList());
      for (HostAndPort node : nodes) {
        Await.until("every slot is served", () -> servesEverySlot(node));
      }
      try (JedisCluster redis = new JedisCluster(nodes.get(0))) {
        IntStream.range(0, KEYS).forEach(i -> redis.set("u:" + i, "v" + i));
      }
      String options =
          "'connector' = 'redis', 'redis-mode' = 'cluster', 'key.prefix' = 'u:', 'nodes' = '"
              + nodes.get(0)
              + "'";
      assertFindsAll(options);
      assertFindsAll(options + ", 'lookup.cache' = 'full'");
      assertThat(SeenMetrics.value("numCachedRecords")).isEqualTo(KEYS);
    } finally {
      cluster.stop();
    }
  }

  @Test
  void readsTheMasterThatTheSentinelsName() throws Exception {
    RedisCluster servers =
        RedisCluster.newRedisCluster()
            .withServerBuilder(servers())
            .withSentinelBuilder(RedisSentinel.newRedisSentinel().bind("127.0.0.1"))
            .ephemeral()
            .sentinelCount(1)
            .quorumSize(1)
            .replicationGroup("main", 1)
            .build();
    servers.start();
    try {
      try (Jedis redis =
          new Jedis(
              new HostAndPort("127.0.0.1", servers.serverPorts().get(0)),
              DefaultJedisClientConfig.builder().build())) {
        IntStream.range(0, KEYS).forEach(i -> redis.set("u:" + i, "v" + i));
      }
      String options =
          "'connector' = 'redis', 'redis-mode' = 'sentinel', 'sentinel.master' = 'main',"
              + " 'key.prefix' = 'u:', 'nodes' = '127.0.0.1:"
              + servers.sentinelPorts().get(0)
              + "'";
      assertFindsAll(options);
      assertFindsAll(options + ", 'lookup.cache' = 'full'");
    } finally {
      servers.stop();
    }
  }

  /** A node that does not know all others yet answers that the cluster is down. */
  private static boolean servesEverySlot(HostAndPort node) {
    try (Jedis redis = new Jedis(node)) {
      return redis.clusterInfo().contains("cluster_state:ok");
    }
  }

  private static void assertFindsAll(String options) throws Exception {
    try (LookupStream stream = LookupStream.start(COLUMNS, options)) {
      for (int i = 0; i < KEYS; i++) {
        HandedKeys.hand(String.valueOf(i));
      }
      for (int i = 0; i < KEYS; i++) {
        assertThat(stream.next()).isEqualTo(i + "=v" + i);
      }
      assertThat(stream.lookUp("x")).isEqualTo("x=null");
    }
  }
}
