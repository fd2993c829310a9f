/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.trilink.connector.redis.RedisCommand;
import org.trilink.connector.redis.RedisDataType;

/** The changes to write next: of several of one row, where only the last matters, that one. */
final class WriteBatch {

  private final boolean keepsLast;
  private final boolean pushes;
  private final KeyExpiry expiry;

  /** The last change of each row, if only that matters. */
  private final Map<RowChange, RowChange> lastChanges = new LinkedHashMap<>();

  /** All changes, otherwise. */
  private final List<RowChange> changes = new ArrayList<>();

  private int rows;

  WriteBatch(RedisSinkOptions options) {
    this.keepsLast = options.command().isIdempotent();
    this.pushes = options.command().writes(RedisDataType.LIST);
    this.expiry = new KeyExpiry(options);
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
    commands.addAll(expiry.behind(commands));
    return commands;
  }

  void clear() {
    lastChanges.clear();
    changes.clear();
    rows = 0;
  }
}
