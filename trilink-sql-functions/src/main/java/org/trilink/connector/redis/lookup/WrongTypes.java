/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static org.trilink.connector.redis.RedisConnectorOptions.DATA_TYPE;
import static org.trilink.connector.redis.RedisConnectorOptions.KEY_PREFIX;

import org.trilink.connector.redis.RedisClient;
import org.trilink.connector.redis.RedisConnectorException;
import org.trilink.connector.redis.RedisDataType;
import redis.clients.jedis.exceptions.JedisDataException;

/** Says what a server's refusal to read a key means. */
final class WrongTypes {

  private final String table;
  private final RedisDataType expected;

  WrongTypes(String table, RedisDataType expected) {
    this.table = table;
    this.expected = expected;
  }

  /** With the key, what it holds, and what the table expects there. */
  RedisConnectorException explain(RedisClient redis, byte[] key, JedisDataException e) {
    String message = String.valueOf(e.getMessage());
    if (!message.startsWith("WRONGTYPE")) {
      return new RedisConnectorException(
          String.format(
              "Redis table %s: key %s cannot be read: %s", table, RedisText.quoted(key), message),
          e);
    }
    return new RedisConnectorException(
        String.format(
            "Redis table %s: key %s holds a %s, but '%s' = '%s' is for keys that hold a %s; correct"
                + " that option, or set a '%s' that only the table's keys have.",
            table,
            RedisText.quoted(key),
            redis.typeAt(key),
            DATA_TYPE.key(),
            expected,
            expected.type(),
            KEY_PREFIX.key()),
        e);
  }
}
