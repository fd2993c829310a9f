/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.io.Serializable;
import java.time.DateTimeException;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.trilink.connector.redis.RedisConnectorException;

/** A column that is read from Redis, and its place in the rows that the lookup gives. */
final class LookupColumn implements Serializable {

  private static final long serialVersionUID = 1;

  private final String name;
  private final LogicalType type;
  private final int position;
  @Nullable private transient RedisValueParser parser;

  LookupColumn(String name, LogicalType type, int position) {
    this.name = name;
    this.type = type;
    this.position = position;
  }

  String name() {
    return name;
  }

  /**
   * Reads a value into its place; null for a value that is not there.
   *
   * @param place what the value is of the key, for messages: {@code "its field 'x'"}
   * @throws RedisConnectorException if it does not fit the column's type
   */
  void set(GenericRowData row, byte[] key, String place, @Nullable byte[] value) {
    if (value == null && !type.isNullable()) {
      throw new RedisConnectorException(
          String.format(
              "Redis key %s: %s is not there, but column '%s' is NOT NULL; declare it without NOT"
                  + " NULL.",
              RedisText.quoted(key), place, name));
    }
    row.setField(position, value == null ? null : parse(key, place, value));
  }

  private Object parse(byte[] key, String place, byte[] value) {
    if (parser == null) {
      parser = RedisValueParser.of(type);
    }
    try {
      return parser.parse(value);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new RedisConnectorException(
          String.format(
              "Redis key %s: %s is %s, which column '%s' of type %s cannot hold; correct the value"
                  + " or declare the column as STRING.",
              RedisText.quoted(key),
              place,
              RedisText.quoted(value),
              name,
              type.copy(true).asSummaryString()),
          e);
    }
  }
}
