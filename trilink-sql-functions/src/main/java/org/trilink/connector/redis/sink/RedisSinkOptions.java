/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import static org.trilink.connector.redis.RedisConnectorOptions.DATA_TYPE;
import static org.trilink.connector.redis.RedisConnectorOptions.SINK_BUFFER_FLUSH_INTERVAL;
import static org.trilink.connector.redis.RedisConnectorOptions.SINK_BUFFER_FLUSH_MAX_ROWS;
import static org.trilink.connector.redis.RedisConnectorOptions.SINK_COMMAND;
import static org.trilink.connector.redis.RedisConnectorOptions.SINK_MAX_RETRIES;
import static org.trilink.connector.redis.RedisConnectorOptions.TTL;
import static org.trilink.connector.redis.RedisConnectorOptions.TTL_ON;
import static org.trilink.connector.redis.RedisValidation.require;

import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.trilink.connector.redis.RedisMapping;
import org.trilink.connector.redis.RedisSinkCommand;
import org.trilink.connector.redis.RedisTtlStart;

/** The options of a table that say how it is written. */
public final class RedisSinkOptions implements Serializable {

  private static final long serialVersionUID = 1L;

  private final RedisSinkCommand command;
  @Nullable private final Long ttl;
  private final RedisTtlStart ttlStart;
  private final int flushRows;
  private final long flushInterval;
  private final int maxRetries;
  @Nullable private final Integer parallelism;

  private RedisSinkOptions(RedisMapping mapping, ReadableConfig options) {
    command =
        options
            .getOptional(SINK_COMMAND)
            .orElseGet(() -> RedisSinkCommand.defaultOf(mapping.dataType()));
    ttl = options.getOptional(TTL).map(Duration::toMillis).orElse(null);
    ttlStart = options.get(TTL_ON);
    flushRows = options.get(SINK_BUFFER_FLUSH_MAX_ROWS);
    flushInterval = options.get(SINK_BUFFER_FLUSH_INTERVAL).toMillis();
    maxRetries = options.get(SINK_MAX_RETRIES);
    parallelism = options.get(FactoryUtil.SINK_PARALLELISM);
  }

  /**
   * Returns the sink options of a table.
   *
   * @throws ValidationException if they do not go together, or with the table's columns
   */
  public static RedisSinkOptions of(RedisMapping mapping, ReadableConfig options) {
    RedisSinkOptions sink = new RedisSinkOptions(mapping, options);
    sink.requireCommandFor(mapping);
    require(sink.ttl == null || sink.ttl > 0, "'%s' must be longer than 0 ms.", TTL.key());
    require(
        sink.ttl != null || !options.getOptional(TTL_ON).isPresent(),
        "'%s' says when the time of '%s' begins; set that, too.",
        TTL_ON.key(),
        TTL.key());
    require(sink.flushRows > 0, "'%s' must be at least 1.", SINK_BUFFER_FLUSH_MAX_ROWS.key());
    require(
        sink.flushInterval >= 0, "'%s' must not be negative.", SINK_BUFFER_FLUSH_INTERVAL.key());
    require(sink.maxRetries >= 0, "'%s' must not be negative.", SINK_MAX_RETRIES.key());
    return sink;
  }

  private void requireCommandFor(RedisMapping mapping) {
    require(
        command.writes(mapping.dataType()),
        "'%s' = '%s' does not write '%s' = '%s'; choose one of %s.",
        SINK_COMMAND.key(),
        command,
        DATA_TYPE.key(),
        mapping.dataType(),
        Arrays.stream(RedisSinkCommand.values())
            .filter(other -> other.writes(mapping.dataType()))
            .collect(Collectors.toList()));
    if (command == RedisSinkCommand.HINCRBY) {
      for (int column : mapping.valueColumns()) {
        LogicalType type = mapping.columnType(column);
        require(
            type.getTypeRoot().getFamilies().contains(LogicalTypeFamily.NUMERIC),
            "'%s' = 'hincrby' adds numbers, but column '%s' is of type %s.",
            SINK_COMMAND.key(),
            mapping.columnName(column),
            type.asSummaryString());
      }
    }
  }

  RedisSinkCommand command() {
    return command;
  }

  /** In milliseconds; null for ever. */
  @Nullable
  Long ttl() {
    return ttl;
  }

  /** When it begins. */
  RedisTtlStart ttlStart() {
    return ttlStart;
  }

  /** How many rows are gathered at most. */
  int flushRows() {
    return flushRows;
  }

  /** How long rows are gathered at most, in milliseconds; 0 for no limit. */
  long flushInterval() {
    return flushInterval;
  }

  int maxRetries() {
    return maxRetries;
  }

  /** Returns the parallelism of the sink; null if Flink chooses it. */
  @Nullable
  Integer parallelism() {
    return parallelism;
  }

  /** For people, such as {@code set, up to 100 rows or 1000 ms at once, up to 3 retries}. */
  @Override
  public String toString() {
    return command
        + ", up to "
        + flushRows
        + " rows"
        + (flushInterval == 0 ? "" : " or " + flushInterval + " ms")
        + " at once"
        + (ttl == null ? "" : ", for " + ttl + " ms from " + ttlStart)
        + ", up to "
        + maxRetries
        + " retries";
  }
}
