/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static org.trilink.connector.redis.RedisConnectorOptions.DATABASE;
import static org.trilink.connector.redis.RedisConnectorOptions.NODES;
import static org.trilink.connector.redis.RedisConnectorOptions.PASSWORD;
import static org.trilink.connector.redis.RedisConnectorOptions.TLS;
import static org.trilink.connector.redis.RedisConnectorOptions.TLS_TRUSTSTORE;
import static org.trilink.connector.redis.RedisConnectorOptions.USERNAME;

import java.util.List;
import javax.net.ssl.SSLException;
import org.trilink.runtime.redis.RedisFailures;
import org.trilink.runtime.secret.Secrets;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Interprets the errors of servers and connections. */
public final class RedisErrors {

  /** Whether a retry may help: the server is unreachable or not ready. */
  public static boolean isPassing(JedisException e) {
    if (e instanceof JedisDataException) {
      return RedisFailures.isNotReady(e.getMessage(), "READONLY");
    }
    return !isLogin(e)
        && (e instanceof JedisConnectionException || e instanceof JedisClusterOperationException);
  }

  /** Whether a command met a value of another type than its own. */
  public static boolean isWrongType(JedisDataException e) {
    return String.valueOf(e.getMessage()).startsWith("WRONGTYPE");
  }

  private static boolean isLogin(Throwable e) {
    String message = RedisFailures.messages(e);
    return message.contains("WRONGPASS")
        || message.contains("NOAUTH")
        || message.contains("AUTH <password>")
        || message.contains("invalid password");
  }

  static RedisConnectorException cannotConnect(
      RedisConnectionOptions options, String table, JedisException e) {
    List<String> passwords = options.passwords(); // a server may repeat what it was sent
    return new RedisConnectorException(
        String.format(
            "Redis table %s: cannot use %s: %s; %s.",
            table, options, Secrets.mask(RedisFailures.messages(e), passwords), remedy(e)),
        Secrets.mask(e, passwords));
  }

  private static String remedy(JedisException e) {
    String message = RedisFailures.messages(e);
    if (isLogin(e)) {
      return String.format("check '%s' and '%s'", USERNAME.key(), PASSWORD.key());
    }
    if (message.contains("DB index")) {
      return String.format("check '%s'", DATABASE.key());
    }
    if (RedisFailures.find(e, SSLException.class) != null) {
      return String.format("check '%s' and '%s'", TLS.key(), TLS_TRUSTSTORE.key());
    }
    return String.format("check '%s' and that the server runs", NODES.key());
  }

  private RedisErrors() {}
}
