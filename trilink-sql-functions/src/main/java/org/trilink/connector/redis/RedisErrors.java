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

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.trilink.runtime.secret.Secrets;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Interprets the errors of servers and connections. */
public final class RedisErrors {

  /** How a server's answers begin that it gives while it, or its cluster, is not ready. */
  private static final List<String> PASSING =
      Arrays.asList(
          "LOADING", "BUSY", "MASTERDOWN", "READONLY", "TRYAGAIN", "CLUSTERDOWN", "NOREPLICAS");

  /** How a server up to Redis 6 begins an answer that a command in a script gave. */
  private static final String IN_SCRIPT = "ERR Error running script";

  /** Whether a retry may help: the server is unreachable or not ready. */
  public static boolean isPassing(JedisException e) {
    if (e instanceof JedisDataException) {
      String message = String.valueOf(e.getMessage());
      return message.startsWith(IN_SCRIPT)
          ? PASSING.stream().anyMatch(code -> message.contains(": -" + code))
          : PASSING.stream().anyMatch(message::startsWith);
    }
    return !isLogin(e)
        && (e instanceof JedisConnectionException || e instanceof JedisClusterOperationException);
  }

  /** Whether a command met a value of another type than its own. */
  public static boolean isWrongType(JedisDataException e) {
    return String.valueOf(e.getMessage()).startsWith("WRONGTYPE");
  }

  private static boolean isLogin(Throwable e) {
    String message = messages(e);
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
            table, options, Secrets.mask(messages(e), passwords), remedy(e)),
        Secrets.mask(e, passwords));
  }

  private static String remedy(JedisException e) {
    String message = messages(e);
    if (isLogin(e)) {
      return String.format("check '%s' and '%s'", USERNAME.key(), PASSWORD.key());
    }
    if (message.contains("DB index")) {
      return String.format("check '%s'", DATABASE.key());
    }
    if (hasCause(e, SSLException.class)) {
      return String.format("check '%s' and '%s'", TLS.key(), TLS_TRUSTSTORE.key());
    }
    return String.format("check '%s' and that the server runs", NODES.key());
  }

  private static boolean hasCause(Throwable e, Class<? extends Throwable> type) {
    for (Throwable one = e; one != null; one = one.getCause()) {
      if (type.isInstance(one)
          || Arrays.stream(one.getSuppressed()).anyMatch(s -> hasCause(s, type))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the messages of an error and of all its causes: Jedis puts what went wrong into the
   * cause of the cause.
   */
  public static String messages(Throwable e) {
    Set<String> messages = new LinkedHashSet<>();
    collect(e, messages);
    return String.join(": ", messages);
  }

  private static void collect(Throwable e, Set<String> messages) {
    for (Throwable one = e; one != null; one = one.getCause()) {
      if (one.getMessage() != null) {
        messages.add(one.getMessage());
      }
      for (Throwable suppressed : one.getSuppressed()) {
        collect(suppressed, messages);
      }
    }
  }

  private RedisErrors() {}
}
