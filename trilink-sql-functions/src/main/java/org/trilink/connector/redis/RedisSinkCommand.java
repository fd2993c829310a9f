package org.trilink.connector.redis;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The command that writes a row. */
public enum RedisSinkCommand {
  SET(RedisDataType.STRING),
  HSET(RedisDataType.HASH, RedisDataType.HASH_FIELD),
  /** Adds the value; HINCRBYFLOAT for values that are no integers. */
  HINCRBY(RedisDataType.HASH, RedisDataType.HASH_FIELD),
  SADD(RedisDataType.SET),
  RPUSH(RedisDataType.LIST),
  LPUSH(RedisDataType.LIST);

  private final List<RedisDataType> dataTypes;

  RedisSinkCommand(RedisDataType... dataTypes) {
    this.dataTypes = Collections.unmodifiableList(Arrays.asList(dataTypes));
  }

  /** Whether it writes what such a table holds. */
  public boolean writes(RedisDataType dataType) {
    return dataTypes.contains(dataType);
  }

  /** The command of a table that names none. */
  public static RedisSinkCommand defaultOf(RedisDataType dataType) {
    return Arrays.stream(values()).filter(command -> command.writes(dataType)).findFirst().get();
  }

  /** Whether a row written twice is as if written once, so that only a key's last row matters. */
  public boolean isIdempotent() {
    return this == SET || this == HSET || this == SADD;
  }

  /** As a table's options spell it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
