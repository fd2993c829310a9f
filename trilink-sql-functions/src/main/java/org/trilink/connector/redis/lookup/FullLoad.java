/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.trilink.connector.redis.RedisClient;
import org.trilink.connector.redis.RedisCommand;
import org.trilink.connector.redis.RedisErrors;
import redis.clients.jedis.Protocol.Command;

/** Reads a whole table. */
final class FullLoad {

  private final RedisClient redis;
  private final RowReader reader;
  private final WrongTypes wrongTypes;
  private final String prefix;
  private final List<byte[]> keys;

  /**
   * @param prefix what the table's keys begin with
   * @param keys the keys, without the prefix; empty for all that are found
   */
  FullLoad(
      RedisClient redis,
      RowReader reader,
      WrongTypes wrongTypes,
      String prefix,
      List<String> keys) {
    this.redis = redis;
    this.reader = reader;
    this.wrongTypes = wrongTypes;
    this.prefix = prefix;
    this.keys =
        keys.stream().map(key -> (prefix + key).getBytes(UTF_8)).collect(Collectors.toList());
  }

  /**
   * All rows, by address.
   *
   * @throws redis.clients.jedis.exceptions.JedisException if a server is gone
   * @throws org.trilink.connector.redis.RedisConnectorException if a key holds what does not fit
   *     the table
   */
  Map<LookupAddress, List<GenericRowData>> load() {
    Map<LookupAddress, List<GenericRowData>> rows = new HashMap<>();
    if (keys.isEmpty()) {
      new KeyScan(prefix).forEachBatch(redis, batch -> read(batch, rows));
    } else {
      read(keys, rows);
    }
    return rows;
  }

  private void read(List<byte[]> batch, Map<LookupAddress, List<GenericRowData>> rows) {
    List<RedisCommand> unclear = new ArrayList<>();
    for (RedisCommand request : answered(batch.stream().map(reader::request))) {
      if (reader.shows(request.answer())) {
        reader.index(request.key(), request.answer(), rows);
      } else {
        unclear.add(request);
      }
    }
    // what is there may have been written in between
    for (RedisCommand again : answered(existing(unclear).map(reader::request))) {
      reader.index(again.key(), again.answer(), rows);
    }
  }

  private List<RedisCommand> answered(Stream<RedisCommand> commands) {
    List<RedisCommand> requests = commands.collect(Collectors.toList());
    redis.pipeline(requests);
    for (RedisCommand request : requests) {
      if (request.error() != null) {
        throw failure(request);
      }
    }
    return requests;
  }

  /** The keys that are there: others were named, or have expired since they were found. */
  private Stream<byte[]> existing(List<RedisCommand> requests) {
    Stream<RedisCommand> questions =
        requests.stream().map(request -> new RedisCommand(Command.EXISTS, request.key()));
    return answered(questions).stream()
        .filter(question -> (Long) question.answer() > 0)
        .map(RedisCommand::key);
  }

  /**
   * Returns the exception for a failed request: a transient error as it is, for the caller to try
   * again, any other explained.
   */
  private RuntimeException failure(RedisCommand request) {
    return RedisErrors.isPassing(request.error())
        ? request.error()
        : wrongTypes.explain(redis, request.key(), request.error());
  }
}
