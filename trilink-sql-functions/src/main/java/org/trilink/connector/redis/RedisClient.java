/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static org.trilink.connector.redis.RedisConnectorOptions.CONNECTION_TIMEOUT;
import static org.trilink.connector.redis.RedisConnectorOptions.DATABASE;
import static org.trilink.connector.redis.RedisConnectorOptions.PASSWORD;
import static org.trilink.connector.redis.RedisConnectorOptions.RESPONSE_TIMEOUT;
import static org.trilink.connector.redis.RedisConnectorOptions.SENTINEL_MASTER;
import static org.trilink.connector.redis.RedisConnectorOptions.SENTINEL_PASSWORD;
import static org.trilink.connector.redis.RedisConnectorOptions.SENTINEL_USERNAME;
import static org.trilink.connector.redis.RedisConnectorOptions.TLS;
import static org.trilink.connector.redis.RedisConnectorOptions.USERNAME;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.JedisPooled;
import redis.clients.jedis.JedisSentineled;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisClusterOperationException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;
import redis.clients.jedis.providers.SentineledConnectionProvider;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * Connections to a table's servers, with the same interface in every {@link RedisMode}. They are
 * opened when needed, and reopened after they broke. Thread-safe for up to {@link #CONNECTIONS}
 * threads.
 */
public final class RedisClient implements AutoCloseable {

  /** How many connections there may be to one server. */
  public static final int CONNECTIONS = 8;

  /** How often Jedis follows a cluster's redirections, or asks it for its nodes again. */
  private static final int CLUSTER_ATTEMPTS = 5;

  private static final byte[] ANY_KEY = {};

  private final UnifiedJedis commands;
  private final ConnectionProvider connections;

  private RedisClient(UnifiedJedis commands, ConnectionProvider connections) {
    this.commands = commands;
    this.connections = connections;
  }

  /**
   * Connects and makes sure that the server answers.
   *
   * @param table the table's name, for messages
   * @throws RedisConnectorException if it does not, naming the server and the remedy
   */
  public static RedisClient open(RedisConnectionOptions options, String table) {
    try {
      RedisClient client = connect(options);
      try {
        client.ping();
        return client;
      } catch (JedisException e) {
        client.close();
        throw e;
      }
    } catch (JedisException e) {
      throw RedisErrors.cannotConnect(options, table, e);
    }
  }

  /** Asks one node of a cluster: one that is not needed may be away. */
  private void ping() {
    if (connections instanceof ClusterConnectionProvider) {
      Object unused = commands.sendCommand(ANY_KEY, Command.PING);
    } else {
      String unused = commands.ping();
    }
  }

  private static RedisClient connect(RedisConnectionOptions options) {
    JedisClientConfig server =
        config(options, options.get(USERNAME), options.get(PASSWORD), options.get(DATABASE));
    GenericObjectPoolConfig<Connection> pool = new ConnectionPoolConfig();
    pool.setMaxTotal(CONNECTIONS);
    pool.setMaxIdle(CONNECTIONS);
    Set<HostAndPort> nodes =
        options.nodes().stream().map(RedisNode::address).collect(Collectors.toSet());
    switch (options.mode()) {
      case STANDALONE:
        PooledConnectionProvider single =
            new PooledConnectionProvider(nodes.iterator().next(), server, pool);
        return new RedisClient(new JedisPooled(single), single);
      case SENTINEL:
        JedisClientConfig sentinel =
            config(options, options.get(SENTINEL_USERNAME), options.get(SENTINEL_PASSWORD), 0);
        SentineledConnectionProvider master =
            new SentineledConnectionProvider(
                options.get(SENTINEL_MASTER), server, pool, nodes, sentinel);
        return new RedisClient(new JedisSentineled(master), master);
      case CLUSTER:
        ClusterConnectionProvider cluster = new ClusterConnectionProvider(nodes, server, pool);
        Duration limit = options.get(RESPONSE_TIMEOUT);
        return new RedisClient(new JedisCluster(cluster, CLUSTER_ATTEMPTS, limit), cluster);
    }
    throw new IllegalStateException(options.mode().toString());
  }

  private static JedisClientConfig config(
      RedisConnectionOptions options,
      @Nullable String username,
      @Nullable String password,
      int database) {
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            .connectionTimeoutMillis(options.millis(CONNECTION_TIMEOUT))
            .socketTimeoutMillis(options.millis(RESPONSE_TIMEOUT))
            .user(username)
            .password(password)
            .database(database);
    if (options.get(TLS)) {
      RedisTls tls = new RedisTls(options);
      config.ssl(true).sslSocketFactory(tls.socketFactory()).sslParameters(tls.parameters());
    }
    return config.build();
  }

  /**
   * Asks a cluster again which nodes it has.
   *
   * @throws JedisException if no known node answers
   */
  public void renewNodes() {
    if (connections instanceof ClusterConnectionProvider) {
      ((ClusterConnectionProvider) connections).renewSlotCache();
    }
  }

  /** One to the same server as long as it is open, to be closed. Not of a cluster. */
  public Connection connection() {
    return connections.getConnection();
  }

  /** The type of what a key holds, in words for messages; of one that is gone, too. */
  public String typeAt(byte[] key) {
    try {
      return commands.type(key);
    } catch (JedisException e) {
      return "value of another type"; // the error that led here is what counts
    }
  }

  /** For commands one by one. */
  public UnifiedJedis commands() {
    return commands;
  }

  /**
   * Sends those of the commands that are not {@link RedisCommand#isDone() done}, all before it
   * reads the first answer. Commands for one key are carried out in their order. When a connection
   * breaks, the answers that came before stay with their commands.
   *
   * @throws JedisException if a server is gone, or does not answer in time
   */
  public void pipeline(List<RedisCommand> all) {
    if (connections instanceof ClusterConnectionProvider) {
      pipelineToNodes(all, (ClusterConnectionProvider) connections);
    } else {
      List<RedisCommand> pending = pending(all);
      if (!pending.isEmpty()) {
        exchange(pending, connections.getConnection());
      }
    }
  }

  private static List<RedisCommand> pending(List<RedisCommand> all) {
    List<RedisCommand> pending = new ArrayList<>(all.size());
    for (RedisCommand command : all) {
      if (!command.isDone()) {
        command.reset();
        pending.add(command);
      }
    }
    return pending;
  }

  private void pipelineToNodes(List<RedisCommand> all, ClusterConnectionProvider cluster) {
    Map<HostAndPort, List<RedisCommand>> nodes = new LinkedHashMap<>();
    List<RedisCommand> pending = pending(all);
    for (RedisCommand command : pending) {
      HostAndPort node = nodeOf(command, cluster);
      nodes.computeIfAbsent(node, any -> new ArrayList<>()).add(command);
    }
    try {
      for (Map.Entry<HostAndPort, List<RedisCommand>> node : nodes.entrySet()) {
        exchange(node.getValue(), cluster.getConnection(node.getKey()));
      }
    } catch (JedisConnectionException e) {
      cluster.renewSlotCache(); // another node may have taken its place by the next attempt
      throw e;
    }
    followRedirections(pending, cluster);
  }

  private static HostAndPort nodeOf(RedisCommand command, ClusterConnectionProvider cluster) {
    int slot = JedisClusterCRC16.getSlot(command.key());
    HostAndPort node = cluster.getNode(slot);
    if (node == null) {
      cluster.renewSlotCache();
      throw new JedisClusterOperationException("no node of the cluster has slot " + slot);
    }
    return node;
  }

  /** Returns the connection to its pool, which drops it if it broke. */
  private static void exchange(List<RedisCommand> pending, Connection connection) {
    try {
      for (RedisCommand command : pending) {
        connection.sendCommand(command.name(), command.arguments());
      }
      for (RedisCommand command : pending) {
        command.answered(answer(connection));
      }
    } catch (RuntimeException | Error e) {
      connection.setBroken(); // it may have answers that nobody has read
      throw e;
    } finally {
      connection.close();
    }
  }

  @Nullable
  private static Object answer(Connection connection) {
    try {
      return connection.getOne();
    } catch (JedisDataException e) {
      return e;
    }
  }

  /** Slots have moved to other nodes since the client asked where they are. */
  private void followRedirections(List<RedisCommand> sent, ClusterConnectionProvider cluster) {
    boolean redirected = false;
    for (RedisCommand command : sent) {
      if (command.error() instanceof JedisRedirectionException) {
        redirected = true;
        follow(command);
      }
    }
    if (redirected) {
      cluster.renewSlotCache();
    }
  }

  private void follow(RedisCommand command) {
    try {
      command.answered(commands.sendCommand(command.key(), command.name(), command.arguments()));
    } catch (JedisDataException e) {
      command.answered(e);
    }
  }

  /** May be called more than once. */
  @Override
  public void close() {
    commands.close();
  }
}
