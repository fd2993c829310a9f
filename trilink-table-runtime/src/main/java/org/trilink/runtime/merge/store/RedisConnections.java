/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.net.URI;
import java.security.cert.CertificateException;
import org.trilink.runtime.redis.JedisClients;
import org.trilink.runtime.redis.RedisFailures;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.util.JedisURIHelper;

/** Opens connections to a Redis server, and refuses servers that cannot be used for a merge. */
final class RedisConnections {

  private static final int TIMEOUT_MILLIS = 10_000;

  private RedisConnections() {}

  /** A client that is not connected yet; with TLS if the address says so. */
  static Jedis open(StoreAddress address) {
    URI uri = address.redisUri();
    if (uri == null) {
      throw new StoreRefusal(
          "Global merge: " + address + " is not the address of a Redis server.", null);
    }
    return JedisClients.of(uri, JedisURIHelper.getDBIndex(uri), TIMEOUT_MILLIS);
  }

  /**
   * Refuses a cluster. Its nodes replicate asynchronously: at a failover, confirmed writes may be
   * lost without an error.
   */
  static void refuseCluster(Jedis redis, StoreAddress address) {
    String cluster;
    try {
      cluster = redis.info("cluster");
    } catch (JedisDataException e) {
      String message = String.valueOf(e.getMessage());
      if (message.startsWith("NOPERM") || message.startsWith("ERR unknown command")) {
        return; // it shows when keys are on another node
      }
      throw e;
    }
    if (cluster.contains("cluster_enabled:1")) {
      throw cluster(address);
    }
  }

  private static StoreRefusal cluster(StoreAddress address) {
    return new StoreRefusal(
        String.format(
            "Global merge: %s is a node of a Redis Cluster, which may lose acknowledged increments"
                + " when a replica takes over. Use a standalone Redis server or a MySQL-compatible"
                + " server.",
            address),
        null);
  }

  /** Throws if a retry would not help. */
  static void refuse(JedisException e, StoreAddress address) {
    if (e instanceof JedisRedirectionException) {
      throw cluster(address);
    }
    CertificateException problem = RedisFailures.find(e, CertificateException.class);
    if (problem != null) {
      throw new StoreRefusal(
          String.format(
              "Global merge: %s: its certificate is not trusted: %s. Configure a truststore with"
                  + " the certificate or its authority on the TaskManagers:"
                  + " 'env.java.opts.taskmanager: -Djavax.net.ssl.trustStore=FILE"
                  + " -Djavax.net.ssl.trustStorePassword=PASSWORD'. The certificate must name the"
                  + " host of the address.",
              address, problem.getMessage()),
          null);
    }
  }
}
