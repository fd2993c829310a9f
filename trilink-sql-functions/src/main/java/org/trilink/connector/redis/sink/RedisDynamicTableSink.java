/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import java.util.Arrays;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DataStreamSinkProvider;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkProvider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;
import org.trilink.connector.redis.RedisConnectionOptions;
import org.trilink.connector.redis.RedisKeyFormatter;
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

  /**
   * Rows replace one another by the primary key; what is pushed or added stays. UPDATE_BEFORE is
   * not asked for: the planner sends it where an update may change the primary key, and only there.
   */
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
    RedisSink sink = new RedisSink(table, connection, mapping, options);
    Integer parallelism = options.parallelism();
    return parallelism == null || !options.command().isIdempotent()
        ? SinkProvider.of(sink, parallelism)
        : new ByRow(sink, parallelism, mapping.keyFormatter(), asSummaryString());
  }

  /**
   * Sends all rows of one Redis key to one subtask, also where the sink has another parallelism
   * than its input: Flink 1.14 does that for updates only, and deals inserts out in turn.
   */
  private static final class ByRow implements DataStreamSinkProvider {

    private final RedisSink sink;
    private final int parallelism;
    private final RedisKeyFormatter keys;
    private final String name;

    ByRow(RedisSink sink, int parallelism, RedisKeyFormatter keys, String name) {
      this.sink = sink;
      this.parallelism = parallelism;
      this.keys = keys;
      this.name = name;
    }

    @Override
    public DataStreamSink<?> consumeDataStream(DataStream<RowData> rows) {
      RedisKeyFormatter formatter = keys;
      DataStream<RowData> inOrder =
          rows.getParallelism() == parallelism
              ? rows
              : rows.keyBy(row -> Arrays.hashCode(formatter.format(row)), Types.INT);
      return inOrder.sinkTo(sink).name(name).setParallelism(parallelism);
    }

    @Override
    public Optional<Integer> getParallelism() {
      return Optional.of(parallelism);
    }
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
