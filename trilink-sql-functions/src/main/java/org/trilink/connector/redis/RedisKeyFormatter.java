/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.trilink.connector.redis.RedisConnectorOptions.KEY_DELIMITER;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.flink.table.data.RowData;

/** Makes the Redis key of a row: the prefix, then the key's columns with the delimiter between. */
public final class RedisKeyFormatter implements Serializable {

  private static final long serialVersionUID = 1L;

  private final byte[] prefix;
  private final byte[] delimiter;
  private final String[] names;
  private final RedisValueFormatter[] formatters;
  private final int[] positions;

  RedisKeyFormatter(
      String prefix,
      String delimiter,
      String[] names,
      RedisValueFormatter[] formatters,
      int[] positions) {
    this.prefix = prefix.getBytes(UTF_8);
    this.delimiter = delimiter.getBytes(UTF_8);
    this.names = names;
    this.formatters = formatters;
    this.positions = positions;
  }

  /**
   * The key of a row.
   *
   * @throws RedisConnectorException if a column is NULL, or if one of several columns has the
   *     delimiter in it: two rows could then have one key
   */
  public byte[] format(RowData row) {
    byte[][] values = new byte[formatters.length][];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(row, i);
    }
    if (values.length == 1 && prefix.length == 0) {
      return values[0];
    }
    byte[] key = joined(values);
    requireOneReading(key);
    return key;
  }

  private byte[] value(RowData row, int index) {
    if (row.isNullAt(positions[index])) {
      throw new RedisConnectorException(
          String.format(
              "Redis: column '%s', which is part of the Redis key, is NULL; filter such rows out"
                  + " with WHERE.",
              names[index]));
    }
    return formatters[index].format(row, positions[index]);
  }

  private void requireOneReading(byte[] key) {
    int delimiters = 0;
    for (int at = prefix.length;
        formatters.length > 1 && at <= key.length - delimiter.length;
        at++) {
      delimiters += hasDelimiter(key, at) ? 1 : 0;
    }
    if (delimiters > formatters.length - 1) {
      throw new RedisConnectorException(
          String.format(
              "Redis: in the key '%s' of the columns %s, '%s' occurs not only between the columns,"
                  + " so other rows could have the same key; choose another '%s'.",
              new String(key, UTF_8),
              Arrays.toString(names),
              new String(delimiter, UTF_8),
              KEY_DELIMITER.key()));
    }
  }

  private boolean hasDelimiter(byte[] key, int at) {
    for (int i = 0; i < delimiter.length; i++) {
      if (key[at + i] != delimiter[i]) {
        return false;
      }
    }
    return true;
  }

  private byte[] joined(byte[][] values) {
    int length = prefix.length + (values.length - 1) * delimiter.length;
    for (byte[] value : values) {
      length += value.length;
    }
    byte[] key = new byte[length];
    int end = append(prefix, key, 0);
    for (int i = 0; i < values.length; i++) {
      if (i > 0) {
        end = append(delimiter, key, end);
      }
      end = append(values[i], key, end);
    }
    return key;
  }

  private static int append(byte[] part, byte[] whole, int at) {
    System.arraycopy(part, 0, whole, at, part.length);
    return at + part.length;
  }
}
