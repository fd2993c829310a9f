/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static org.trilink.connector.redis.RedisConnectorOptions.CONNECTION_TIMEOUT;
import static org.trilink.connector.redis.RedisConnectorOptions.DATABASE;
import static org.trilink.connector.redis.RedisConnectorOptions.NODES;
import static org.trilink.connector.redis.RedisConnectorOptions.PASSWORD;
import static org.trilink.connector.redis.RedisConnectorOptions.REDIS_MODE;
import static org.trilink.connector.redis.RedisConnectorOptions.RESPONSE_TIMEOUT;
import static org.trilink.connector.redis.RedisConnectorOptions.SENTINEL_MASTER;
import static org.trilink.connector.redis.RedisConnectorOptions.SENTINEL_PASSWORD;
import static org.trilink.connector.redis.RedisConnectorOptions.SENTINEL_USERNAME;
import static org.trilink.connector.redis.RedisConnectorOptions.TLS;
import static org.trilink.connector.redis.RedisConnectorOptions.USERNAME;
import static org.trilink.connector.redis.RedisValidation.require;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;

/** How to reach a table's servers; its text has no passwords. */
public final class RedisConnectionOptions implements Serializable {

  private static final long serialVersionUID = 1L;
  private static final int SERVER_PORT = 6379;
  private static final int SENTINEL_PORT = 26379;

  private final RedisMode mode;
  private final RedisNode[] nodes;
  @Nullable private final String username;
  @Nullable private final String password;
  private final int database;
  private final int connectionTimeout;
  private final int responseTimeout;
  @Nullable private final RedisTls tls;
  @Nullable private final String sentinelMaster;
  @Nullable private final String sentinelUsername;
  @Nullable private final String sentinelPassword;

  private RedisConnectionOptions(ReadableConfig options) {
    mode = options.get(REDIS_MODE);
    nodes = nodes(options, mode == RedisMode.SENTINEL ? SENTINEL_PORT : SERVER_PORT);
    username = options.get(USERNAME);
    password = options.get(PASSWORD);
    database = options.get(DATABASE);
    connectionTimeout = millis(options, CONNECTION_TIMEOUT);
    responseTimeout = millis(options, RESPONSE_TIMEOUT);
    tls = options.get(TLS) ? RedisTls.of(options) : null;
    sentinelMaster = options.get(SENTINEL_MASTER);
    sentinelUsername = options.get(SENTINEL_USERNAME);
    sentinelPassword = options.get(SENTINEL_PASSWORD);
  }

  /**
   * A table's.
   *
   * @throws ValidationException if the options do not go together
   */
  public static RedisConnectionOptions of(ReadableConfig options) {
    RedisConnectionOptions connection = new RedisConnectionOptions(options);
    connection.validate();
    RedisTls.validate(options);
    return connection;
  }

  private static RedisNode[] nodes(ReadableConfig options, int defaultPort) {
    List<RedisNode> nodes = new ArrayList<>();
    for (String node : options.get(NODES)) {
      nodes.add(RedisNode.parse(node, defaultPort));
    }
    return nodes.toArray(new RedisNode[0]);
  }

  private static int millis(ReadableConfig options, ConfigOption<Duration> option) {
    long millis = options.get(option).toMillis();
    require(
        millis > 0 && millis <= Integer.MAX_VALUE,
        "'%s' must be longer than 0 ms and at most 24 days.",
        option.key());
    return (int) millis;
  }

  private void validate() {
    require(nodes.length > 0, "'%s' must name at least one server: 'host:port'.", NODES.key());
    require(
        mode != RedisMode.STANDALONE || nodes.length == 1,
        "'%s' names %d servers, but with '%s' = 'standalone' there is one; for several choose"
            + " 'sentinel' or 'cluster'.",
        NODES.key(),
        nodes.length,
        REDIS_MODE.key());
    require(database >= 0, "'%s' must not be negative.", DATABASE.key());
    require(
        mode != RedisMode.CLUSTER || database == 0,
        "'%s' = '%d': a Redis Cluster has only database 0; leave the option out.",
        DATABASE.key(),
        database);
    require(
        username == null || password != null, "'%s' needs a '%s'.", USERNAME.key(), PASSWORD.key());
    require(
        sentinelUsername == null || sentinelPassword != null,
        "'%s' needs a '%s'.",
        SENTINEL_USERNAME.key(),
        SENTINEL_PASSWORD.key());
    require(
        mode != RedisMode.SENTINEL || sentinelMaster != null,
        "With '%s' = 'sentinel', '%s' must be the name of the master that the sentinels monitor.",
        REDIS_MODE.key(),
        SENTINEL_MASTER.key());
    requireOnlyForSentinel(SENTINEL_MASTER, sentinelMaster);
    requireOnlyForSentinel(SENTINEL_PASSWORD, sentinelPassword);
  }

  private void requireOnlyForSentinel(ConfigOption<String> option, @Nullable String value) {
    require(
        mode == RedisMode.SENTINEL || value == null,
        "'%s' has no effect with '%s' = '%s'; it is only for 'sentinel'.",
        option.key(),
        REDIS_MODE.key(),
        mode);
  }

  public RedisMode mode() {
    return mode;
  }

  /** The server, the sentinels or some nodes of the cluster; at least one. */
  public List<RedisNode> nodes() {
    return Collections.unmodifiableList(Arrays.asList(nodes));
  }

  /** Returns the user for logging in; null for the server's default user. */
  @Nullable
  public String username() {
    return username;
  }

  /** Returns the password for logging in; null for no login. */
  @Nullable
  public String password() {
    return password;
  }

  public int database() {
    return database;
  }

  /** In milliseconds. */
  public int connectionTimeout() {
    return connectionTimeout;
  }

  /** In milliseconds. */
  public int responseTimeout() {
    return responseTimeout;
  }

  /** Returns how TLS connections are made; null for a connection without TLS. */
  @Nullable
  public RedisTls tls() {
    return tls;
  }

  /**
   * Returns the name of the master that the sentinels watch; null unless the mode is {@link
   * RedisMode#SENTINEL}.
   */
  @Nullable
  public String sentinelMaster() {
    return sentinelMaster;
  }

  /** Returns the user for logging in to the sentinels; null for the sentinels' default user. */
  @Nullable
  public String sentinelUsername() {
    return sentinelUsername;
  }

  /** Returns the password for logging in to the sentinels; null for no login at the sentinels. */
  @Nullable
  public String sentinelPassword() {
    return sentinelPassword;
  }

  /** Names the servers, for messages: {@code standalone 127.0.0.1:6379, database 1, TLS}. */
  /** All that nobody may read. */
  List<String> passwords() {
    return Stream.of(password, sentinelPassword)
        .filter(Objects::nonNull)
        .collect(Collectors.toList());
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(mode);
    if (sentinelMaster != null) {
      text.append(" master '").append(sentinelMaster).append("' at");
    }
    nodes().forEach(node -> text.append(' ').append(node));
    if (mode != RedisMode.CLUSTER) {
      text.append(", database ").append(database);
    }
    return text.append(tls == null ? "" : ", TLS").toString();
  }
}
