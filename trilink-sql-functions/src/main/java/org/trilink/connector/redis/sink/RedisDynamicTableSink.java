/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkProvider;
import org.apache.flink.types.RowKind;
import org.trilink.connector.redis.RedisConnectionOptions;
import org.trilink.connector.redis.RedisMapping;

/** A Redis table as a sink, as the planner sees it. */
public final class RedisDynamicTableSink implements DynamicTableSink {

  private final String table;
  private final RedisConnectionOptions connection;
  private final RedisMapping mapping;
  private final RedisSinkOptions options;

  public RedisDynamicTableSink(
      String table,
      RedisConnectionOptions connection,
      RedisMapping mapping,
      RedisSinkOptions options) {
    this.table = table;
    this.connection = connection;
    this.mapping = mapping;
    this.options = options;
  }

  /** Rows replace one another by the primary key; what is pushed or added stays. */
  @Override
  public ChangelogMode getChangelogMode(ChangelogMode requestedMode) {
    if (!options.command().isIdempotent()) {
      return ChangelogMode.insertOnly();
    }
    return ChangelogMode.newBuilder()
        .addContainedKind(RowKind.INSERT)
        .addContainedKind(RowKind.UPDATE_AFTER)
        .addContainedKind(RowKind.DELETE)
        .build();
  }

  @Override
  public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
    return SinkProvider.of(
        new RedisSink(table, connection, mapping, options), options.parallelism());
  }

  @Override
  public DynamicTableSink copy() {
    return new RedisDynamicTableSink(table, connection, mapping, options);
  }

  @Override
  public String asSummaryString() {
    return "Redis " + mapping.dataType() + " (" + options.command() + ")";
  }
}
