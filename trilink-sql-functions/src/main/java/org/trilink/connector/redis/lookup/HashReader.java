/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.trilink.connector.redis.RedisClient;
import org.trilink.connector.redis.RedisCommand;
import redis.clients.jedis.Protocol.Command;

/** A row is a hash: its fields are columns, and only those that the query uses are read. */
final class HashReader extends RowReader {

  private static final long serialVersionUID = 1;

  private final ArrayList<LookupColumn> fields;

  HashReader(int columns, List<LookupColumn> fields) {
    super(columns);
    this.fields = new ArrayList<>(fields);
  }

  @Override
  List<GenericRowData> read(RedisClient redis, LookupAddress address) {
    byte[] key = address.key();
    Object answer = answer(redis, request(key));
    if (!shows(answer)) {
      if (!exists(redis, key)) {
        return Collections.emptyList();
      }
      answer = answer(redis, request(key)); // it may have been written in between
    }
    return Collections.singletonList(row(key, values(answer)));
  }

  /** A hash without any of the fields is a row of NULLs; only one that is not there is none. */
  private static boolean exists(RedisClient redis, byte[] key) {
    return (Long) answer(redis, new RedisCommand(Command.HLEN, key)) > 0;
  }

  @Override
  RedisCommand request(byte[] key) {
    if (fields.isEmpty()) {
      return new RedisCommand(Command.HLEN, key);
    }
    byte[][] arguments = new byte[fields.size() + 1][];
    arguments[0] = key;
    for (int i = 0; i < fields.size(); i++) {
      arguments[i + 1] = fields.get(i).name().getBytes(UTF_8);
    }
    return new RedisCommand(Command.HMGET, arguments);
  }

  @SuppressWarnings("unchecked")
  private List<byte[]> values(Object answer) {
    return fields.isEmpty() ? Collections.emptyList() : (List<byte[]>) answer;
  }

  /** A hash without any of the fields is a row of NULLs, but so looks one that is not there. */
  @Override
  boolean shows(@Nullable Object answer) {
    return fields.isEmpty()
        ? (Long) answer > 0
        : values(answer).stream().anyMatch(Objects::nonNull);
  }

  @Override
  void index(byte[] key, Object answer, Map<LookupAddress, List<GenericRowData>> rows) {
    rows.put(LookupAddress.of(key), Collections.singletonList(row(key, values(answer))));
  }

  private GenericRowData row(byte[] key, List<byte[]> values) {
    GenericRowData row = newRow();
    for (int i = 0; i < values.size(); i++) {
      LookupColumn field = fields.get(i);
      field.set(row, key, "its field '" + field.name() + "'", values.get(i));
    }
    return row;
  }
}
