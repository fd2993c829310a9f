/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.runtime.redis;

import java.net.URI;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocketFactory;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.JedisURIHelper;

/**
 * Creates clients of the servers that addresses name. Redis tables, in another module, set up their
 * own: Jedis is relocated in this jar, so that none of its types can be handed to them.
 */
public final class JedisClients {

  private static final int PORT = 6379;

  private JedisClients() {}

  /**
   * A client that is not connected yet. With TLS it trusts whom Java trusts, and the certificate
   * must name the host.
   *
   * @param address {@code redis://[[user]:password@]host[:port][/...]}, or {@code rediss://...} for
   *     TLS
   * @param database by number
   * @param timeoutMillis how long to wait for a connection, and for each answer
   * @throws JedisException if TLS is not usable
   */
  public static Jedis of(URI address, int database, int timeoutMillis) {
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            .connectionTimeoutMillis(timeoutMillis)
            .socketTimeoutMillis(timeoutMillis)
            .user(JedisURIHelper.getUser(address))
            .password(JedisURIHelper.getPassword(address))
            .database(database);
    if ("rediss".equalsIgnoreCase(address.getScheme())) {
      SSLParameters checkingTheHost = new SSLParameters(); // which Java does not by default
      checkingTheHost.setEndpointIdentificationAlgorithm("HTTPS");
      config.ssl(true).sslSocketFactory(sockets()).sslParameters(checkingTheHost);
    }
    return new Jedis(server(address), config.build());
  }

  /** Jedis expects an IPv6 address without brackets. */
  private static HostAndPort server(URI address) {
    String host = address.getHost().replaceAll("[\\[\\]]", "");
    return new HostAndPort(host, address.getPort() < 0 ? PORT : address.getPort());
  }

  private static SSLSocketFactory sockets() {
    try {
      return SSLContext.getDefault().getSocketFactory();
    } catch (NoSuchAlgorithmException e) {
      throw new JedisException(
          "TLS cannot be used; check the system properties javax.net.ssl.* of the TaskManagers", e);
    }
  }
}
