/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.trilink.connector.redis.RedisClient;
import org.trilink.connector.redis.RedisCommand;

/**
 * Reads rows of a table from Redis, one implementation a data type. A row has all columns that the
 * query uses; those that the join's keys give are left out.
 */
abstract class RowReader implements Serializable {

  private static final long serialVersionUID = 1;

  private final int columns;

  /**
   * @param columns how many columns a row has
   */
  RowReader(int columns) {
    this.columns = columns;
  }

  /**
   * The rows at an address; empty if there are none.
   *
   * @throws redis.clients.jedis.exceptions.JedisException as Redis answers, such as WRONGTYPE
   */
  abstract List<GenericRowData> read(RedisClient redis, LookupAddress address);

  /** Asks for all of a key. */
  abstract RedisCommand request(byte[] key);

  /** Whether the answer to the request shows that there is such a key. */
  boolean shows(@Nullable Object answer) {
    return true;
  }

  /**
   * Adds the rows of a key that is there, from the answer to the request, each at the address to
   * find it by.
   */
  abstract void index(byte[] key, Object answer, Map<LookupAddress, List<GenericRowData>> rows);

  final GenericRowData newRow() {
    return new GenericRowData(columns);
  }

  /** Sends a command for a key and returns the answer; null for Redis's nil. */
  @Nullable
  static Object answer(RedisClient redis, RedisCommand command) {
    return redis.commands().sendCommand(command.key(), command.name(), command.arguments());
  }
}
