/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.trilink.connector.redis.RedisClient;
import org.trilink.connector.redis.RedisCommand;
import redis.clients.jedis.Protocol.Command;

/** A row is one field of a hash: one by its name, or all of the hash. */
final class HashFieldReader extends RowReader {

  private static final long serialVersionUID = 1;

  private final boolean byField;
  @Nullable private final LookupColumn field;
  @Nullable private final LookupColumn value;

  /**
   * @param byField whether addresses name the field
   * @param field the column of the field's name; null if the query does not use it or the join
   *     gives it
   * @param value null if the query does not use it
   */
  HashFieldReader(
      int columns, boolean byField, @Nullable LookupColumn field, @Nullable LookupColumn value) {
    super(columns);
    this.byField = byField;
    this.field = field;
    this.value = value;
  }

  @Override
  List<GenericRowData> read(RedisClient redis, LookupAddress address) {
    byte[] key = address.key();
    byte[] name = address.element();
    if (name == null) {
      return rows(key, answer(redis, request(key)));
    }
    byte[] found = (byte[]) answer(redis, new RedisCommand(Command.HGET, key, name));
    return found == null
        ? Collections.emptyList()
        : Collections.singletonList(row(key, name, found));
  }

  @Override
  RedisCommand request(byte[] key) {
    return new RedisCommand(Command.HGETALL, key);
  }

  @Override
  void index(byte[] key, Object answer, Map<LookupAddress, List<GenericRowData>> rows) {
    if (!byField) {
      rows.put(LookupAddress.of(key), rows(key, answer));
      return;
    }
    List<byte[]> parts = parts(answer);
    for (int i = 0; i < parts.size(); i += 2) {
      byte[] name = parts.get(i);
      rows.put(
          LookupAddress.of(key, name), Collections.singletonList(row(key, name, parts.get(i + 1))));
    }
  }

  private List<GenericRowData> rows(byte[] key, Object answer) {
    List<byte[]> parts = parts(answer);
    List<GenericRowData> rows = new ArrayList<>(parts.size() / 2);
    for (int i = 0; i < parts.size(); i += 2) {
      rows.add(row(key, parts.get(i), parts.get(i + 1)));
    }
    return rows;
  }

  /** Names and values in turn. */
  @SuppressWarnings("unchecked")
  private static List<byte[]> parts(Object answer) {
    return (List<byte[]>) answer;
  }

  private GenericRowData row(byte[] key, byte[] name, byte[] found) {
    GenericRowData row = newRow();
    if (field != null) {
      field.set(row, key, "the name of one of its fields", name);
    }
    if (value != null) {
      value.set(row, key, "its field " + RedisText.quoted(name), found);
    }
    return row;
  }
}
