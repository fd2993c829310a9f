/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;
import org.trilink.connector.redis.RedisCommand;

/** The change that a row makes in Redis. Equal to another change if both are of the same row. */
final class RowChange {

  private final byte[] key;
  @Nullable private final byte[] subkey;
  private final List<RedisCommand> commands;

  /** With the field or member, null if the key alone is the row's identity. */
  RowChange(byte[] key, @Nullable byte[] subkey, List<RedisCommand> commands) {
    this.key = key;
    this.subkey = subkey;
    this.commands = commands;
  }

  /** May be none. */
  List<RedisCommand> commands() {
    return commands;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowChange
        && Arrays.equals(key, ((RowChange) other).key)
        && Arrays.equals(subkey, ((RowChange) other).subkey);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(key) + Arrays.hashCode(subkey);
  }
}
