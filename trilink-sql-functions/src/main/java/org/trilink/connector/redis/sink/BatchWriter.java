/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import static org.trilink.connector.redis.RedisConnectorOptions.DATA_TYPE;
import static org.trilink.connector.redis.RedisConnectorOptions.KEY_PREFIX;
import static org.trilink.connector.redis.RedisConnectorOptions.SINK_MAX_RETRIES;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.trilink.connector.redis.RedisClient;
import org.trilink.connector.redis.RedisCommand;
import org.trilink.connector.redis.RedisConnectorException;
import org.trilink.connector.redis.RedisErrors;
import org.trilink.connector.redis.RedisMapping;
import org.trilink.connector.redis.RedisRetry;
import redis.clients.jedis.exceptions.JedisDataException;

/** Sends commands until the server has carried out all of them. */
final class BatchWriter implements AutoCloseable {

  private final RedisClient client;
  private final String table;
  private final RedisMapping mapping;
  private final RedisRetry retry;

  BatchWriter(RedisClient client, String table, RedisMapping mapping, RedisSinkOptions options) {
    this.client = client;
    this.table = table;
    this.mapping = mapping;
    this.retry = new RedisRetry(options.maxRetries(), SINK_MAX_RETRIES.key(), table);
  }

  /**
   * Retries the commands that the server has not carried out while it is unreachable or not ready.
   * A key's expiry is sent again with each of its other commands.
   *
   * @throws RedisConnectorException if the retries did not help, or the server refuses a command,
   *     naming its key
   */
  void write(List<RedisCommand> commands, int rows) throws InterruptedException {
    retry.call(
        String.format("writing %d rows", rows),
        () -> {
          resetExpiries(commands);
          client.pipeline(commands);
          requireReady(commands);
          return rows;
        });
    for (RedisCommand command : commands) {
      if (!command.isDone()) {
        throw refused(command);
      }
    }
  }

  /**
   * Lets the expiries of keys be sent again that have a command to send again. Without that command
   * the key may not have existed, so that its expiry has set nothing.
   */
  private static void resetExpiries(List<RedisCommand> commands) {
    Map<ByteBuffer, RedisCommand> done = new HashMap<>();
    for (RedisCommand command : commands) {
      if (KeyExpiry.isOne(command) && command.isDone()) {
        done.put(ByteBuffer.wrap(command.key()), command);
      }
    }
    if (done.isEmpty()) {
      return; // as at the first attempt
    }
    for (RedisCommand command : commands) {
      RedisCommand expiry = command.isDone() ? null : done.get(ByteBuffer.wrap(command.key()));
      if (expiry != null) {
        expiry.reset();
      }
    }
  }

  /** Lets those commands be sent again that found the server not ready. */
  private static void requireReady(List<RedisCommand> commands) {
    for (RedisCommand command : commands) {
      JedisDataException error = command.error();
      if (error != null && RedisErrors.isPassing(error)) {
        throw error;
      }
    }
  }

  private RedisConnectorException refused(RedisCommand command) {
    JedisDataException error = command.error();
    if (RedisErrors.isWrongType(error)) {
      return new RedisConnectorException(
          String.format(
              "Redis table %s: at the key '%s' there is a %s, but '%s' = '%s' writes a %s (%s);"
                  + " delete the key, or choose another '%s'.",
              table,
              command.keyText(),
              client.typeAt(command.key()),
              DATA_TYPE.key(),
              mapping.dataType(),
              mapping.dataType().type(),
              command.name(),
              KEY_PREFIX.key()),
          error);
    }
    return new RedisConnectorException(
        String.format(
            "Redis table %s: %s at the key '%s' failed: %s",
            table, command.name(), command.keyText(), error.getMessage()),
        error);
  }

  @Override
  public void close() {
    client.close();
  }
}
