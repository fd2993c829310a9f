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
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;

/** How to reach a table's servers; its text has no passwords. */
public final class RedisConnectionOptions implements Serializable {

  private static final long serialVersionUID = 1L;
  private static final int SERVER_PORT = 6379;
  private static final int SENTINEL_PORT = 26379;

  private final Configuration options;
  private final RedisNode[] nodes;

  private RedisConnectionOptions(Configuration options) {
    this.options = options;
    nodes = nodes(options, mode() == RedisMode.SENTINEL ? SENTINEL_PORT : SERVER_PORT);
  }

  /**
   * A table's.
   *
   * @param options as a factory gets them
   * @throws ValidationException if the options do not go together
   */
  public static RedisConnectionOptions of(ReadableConfig options) {
    RedisConnectionOptions connection =
        new RedisConnectionOptions(new Configuration((Configuration) options));
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

  private void validate() {
    requireTimeout(CONNECTION_TIMEOUT);
    requireTimeout(RESPONSE_TIMEOUT);
    RedisMode mode = mode();
    int database = get(DATABASE);
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
        get(USERNAME) == null || get(PASSWORD) != null,
        "'%s' needs a '%s'.",
        USERNAME.key(),
        PASSWORD.key());
    require(
        get(SENTINEL_USERNAME) == null || get(SENTINEL_PASSWORD) != null,
        "'%s' needs a '%s'.",
        SENTINEL_USERNAME.key(),
        SENTINEL_PASSWORD.key());
    require(
        mode != RedisMode.SENTINEL || get(SENTINEL_MASTER) != null,
        "With '%s' = 'sentinel', '%s' must be the name of the master that the sentinels monitor.",
        REDIS_MODE.key(),
        SENTINEL_MASTER.key());
    requireOnlyForSentinel(SENTINEL_MASTER);
    requireOnlyForSentinel(SENTINEL_PASSWORD);
  }

  private void requireOnlyForSentinel(ConfigOption<String> option) {
    require(
        mode() == RedisMode.SENTINEL || get(option) == null,
        "'%s' has no effect with '%s' = '%s'; it is only for 'sentinel'.",
        option.key(),
        REDIS_MODE.key(),
        mode());
  }

  private void requireTimeout(ConfigOption<Duration> option) {
    long millis = get(option).toMillis();
    require(
        millis > 0 && millis <= Integer.MAX_VALUE,
        "'%s' must be longer than 0 ms and at most 24 days.",
        option.key());
  }

  public RedisMode mode() {
    return get(REDIS_MODE);
  }

  /** The server, the sentinels or some nodes of the cluster; at least one. */
  public List<RedisNode> nodes() {
    return Collections.unmodifiableList(Arrays.asList(nodes));
  }

  /** The value of an option; null if it has none, and no default. */
  <T> T get(ConfigOption<T> option) {
    return options.get(option);
  }

  /** The value of one of the timeouts, in milliseconds. */
  int millis(ConfigOption<Duration> timeout) {
    return (int) get(timeout).toMillis();
  }

  /** All that nobody may read. */
  List<String> passwords() {
    return Stream.of(get(PASSWORD), get(SENTINEL_PASSWORD))
        .filter(Objects::nonNull)
        .collect(Collectors.toList());
  }

  /** Names the servers, for messages: {@code standalone 127.0.0.1:6379, database 1, TLS}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(mode());
    if (get(SENTINEL_MASTER) != null) {
      text.append(" master '").append(get(SENTINEL_MASTER)).append("' at");
    }
    nodes().forEach(node -> text.append(' ').append(node));
    if (mode() != RedisMode.CLUSTER) {
      text.append(", database ").append(get(DATABASE));
    }
    return text.append(get(TLS) ? ", TLS" : "").toString();
  }
}
