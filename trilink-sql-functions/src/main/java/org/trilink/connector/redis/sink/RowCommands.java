/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.types.RowKind;
import org.trilink.connector.redis.RedisCommand;
import org.trilink.connector.redis.RedisConnectorException;
import org.trilink.connector.redis.RedisKeyFormatter;
import org.trilink.connector.redis.RedisMapping;
import org.trilink.connector.redis.RedisSinkCommand;
import org.trilink.connector.redis.RedisValueFormatter;
import redis.clients.jedis.Protocol;

/**
 * Turns rows into commands. NULL means absent: a NULL value is deleted, or skipped if it would be
 * added to a number.
 */
final class RowCommands {

  private final RedisMapping mapping;
  private final RedisSinkCommand command;
  private final byte[][] expiryOfSet;
  private final RedisKeyFormatter keyFormatter;
  private final int subkeyColumn;
  private final int[] valueColumns;

  /** By column; of the columns of the key they are not used. */
  private final RedisValueFormatter[] formatters;

  /** The names of the hash's fields, beside {@link #valueColumns}. */
  private final byte[][] fields;

  /** The command that adds a number, beside {@link #valueColumns}. */
  private final Protocol.Command[] increments;

  RowCommands(RedisMapping mapping, RedisSinkOptions options) {
    this.mapping = mapping;
    this.command = options.command();
    this.expiryOfSet = new KeyExpiry(options).ofSet();
    this.keyFormatter = mapping.keyFormatter();
    this.subkeyColumn = mapping.subkeyColumn();
    this.valueColumns = mapping.valueColumns();
    this.formatters = new RedisValueFormatter[mapping.rowType().getFieldCount()];
    for (int column = 0; column < formatters.length; column++) {
      formatters[column] = mapping.formatter(column);
    }
    this.fields = new byte[valueColumns.length][];
    this.increments = new Protocol.Command[valueColumns.length];
    for (int i = 0; i < valueColumns.length; i++) {
      fields[i] = mapping.columnName(valueColumns[i]).getBytes(UTF_8);
      increments[i] = increment(valueColumns[i]);
    }
  }

  private Protocol.Command increment(int column) {
    return mapping
            .columnType(column)
            .getTypeRoot()
            .getFamilies()
            .contains(LogicalTypeFamily.INTEGER_NUMERIC)
        ? Protocol.Command.HINCRBY
        : Protocol.Command.HINCRBYFLOAT;
  }

  /**
   * The change that a row makes; does not keep the row. An UPDATE_BEFORE deletes: the planner sends
   * it where the update may have changed the primary key.
   */
  RowChange change(RowData row) {
    boolean deletes =
        row.getRowKind() == RowKind.DELETE || row.getRowKind() == RowKind.UPDATE_BEFORE;
    byte[] key = keyFormatter.format(row);
    byte[] subkey =
        subkeyColumn == RedisMapping.NONE
            ? null
            : formatters[subkeyColumn].format(row, subkeyColumn);
    switch (mapping.dataType()) {
      case STRING:
        return new RowChange(key, null, Collections.singletonList(string(key, row, deletes)));
      case HASH:
        return new RowChange(key, null, hash(key, row, deletes));
      case HASH_FIELD:
        return new RowChange(key, subkey, hashField(key, subkey, row, deletes));
      case SET:
        return new RowChange(
            key,
            subkey,
            Collections.singletonList(
                new RedisCommand(
                    deletes ? Protocol.Command.SREM : Protocol.Command.SADD, key, subkey)));
      case LIST:
        return new RowChange(key, null, Collections.singletonList(list(key, row)));
    }
    throw new IllegalStateException(mapping.dataType().toString());
  }

  private RedisCommand string(byte[] key, RowData row, boolean deletes) {
    if (deletes || row.isNullAt(valueColumns[0])) {
      return new RedisCommand(Protocol.Command.DEL, key);
    }
    byte[][] arguments = new byte[2 + expiryOfSet.length][];
    arguments[0] = key;
    arguments[1] = value(row, 0);
    System.arraycopy(expiryOfSet, 0, arguments, 2, expiryOfSet.length);
    return new RedisCommand(Protocol.Command.SET, arguments);
  }

  private List<RedisCommand> hash(byte[] key, RowData row, boolean deletes) {
    if (command == RedisSinkCommand.HINCRBY) {
      return hashIncrements(key, row);
    }
    List<byte[]> written = new ArrayList<>(1 + 2 * fields.length);
    List<byte[]> deleted = new ArrayList<>();
    written.add(key);
    deleted.add(key);
    for (int i = 0; i < fields.length; i++) {
      if (deletes || row.isNullAt(valueColumns[i])) {
        deleted.add(fields[i]);
      } else {
        written.add(fields[i]);
        written.add(value(row, i));
      }
    }
    List<RedisCommand> commands = new ArrayList<>(2);
    addUnlessEmpty(Protocol.Command.HSET, written, commands);
    addUnlessEmpty(Protocol.Command.HDEL, deleted, commands);
    return commands;
  }

  private static void addUnlessEmpty(
      Protocol.Command name, List<byte[]> arguments, List<RedisCommand> commands) {
    if (arguments.size() > 1) {
      commands.add(new RedisCommand(name, arguments.toArray(new byte[0][])));
    }
  }

  private List<RedisCommand> hashIncrements(byte[] key, RowData row) {
    List<RedisCommand> commands = new ArrayList<>(fields.length);
    for (int i = 0; i < fields.length; i++) {
      if (!row.isNullAt(valueColumns[i])) {
        commands.add(new RedisCommand(increments[i], key, fields[i], value(row, i)));
      }
    }
    return commands;
  }

  private List<RedisCommand> hashField(byte[] key, byte[] field, RowData row, boolean deletes) {
    boolean isNull = row.isNullAt(valueColumns[0]);
    if (command == RedisSinkCommand.HINCRBY) {
      return isNull
          ? Collections.emptyList()
          : Collections.singletonList(new RedisCommand(increments[0], key, field, value(row, 0)));
    }
    return Collections.singletonList(
        deletes || isNull
            ? new RedisCommand(Protocol.Command.HDEL, key, field)
            : new RedisCommand(Protocol.Command.HSET, key, field, value(row, 0)));
  }

  private RedisCommand list(byte[] key, RowData row) {
    if (row.isNullAt(valueColumns[0])) {
      throw new RedisConnectorException(
          String.format(
              "Redis: column '%s' is NULL for the key '%s', and a list has no NULLs; filter such"
                  + " rows out with WHERE.",
              mapping.columnName(valueColumns[0]), new String(key, UTF_8)));
    }
    return new RedisCommand(
        command == RedisSinkCommand.LPUSH ? Protocol.Command.LPUSH : Protocol.Command.RPUSH,
        key,
        value(row, 0));
  }

  private byte[] value(RowData row, int index) {
    return formatters[valueColumns[index]].format(row, valueColumns[index]);
  }
}
