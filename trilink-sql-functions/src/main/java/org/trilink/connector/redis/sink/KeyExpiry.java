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
import org.trilink.connector.redis.RedisTtlStart;
import org.trilink.connector.redis.RedisValueFormatter;
import redis.clients.jedis.Protocol;

/** How keys that are written get an expiry. */
final class KeyExpiry {

  private static final byte[] PX = RedisValueFormatter.text("PX");
  private static final byte[] KEEPTTL = RedisValueFormatter.text("KEEPTTL");
  private static final byte[][] NONE = {};

  /**
   * A script that does the same as PEXPIRE with NX from Redis 7 on; PTTL is -1 for a key that does
   * not expire.
   */
  private static final byte[] UNLESS_SET =
      RedisValueFormatter.text(
          "return redis.call('PTTL', KEYS[1]) == -1"
              + " and redis.call('PEXPIRE', KEYS[1], ARGV[1]) or 0");

  private final boolean isOfNewKeys;

  /** The text of a number of ms; null if keys do not expire. */
  @Nullable private final byte[] ttl;

  KeyExpiry(RedisSinkOptions options) {
    this.isOfNewKeys = options.ttlStart() == RedisTtlStart.NEW_KEY;
    this.ttl = options.ttl() == null ? null : RedisValueFormatter.text(options.ttl().toString());
  }

  /** Returns the arguments about the expiry for SET, which would otherwise clear it. */
  byte[][] ofSet() {
    if (ttl == null) {
      return NONE;
    }
    return isOfNewKeys ? new byte[][] {KEEPTTL} : new byte[][] {PX, ttl};
  }

  /** One command for each key that others write without an expiry, to be sent behind these. */
  List<RedisCommand> behind(List<RedisCommand> commands) {
    if (ttl == null) {
      return new ArrayList<>();
    }
    Map<ByteBuffer, RedisCommand> expiries = new LinkedHashMap<>();
    for (RedisCommand command : commands) {
      if (needsExpiry(command.name())) {
        expiries.computeIfAbsent(ByteBuffer.wrap(command.key()), any -> expiry(command.key()));
      }
    }
    return new ArrayList<>(expiries.values());
  }

  private boolean needsExpiry(Protocol.Command name) {
    return name != Protocol.Command.DEL
        && name != Protocol.Command.HDEL
        && name != Protocol.Command.SREM
        && (isOfNewKeys || name != Protocol.Command.SET);
  }

  private RedisCommand expiry(byte[] key) {
    return isOfNewKeys
        ? RedisCommand.script(UNLESS_SET, key, ttl)
        : new RedisCommand(Protocol.Command.PEXPIRE, key, ttl);
  }

  /** Whether a command is one of those behind the others. */
  static boolean isOne(RedisCommand command) {
    return command.name() == Protocol.Command.PEXPIRE || command.name() == Protocol.Command.EVAL;
  }
}
