/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.trilink.connector.redis.RedisSql.PASSWORD;

import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.trilink.connector.redis.RedisClient;
import org.trilink.connector.redis.RedisCommand;
import org.trilink.connector.redis.RedisConnectionOptions;
import org.trilink.connector.redis.RedisConnectorOptions;
import org.trilink.connector.redis.RedisDataType;
import org.trilink.connector.redis.RedisMapping;
import org.trilink.connector.redis.RedisSinkCommand;
import org.trilink.connector.redis.RedisTtlStart;
import org.trilink.runtime.merge.store.RedisTestServer;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

/**
 * A server that becomes ready in the middle of a pipeline: it refuses writes while it has too few
 * replicas (NOREPLICAS), and the pipeline has a command that lets it do without.
 */
@Tag("slow")
class BatchWriterTest {

  private static RedisTestServer server;

  private Jedis redis;

  @BeforeAll
  static void startServer() throws Exception {
    server = RedisTestServer.started(PASSWORD);
  }

  @AfterAll
  static void stopServer() throws Exception {
    server.close();
  }

  @BeforeEach
  void connect() {
    redis = server.connect();
    requireReplicas("0");
    redis.flushAll();
    requireReplicas("1");
  }

  @AfterEach
  void disconnect() {
    redis.close();
  }

  private void requireReplicas(String number) {
    redis.configSet("min-replicas-to-write", number);
  }

  /** From here on the server is ready. */
  private static RedisCommand ready() {
    return new RedisCommand(
        Protocol.Command.CONFIG, bytes("SET"), bytes("min-replicas-to-write"), bytes("0"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static Configuration lists(RedisSinkCommand command) {
    Configuration options = new Configuration();
    options.set(RedisConnectorOptions.NODES, List.of("127.0.0.1:" + server.port()));
    options.set(RedisConnectorOptions.PASSWORD, PASSWORD);
    options.set(RedisConnectorOptions.DATA_TYPE, RedisDataType.LIST);
    options.set(RedisConnectorOptions.SINK_COMMAND, command);
    return options;
  }

  /** Pushes elements to a list, through a server that is ready only after the first command. */
  private static void push(Configuration options, String list, String... elements)
      throws Exception {
    RedisMapping mapping =
        RedisMapping.of(
            ResolvedSchema.of(
                Column.physical("k", DataTypes.STRING()), Column.physical("v", DataTypes.STRING())),
            options);
    RedisSinkOptions sink = RedisSinkOptions.of(mapping, options);
    RowCommands converter = new RowCommands(mapping, sink);
    WriteBatch batch = new WriteBatch(sink);
    for (String element : elements) {
      batch.add(
          converter.change(
              GenericRowData.of(StringData.fromString(list), StringData.fromString(element))));
    }
    List<RedisCommand> commands = batch.commands();
    commands.add(1, ready());
    RedisClient client = RedisClient.open(RedisConnectionOptions.of(options), "t");
    try (BatchWriter writer = new BatchWriter(client, "t", mapping, sink)) {
      writer.write(commands, elements.length);
    }
  }

  @Test
  void aListKeepsItsOrder() throws Exception {
    push(lists(RedisSinkCommand.RPUSH), "to the right", "1", "2", "3");
    requireReplicas("1");
    push(lists(RedisSinkCommand.LPUSH), "to the left", "1", "2", "3");

    assertThat(redis.lrange("to the right", 0, -1)).containsExactly("1", "2", "3");
    assertThat(redis.lrange("to the left", 0, -1)).containsExactly("3", "2", "1");
  }

  /** The server carries out the expiry at once, when there is no such key. */
  @ParameterizedTest
  @EnumSource(RedisTtlStart.class)
  void aKeyThatIsWrittenByARetryExpires(RedisTtlStart start) throws Exception {
    Configuration options = lists(RedisSinkCommand.RPUSH);
    options.set(RedisConnectorOptions.TTL, Duration.ofHours(1));
    options.set(RedisConnectorOptions.TTL_ON, start);
    push(options, "a", "1");

    assertThat(redis.lrange("a", 0, -1)).containsExactly("1");
    assertThat(redis.pttl("a")).isPositive();
  }
}
