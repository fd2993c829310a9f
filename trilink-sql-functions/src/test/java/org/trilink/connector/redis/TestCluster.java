package org.trilink.connector.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.trilink.runtime.merge.store.RedisTestServer;
import redis.clients.jedis.Jedis;

/** A Redis Cluster of three masters on this machine. */
final class TestCluster implements AutoCloseable {

  private static final int SLOTS = 16384;
  private static final int NODES = 3;

  /** The nodes talk to each other on their ports plus this. */
  private static final int BUS = 10_000;

  private final List<RedisTestServer> nodes = new ArrayList<>();

  static TestCluster started(String password) throws Exception {
    TestCluster cluster = new TestCluster();
    for (int node = 0; node < NODES; node++) {
      cluster.nodes.add(
          RedisTestServer.started(
              freePort(), password, "cluster-enabled yes", "cluster-node-timeout 2000"));
    }
    for (int node = 0; node < NODES; node++) {
      cluster.assignSlots(node);
    }
    for (RedisTestServer node : cluster.nodes) {
      Await.until("cluster", () -> isReady(node));
    }
    return cluster;
  }

  private static int freePort() throws Exception {
    int port = RedisTestServer.freePort();
    while (port + BUS > 65535) {
      port = RedisTestServer.freePort();
    }
    return port;
  }

  private void assignSlots(int node) {
    int from = node * SLOTS / NODES;
    int to = (node + 1) * SLOTS / NODES;
    try (Jedis redis = nodes.get(node).connect()) {
      redis.clusterAddSlots(IntStream.range(from, to).toArray());
      redis.clusterMeet("127.0.0.1", nodes.get(0).port());
    }
  }

  private static boolean isReady(RedisTestServer node) {
    try (Jedis redis = node.connect()) {
      String info = redis.clusterInfo();
      return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:" + NODES);
    }
  }

  List<RedisTestServer> nodes() {
    return nodes;
  }

  /** The node that has a slot. */
  int nodeOf(int slot) {
    return IntStream.range(0, NODES)
        .filter(node -> slot < (node + 1) * SLOTS / NODES)
        .findFirst()
        .getAsInt();
  }

  String id(int node) {
    try (Jedis redis = nodes.get(node).connect()) {
      return redis.clusterMyId();
    }
  }

  @Override
  public void close() throws Exception {
    for (RedisTestServer node : nodes) {
      node.close();
    }
  }
}
