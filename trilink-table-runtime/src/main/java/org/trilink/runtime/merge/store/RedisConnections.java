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

/** Connections to a Redis, and which servers are none to merge in. */
final class RedisConnections {

  private static final int TIMEOUT_MILLIS = 10_000;
  private static final int PORT = 6379;

  private RedisConnections() {}

  /** One that is not connected yet; over TLS if the address says so. */
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

  /** Jedis knows no brackets around an IPv6 address. */
  private static String host(URI uri) {
    String host = uri.getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /** Java's own, which trusts whom {@code javax.net.ssl.trustStore} says. */
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

  /** Java does so only if asked to. */
  private static SSLParameters checkingTheHost() {
    SSLParameters parameters = new SSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    return parameters;
  }

  /**
   * A cluster's nodes replicate what they have confirmed only afterwards, and when one takes
   * another's place the rest is gone, of which nobody learns.
   */
  static void refuseCluster(Jedis redis, StoreAddress address) {
    String cluster;
    try {
      cluster = redis.info("cluster");
    } catch (JedisDataException e) {
      String message = String.valueOf(e.getMessage());
      if (message.startsWith("NOPERM") || message.startsWith("ERR unknown command")) {
        return; // it shows when keys are somewhere else
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

  /** Throws if trying again would not help. */
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
