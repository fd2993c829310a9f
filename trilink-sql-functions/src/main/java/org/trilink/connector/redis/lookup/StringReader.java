/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.connector.redis.lookup;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.trilink.connector.redis.RedisClient;
import org.trilink.connector.redis.RedisCommand;
import redis.clients.jedis.Protocol.Command;

/** A row is a string. */
final class StringReader extends RowReader {

  private static final long serialVersionUID = 1;

  @Nullable private final LookupColumn value;

  /**
   * @param value null if the query does not use it
   */
  StringReader(int columns, @Nullable LookupColumn value) {
    super(columns);
    this.value = value;
  }

  @Override
  List<GenericRowData> read(RedisClient redis, LookupAddress address) {
    return rows(address.key(), (byte[]) answer(redis, request(address.key())));
  }

  @Override
  RedisCommand request(byte[] key) {
    return new RedisCommand(Command.GET, key);
  }

  @Override
  void index(byte[] key, Object answer, Map<LookupAddress, List<GenericRowData>> rows) {
    rows.put(LookupAddress.of(key), rows(key, (byte[]) answer));
  }

  private List<GenericRowData> rows(byte[] key, @Nullable byte[] found) {
    if (found == null) {
      return Collections.emptyList();
    }
    GenericRowData row = newRow();
    if (value != null) {
      value.set(row, key, "its value", found);
    }
    return Collections.singletonList(row);
  }
}
