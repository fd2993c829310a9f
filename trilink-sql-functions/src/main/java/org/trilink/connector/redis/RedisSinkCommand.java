/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis;

import java.util.Arrays;
import java.util.Locale;
import org.apache.flink.annotation.Internal;
import org.apache.flink.annotation.PublicEvolving;

/** The command that writes a row. */
@PublicEvolving
public enum RedisSinkCommand {
  SET("string"),
  HSET("hash"),
  /** Adds the value; HINCRBYFLOAT for values that are no integers. */
  HINCRBY("hash"),
  SADD("set"),
  RPUSH("list"),
  LPUSH("list");

  private final String type;

  RedisSinkCommand(String type) {
    this.type = type;
  }

  /** Whether it writes what such a table holds. */
  @Internal
  public boolean writes(RedisDataType dataType) {
    return dataType.type().equals(type);
  }

  /** The command of a table that names none. */
  @Internal
  public static RedisSinkCommand defaultOf(RedisDataType dataType) {
    return Arrays.stream(values()).filter(command -> command.writes(dataType)).findFirst().get();
  }

  /** Whether a row written twice is as if written once, so that only a key's last row matters. */
  @Internal
  public boolean isIdempotent() {
    return this == SET || this == HSET || this == SADD;
  }

  /** As a table's options spell it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
