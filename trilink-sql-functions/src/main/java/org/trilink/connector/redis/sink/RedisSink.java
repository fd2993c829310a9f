/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.sink;

import java.util.List;
import java.util.Optional;
import org.apache.flink.api.connector.sink.Committer;
import org.apache.flink.api.connector.sink.GlobalCommitter;
import org.apache.flink.api.connector.sink.Sink;
import org.apache.flink.api.connector.sink.SinkWriter;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.RowData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.trilink.connector.redis.RedisClient;
import org.trilink.connector.redis.RedisConnectionOptions;
import org.trilink.connector.redis.RedisMapping;

/** Writes rows at least once: a checkpoint is taken when all rows before it are written. */
final class RedisSink implements Sink<RowData, Void, Void, Void> {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(RedisSink.class);

  private final String table;
  private final RedisConnectionOptions connection;
  private final RedisMapping mapping;
  private final RedisSinkOptions options;

  RedisSink(
      String table,
      RedisConnectionOptions connection,
      RedisMapping mapping,
      RedisSinkOptions options) {
    this.table = table;
    this.connection = connection;
    this.mapping = mapping;
    this.options = options;
  }

  @Override
  public SinkWriter<RowData, Void, Void> createWriter(InitContext context, List<Void> states) {
    RedisClient client = RedisClient.open(connection, table);
    LOG.info(
        "Redis table {}, subtask {}: writes to {}; {}.",
        table,
        context.getSubtaskId(),
        connection,
        options);
    return new RedisSinkWriter(
        new RowCommands(mapping, options),
        new WriteBatch(options),
        new BatchWriter(client, table, mapping, options),
        options,
        context);
  }

  @Override
  public Optional<SimpleVersionedSerializer<Void>> getWriterStateSerializer() {
    return Optional.empty();
  }

  @Override
  public Optional<Committer<Void>> createCommitter() {
    return Optional.empty();
  }

  @Override
  public Optional<GlobalCommitter<Void, Void>> createGlobalCommitter() {
    return Optional.empty();
  }

  @Override
  public Optional<SimpleVersionedSerializer<Void>> getCommittableSerializer() {
    return Optional.empty();
  }

  @Override
  public Optional<SimpleVersionedSerializer<Void>> getGlobalCommittableSerializer() {
    return Optional.empty();
  }
}
