/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.trilink.connector.redis.RedisCommand;
import org.trilink.connector.redis.RedisDataType;
import org.trilink.connector.redis.RedisValueFormatter;
import redis.clients.jedis.Protocol;

/** The changes to write next: of several of one row, where only the last matters, that one. */
final class WriteBatch {

  private final boolean keepsLast;
  private final boolean pushes;
  @Nullable private final byte[] ttl;

  /** Of each row its last change, if only that matters. */
  private final Map<RowChange, RowChange> lastChanges = new LinkedHashMap<>();

  /** All changes, otherwise. */
  private final List<RowChange> changes = new ArrayList<>();

  private int rows;

  WriteBatch(RedisSinkOptions options) {
    this.keepsLast = options.command().isIdempotent();
    this.pushes = options.command().writes(RedisDataType.LIST);
    this.ttl = options.ttl() == null ? null : RedisValueFormatter.text(options.ttl().toString());
  }

  void add(RowChange change) {
    rows++;
    if (keepsLast) {
      lastChanges.put(change, change);
    } else {
      changes.add(change);
    }
  }

  /** How many were added. */
  int rows() {
    return rows;
  }

  /**
   * In the order in which rows first came, with the keys' expiries at the end. A list has one
   * command for all its rows: see {@link ListPushes}.
   */
  List<RedisCommand> commands() {
    List<RedisCommand> commands = new ArrayList<>();
    for (RowChange change : keepsLast ? lastChanges.values() : changes) {
      commands.addAll(change.commands());
    }
    if (pushes) {
      commands = ListPushes.joined(commands);
    }
    if (ttl != null) {
      commands.addAll(expiries(commands));
    }
    return commands;
  }

  /** One for each key that is written by a command that cannot set the expiry itself. */
  private List<RedisCommand> expiries(List<RedisCommand> commands) {
    Map<ByteBuffer, byte[]> keys = new LinkedHashMap<>();
    for (RedisCommand command : commands) {
      if (needsExpiry(command.name())) {
        keys.put(ByteBuffer.wrap(command.key()), command.key());
      }
    }
    List<RedisCommand> expiries = new ArrayList<>(keys.size());
    for (byte[] key : keys.values()) {
      expiries.add(new RedisCommand(Protocol.Command.PEXPIRE, key, ttl));
    }
    return expiries;
  }

  private static boolean needsExpiry(Protocol.Command name) {
    return name != Protocol.Command.SET
        && name != Protocol.Command.DEL
        && name != Protocol.Command.HDEL
        && name != Protocol.Command.SREM;
  }

  void clear() {
    lastChanges.clear();
    changes.clear();
    rows = 0;
  }
}
