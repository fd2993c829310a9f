/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.trilink.runtime.merge.store.RedisTestServer;
import org.trilink.runtime.testing.Await;
import redis.clients.jedis.Jedis;

/** A Redis Cluster of three masters on this machine, the second with a replica. */
final class TestCluster implements AutoCloseable {

  private static final int SLOTS = 16384;
  private static final int MASTERS = 3;

  /** The nodes talk to each other on their ports plus this. */
  private static final int BUS = 10_000;

  /** The master with a replica. */
  static final int REPLICATED = 1;

  private final List<RedisTestServer> nodes = new ArrayList<>();
  private RedisTestServer replica;

  static TestCluster started(String password) throws Exception {
    TestCluster cluster = new TestCluster();
    for (int node = 0; node < MASTERS; node++) {
      cluster.nodes.add(startNode(password));
    }
    for (int node = 0; node < MASTERS; node++) {
      cluster.assignSlots(node);
    }
    for (RedisTestServer node : cluster.nodes) {
      Await.until("cluster", () -> isReady(node, MASTERS));
    }
    cluster.addReplica(password);
    return cluster;
  }

  private static RedisTestServer startNode(String password) throws Exception {
    return RedisTestServer.started(
        freePort(),
        password,
        "cluster-enabled yes",
        "cluster-node-timeout 1000",
        "cluster-replica-validity-factor 0",
        "masterauth " + password);
  }

  private void addReplica(String password) throws Exception {
    replica = startNode(password);
    try (Jedis redis = replica.connect()) {
      redis.clusterMeet("127.0.0.1", nodes.get(0).port());
      Await.until("cluster with a replica", () -> isReady(replica, MASTERS + 1));
      redis.clusterReplicate(id(REPLICATED));
      Await.until("replica", () -> redis.info("replication").contains("master_link_status:up"));
    }
    for (RedisTestServer node : nodes) {
      Await.until("cluster with a replica", () -> knowsTheReplica(node));
    }
  }

  private static boolean knowsTheReplica(RedisTestServer node) {
    try (Jedis redis = node.connect()) {
      return redis.clusterNodes().contains(" slave ") || redis.clusterNodes().contains(",slave ");
    }
  }

  private static int freePort() throws Exception {
    int port = RedisTestServer.freePort();
    while (port + BUS > 65535) {
      port = RedisTestServer.freePort();
    }
    return port;
  }

  private void assignSlots(int node) {
    int from = node * SLOTS / MASTERS;
    int to = (node + 1) * SLOTS / MASTERS;
    try (Jedis redis = nodes.get(node).connect()) {
      redis.clusterAddSlots(IntStream.range(from, to).toArray());
      redis.clusterMeet("127.0.0.1", nodes.get(0).port());
    }
  }

  private static boolean isReady(RedisTestServer node, int nodes) {
    try (Jedis redis = node.connect()) {
      String info = redis.clusterInfo();
      return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:" + nodes);
    }
  }

  /** The masters at the start. */
  List<RedisTestServer> nodes() {
    return nodes;
  }

  RedisTestServer replica() {
    return replica;
  }

  /** The node that has a slot at the start. */
  int nodeOf(int slot) {
    return IntStream.range(0, MASTERS)
        .filter(node -> slot < (node + 1) * SLOTS / MASTERS)
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
    replica.close();
  }
}
