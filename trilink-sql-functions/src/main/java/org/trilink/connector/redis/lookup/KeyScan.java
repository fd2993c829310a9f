/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.trilink.connector.redis.RedisClient;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/** Finds the keys with a prefix; in a cluster those of all masters. */
final class KeyScan {

  /** How many keys a server looks at for one answer. */
  private static final int BATCH = 1000;

  private static final String SPECIAL = "\\*?[]";

  private final ScanParams pattern;

  KeyScan(String prefix) {
    pattern = new ScanParams().count(BATCH);
    if (!prefix.isEmpty()) {
      pattern.match(startingWith(prefix.getBytes(UTF_8)));
    }
  }

  private static byte[] startingWith(byte[] prefix) {
    ByteArrayOutputStream result = new ByteArrayOutputStream();
    for (byte one : prefix) {
      if (SPECIAL.indexOf(one) >= 0) {
        result.write('\\');
      }
      result.write(one);
    }
    result.write('*');
    return result.toByteArray();
  }

  /**
   * Hands over the keys in batches. Every key that is there all the time comes, and a key may come
   * more than once.
   */
  void forEachBatch(RedisClient redis, Consumer<List<byte[]>> batches) {
    UnifiedJedis commands = redis.commands();
    if (!(commands instanceof JedisCluster)) {
      // a cursor is one server's own: after a failover another one would skip keys
      try (Connection connection = redis.connection()) {
        scan(new Jedis(connection)::scan, batches);
      }
      return;
    }
    redis.renewNodes(); // there may be more of them than when the job was started
    Map<String, ConnectionPool> nodes = ((JedisCluster) commands).getClusterNodes();
    for (String master : masters(nodes)) {
      try (Connection connection = pool(nodes, master).getResource()) {
        scan(new Jedis(connection)::scan, batches);
      }
    }
  }

  private void scan(
      BiFunction<byte[], ScanParams, ScanResult<byte[]>> server, Consumer<List<byte[]>> batches) {
    byte[] cursor = ScanParams.SCAN_POINTER_START_BINARY;
    ScanResult<byte[]> found;
    do {
      found = server.apply(cursor, pattern);
      batches.accept(found.getResult());
      cursor = found.getCursorAsBytes();
    } while (!found.isCompleteIteration());
  }

  private static ConnectionPool pool(Map<String, ConnectionPool> nodes, String master) {
    ConnectionPool pool = nodes.get(master);
    if (pool == null) {
      throw new JedisConnectionException("the cluster has a new master: " + master);
    }
    return pool;
  }

  /** Returns the masters of a cluster, according to the first node that answers. */
  private static Set<String> masters(Map<String, ConnectionPool> nodes) {
    JedisConnectionException failure = new JedisConnectionException("the cluster has no nodes");
    for (ConnectionPool node : nodes.values()) {
      try (Connection connection = node.getResource()) {
        return masters(new Jedis(connection).clusterSlots());
      } catch (JedisConnectionException e) {
        failure = e;
      }
    }
    throw failure;
  }

  /** A range of slots is: first, last, master, replicas; a node is: host, port, ... */
  private static Set<String> masters(List<Object> slots) {
    Set<String> masters = new LinkedHashSet<>();
    for (Object range : slots) {
      List<?> node = (List<?>) ((List<?>) range).get(2);
      masters.add(new String((byte[]) node.get(0), UTF_8) + ":" + node.get(1));
    }
    return masters;
  }
}
