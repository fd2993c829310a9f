/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.merge.store;

import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.util.Collections;
import javax.annotation.Nullable;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.trilink.runtime.secret.Secrets;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.util.JedisURIHelper;

/** Opens connections to a Redis server, and refuses servers that cannot be used for a merge. */
final class RedisConnections {

  private static final int TIMEOUT_MILLIS = 10_000;
  private static final int PORT = 6379;

  private RedisConnections() {}

  /** A client that is not connected yet; with TLS if the address says so. */
  static Jedis open(StoreAddress address) {
    URI uri = address.redisUri();
    if (uri == null) {
      throw new StoreRefusal(
          "Global merge: " + address + " is not the address of a Redis server.", null);
    }
    HostAndPort server = new HostAndPort(host(uri), uri.getPort() < 0 ? PORT : uri.getPort());
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            .connectionTimeoutMillis(TIMEOUT_MILLIS)
            .socketTimeoutMillis(TIMEOUT_MILLIS)
            .user(JedisURIHelper.getUser(uri))
            .password(JedisURIHelper.getPassword(uri))
            .database(JedisURIHelper.getDBIndex(uri));
    if (address.isRedisOverTls()) {
      config.ssl(true).sslSocketFactory(tls().getSocketFactory()).sslParameters(checkingTheHost());
    }
    return new Jedis(server, config.build());
  }

  /** The host as Jedis expects it: without brackets around an IPv6 address. */
  private static String host(URI uri) {
    String host = uri.getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /** Java's default TLS context, with the certificates of {@code javax.net.ssl.trustStore}. */
  private static SSLContext tls() {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new StoreRefusal(
          "Global merge: TLS cannot be used: "
              + e.getMessage()
              + ". Check the system properties javax.net.ssl.* of the TaskManagers.",
          Secrets.mask(e, Collections.emptyList()));
    }
  }

  /** Enables the check of the host name, which is off by default in Java. */
  private static SSLParameters checkingTheHost() {
    SSLParameters parameters = new SSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    return parameters;
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
    CertificateException problem = certificateProblem(e);
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

  @Nullable
  private static CertificateException certificateProblem(@Nullable Throwable e) {
    if (e == null || e instanceof CertificateException) {
      return (CertificateException) e;
    }
    for (Throwable suppressed : e.getSuppressed()) {
      CertificateException problem = certificateProblem(suppressed);
      if (problem != null) {
        return problem;
      }
    }
    return certificateProblem(e.getCause());
  }
}
